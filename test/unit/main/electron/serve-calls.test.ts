import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Handlers, calls } from '../../../../shared/ipc'
import { CALL_CHANNEL, callNames, PUSH_CHANNEL } from '../../../../shared/ipc-names'
import { type CallRules, sender, serveCalls } from '../../../../main/electron/serve-calls'
import { runs } from '../../shared/runs'
import { arbitraryJson } from '../../shared/schema-arbitrary'

type Event = Parameters<CallRules['trusts']>[0]
type Listener = Parameters<Parameters<typeof serveCalls>[0]['handle']>[1]
type WebContents = Parameters<typeof sender>[0]

const event = { kind: 'event' } as unknown as Event
class Refusal extends Error {
  readonly code = 'not_found'
}

/** Serves handlers that note what reached them, and gives back the one way in. */
function serve(answers: Partial<Record<string, unknown>> = {}, trusts: (asked: Event) => boolean = () => true) {
  const reached: [string, unknown][] = []
  const handlers = Object.fromEntries(
    callNames.map((name) => [
      name,
      (input: unknown) => {
        reached.push([name, input])
        const answer = answers[name]
        if (answer instanceof Error) throw answer
        return answer ?? null
      },
    ]),
  ) as unknown as Handlers
  const listeners = new Map<string, Listener>()
  const reported: unknown[] = []
  const rules: CallRules = { trusts, report: (name, error) => reported.push([name, error]) }
  serveCalls({ handle: (channel, listener) => void listeners.set(channel, listener) }, handlers, rules)
  const call = (...args: unknown[]): Promise<unknown> => Promise.resolve(listeners.get(CALL_CHANNEL)?.(event, ...args))
  return { call, reached, reported, channels: [...listeners.keys()] }
}

describe('calls', () => {
  it('come in through one channel, reach their handler parsed, and are answered with a value', async () => {
    const { call, reached, channels } = serve({ 'session.new': { sessionId: 's1' } })
    expect(channels).toEqual([CALL_CHANNEL])
    expect(await call('session.new', { cwd: '/p', smuggled: 1 })).toEqual({ ok: true, value: { sessionId: 's1' } })
    expect(reached).toEqual([['session.new', { cwd: '/p' }]])
  })

  it('of a sender that is not trusted reach nothing, and it is asked each time', async () => {
    const asked: Event[] = []
    const { call, reached } = serve({}, (from) => asked.push(from) > 2)
    expect(await call('state.request', null)).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(await call('state.request', null)).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(await call('state.request', null)).toEqual({ ok: true, value: null })
    expect(asked).toEqual([event, event, event])
    expect(reached).toHaveLength(1)
  })

  it.each(['nothing', '__proto__', 'constructor', 'toString', '', 7, null, undefined, ['state.request']])(
    'named %j are refused',
    async (name) => {
      const { call, reached } = serve()
      expect(await call(name, null)).toMatchObject({ ok: false, error: { code: 'bad_input' } })
      expect(reached).toEqual([])
    },
  )

  it.each([
    ['a date', { patch: { apiConfiguration: { x: new Date() } } }],
    ['a map', { patch: { apiConfiguration: { x: new Map() } } }],
    ['bytes', { patch: { apiConfiguration: { x: new Uint8Array(1) } } }],
    ['a big integer', { patch: { apiConfiguration: { x: 1n } } }],
    ['no number', { patch: { apiConfiguration: { x: Number.NaN } } }],
    ['a class', { patch: { apiConfiguration: { x: new (class Odd {})() } } }],
  ])('with %s are refused, though a structured clone would carry it', async (_, input) => {
    const { call, reached } = serve()
    expect(await call('settings.update', input)).toMatchObject({ ok: false, error: { code: 'bad_input' } })
    expect(reached).toEqual([])
  })

  it('whose handler throws are answered with a value: an error of the contract keeps its code, another is reported', async () => {
    const broken = new RangeError('broken')
    const { call, reported } = serve({ 'task.delete': new Refusal('There is no such task.'), 'task.open': broken })
    expect(await call('task.delete', { taskId: 't' })).toEqual({
      ok: false,
      error: { code: 'not_found', message: 'There is no such task.' },
    })
    expect(await call('task.open', { taskId: 't' })).toMatchObject({ ok: false, error: { code: 'failed', message: 'broken' } })
    expect(reported).toEqual([['task.open', broken]])
  })

  it('whose handler answers with something else than it promised fail', async () => {
    const { call } = serve({ 'session.new': { id: 's1' } })
    expect(await call('session.new', { cwd: '/p' })).toMatchObject({ ok: false, error: { code: 'failed' } })
  })

  it('with any value never throw, and no invalid one reaches a handler', async () => {
    const { call, reached } = serve()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callNames), arbitraryJson, async (name, input) => {
        reached.length = 0
        const answer = await call(name, input)
        expect(answer).toHaveProperty('ok')
        expect(reached.length).toBe(calls[name].input.safeParse(input).success ? 1 : 0)
      }),
      { numRuns: runs(300) },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('pushes', () => {
  const contents = (isDestroyed: boolean) => {
    const sent: unknown[][] = []
    const page = { isDestroyed: () => isDestroyed, send: (...args: unknown[]) => void sent.push(args) }
    return { sent, page: page as unknown as WebContents }
  }

  it('go to the page through one channel', () => {
    const { sent, page } = contents(false)
    sender(page, true)('app.command', { command: 'task.new' })
    expect(sent).toEqual([[PUSH_CHANNEL, 'app.command', { command: 'task.new' }]])
  })

  it('are checked where that is asked for', () => {
    const { sent, page } = contents(false)
    const wrong = { command: 7 } as unknown as { command: string }
    expect(() => sender(page, true)('app.command', wrong)).toThrow()
    expect(sent).toEqual([])
    sender(page, false)('app.command', wrong)
    expect(sent).toHaveLength(1)
  })

  it('to a window that is gone go nowhere', () => {
    const { sent, page } = contents(true)
    sender(page, true)('app.command', { command: 'task.new' })
    expect(sent).toEqual([])
  })
})
