import { describe, expect, test } from 'vitest'
import type { HeadlessEvent } from '../../main/headless/events'
import { checked, call, command, complete, openPlace, replace, write } from './support/place'
import { illegalIn } from './support/legal-requests'

const files = { 'src/sum.js': 'export const sum = (a, b) => a - b\n' }
const mainJob = () => [
  { pieces: [{ thinking: 'I should look first.' }, 'I look at the file, with ümläuts and 🙂.', call('read_file', { path: 'src/sum.js' })] },
  {
    pieces: [
      'Now the mend.',
      { ...replace('src/sum.js', 'export const sum = (a, b) => a - b', 'export const sum = (a, b) => a + b'), cut: 7 },
    ],
  },
  { pieces: [{ ...write('notes/new.txt', 'one\ntwo\n'), cut: 5 }, command('echo it-ran; echo second')] },
  complete('The sum is mended.'),
]
const rowsOf = (events: readonly HeadlessEvent[]) => events.flatMap((event) => (event.type === 'message' ? [event.message] : []))

describe.each(['anthropic', 'openai'] as const)('a whole task in the protocol of %s', (protocol) => {
  test('tells task, rows, pieces, usage and result in their order and shapes, and ends with 0', async () => {
    const place = await openPlace(mainJob(), { files, protocol })
    const { status, events, stderr } = await place.run(['--auto-approve', 'all', '--on-ask', 'nobody'], 'Mend the sum.')
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(events[0]).toEqual({
      type: 'task',
      taskId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      cwd: place.cwd,
      provider: protocol,
      model: protocol === 'openai' ? 'some-model' : 'claude-sonnet-5-5',
      mode: 'act',
      resumed: false,
    })
    expect(events.at(-1)).toMatchObject({
      type: 'result',
      status: 'completed',
      text: 'The sum is mended.',
      turns: 4,
      changes: [
        { path: 'src/sum.js', added: 1, removed: 1 },
        { path: 'notes/new.txt', added: 2, removed: 0 },
      ],
    })
    expect(events.filter(({ type }) => type === 'usage')).toHaveLength(4)
    expect(await place.read('src/sum.js')).toBe('export const sum = (a, b) => a + b\n')
    expect(await place.read('notes/new.txt')).toBe('one\ntwo\n')
    const rows = rowsOf(events)
    expect(rows[0]).toMatchObject({ type: 'say', say: 'task', text: 'Mend the sum.' })
    expect(rows.filter((row) => !row.partial)).toContainEqual(
      expect.objectContaining({ say: 'text', text: 'I look at the file, with ümläuts and 🙂.' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ say: 'command_output', text: expect.stringContaining('it-ran') }))
    expect(events.some((event) => event.type === 'ask')).toBe(false)
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})

describe('what streams', () => {
  test('comes as one row, then pieces, then the row once more when it is finished', async () => {
    const place = await openPlace([
      {
        pieces: [
          { text: 'Half a ' },
          { gate: true },
          { text: 'second text.' },
          { gate: true },
          call('attempt_completion', { result: 'ok' }),
        ],
      },
    ])
    const program = place.start(['--on-ask', 'nobody'])
    await program.event('message', ({ message }) => message.partial === true && message.type === 'say' && message.say === 'text')
    place.server.release()
    place.server.release()
    const { events } = await checked(program)
    const texts = events.filter((event) => event.type === 'message' && event.message.type === 'say' && event.message.say === 'text')
    expect(texts.map((event) => event.type === 'message' && event.message.partial)).toContain(true)
  })

  test('usage names tokens, cost and the window', async () => {
    const place = await openPlace([
      { pieces: [call('attempt_completion', { result: 'ok' })], usage: { input: 1000, output: 200, cacheReads: 3000, cacheWrites: 400 } },
    ])
    const { events } = await place.run(['--on-ask', 'nobody'])
    const usage = events.find((event) => event.type === 'usage')
    expect(usage).toEqual({
      type: 'usage',
      tokensIn: 1000,
      tokensOut: 200,
      cacheReads: 3000,
      cacheWrites: 400,
      cost: expect.closeTo((1000 * 2 + 200 * 10 + 3000 * 0.1 + 400 * 2.5) / 1e6, 9),
      contextTokens: expect.any(Number),
      contextWindow: 1_000_000,
    })
    const { type: _usage, ...totals } = usage ?? { type: 'usage' }
    expect(events.at(-1)).toMatchObject({ usage: totals })
  })

  test('a retry is told with its countdown as a notice, and the row of the countdown goes', async () => {
    const place = await openPlace([
      { status: 529, headers: { 'retry-after': '1' }, body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } } },
      complete(),
    ])
    const { events, status } = await place.run(['--on-ask', 'nobody'])
    expect(status).toBe(0)
    expect(events).toContainEqual({
      type: 'notice',
      level: 'warning',
      code: 'retry',
      text: expect.stringMatching(/Attempt 1 failed.* 1 s/),
    })
  })

  test('lines hold no character that a reader may take for the end of a line', async () => {
    const odd = 'a\u2028b\u2029c\u0085d\u0000e\r\nf'
    const place = await openPlace([{ pieces: [odd, call('attempt_completion', { result: odd })] }])
    const { stdout, events } = await place.run(['--on-ask', 'nobody'])
    const isBare = (character: string) => (character < ' ' && character !== '\n') || '\u0085\u2028\u2029'.includes(character)
    expect(Array.from(stdout).filter(isBare)).toEqual([])
    expect(events.at(-1)).toMatchObject({ text: odd })
  })
})

describe('paths of changes', () => {
  test('are POSIX and relative inside the project, absolute outside it', async () => {
    const other = await openPlace([])
    const outside = `${other.cwd}/outside.txt`
    const place = await openPlace([{ pieces: [write('a/b c/ü.txt', 'x\n'), write(outside, 'y\n'), write('./top.txt', 'z\n')] }, complete()])
    const { events } = await place.run(['--auto-approve', 'all', '--on-ask', 'nobody'])
    const result = events.at(-1)
    expect(result?.type === 'result' && result.changes).toEqual([
      { path: 'a/b c/ü.txt', added: 1, removed: 0 },
      { path: outside, added: 1, removed: 0 },
      { path: 'top.txt', added: 1, removed: 0 },
    ])
  })
})
