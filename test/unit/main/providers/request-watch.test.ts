import { afterEach, describe, expect, it } from 'vitest'
import { createAnthropicHandler } from '../../../../main/providers/anthropic'
import { type ApiChoice, resolveChoice } from '../../../../main/providers/create-api-handler'
import { createOpenAiHandler } from '../../../../main/providers/openai-compatible'
import { createResponsesHandler } from '../../../../main/providers/openai-responses'
import type { ApiHandler, ApiStreamEvent } from '../../../../main/providers/provider'
import { ProviderError } from '../../../../main/providers/provider-error'
import { limitsFor, type RequestLimits } from '../../../../main/providers/request-watch'
import { anthropicAt, askInVain, joined, openAiAt, request } from '../../../support/model-server/ask-model'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server'
import type { Fault, ScriptedAnswer } from '../../../support/model-server/scripted-answer'
import { NEVER_MS } from '../../../support/eventually'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (script: Parameters<typeof startModelServer>[0]): Promise<ModelServer> => {
  server = await startModelServer(script)
  return server
}

const quick: RequestLimits = { firstEventMs: 150, idleMs: 150, answerMs: 5000 }
const makeHandler = (choice: ApiChoice, limits: RequestLimits): ApiHandler => {
  const resolved = { ...resolveChoice(choice), limits }
  if (choice.providerId === 'anthropic') return createAnthropicHandler(resolved)
  return choice.modelId === 'gpt-6.1-sol' ? createResponsesHandler(resolved) : createOpenAiHandler(resolved)
}
const responsesAt = (at: Parameters<typeof openAiAt>[0]): ApiChoice => openAiAt(at, { modelId: 'gpt-6.1-sol' })
const protocols = [
  ['Anthropic’s', anthropicAt],
  ['OpenAI’s', openAiAt],
  ['OpenAI’s newer', responsesAt],
] as const

async function failed(handler: ApiHandler, signal = new AbortController().signal) {
  const events: ApiStreamEvent[] = []
  try {
    for await (const event of handler.createMessage(request(), signal)) events.push(event)
  } catch (error) {
    return { events, error }
  }
  return { events, error: undefined }
}

/** Every byte in the long run. */
const step = process.env['COUNTERSIGN_LONG'] === '1' ? 1 : 7

const answer: ScriptedAnswer = {
  pieces: [
    { thinking: 'Grüße — 😀.' },
    'Ein 😀 zum Testen.',
    { tool: 'write_to_file', input: { path: 'ä.txt', content: 'Zeile\n"😀"' }, cut: 5, id: 'call_1' },
  ],
  usage: { input: 1, output: 2 },
}

describe.each(protocols)('a stream in %s protocol', (_name, choose) => {
  it('tells the same wherever its bytes are split', async () => {
    const offsets = await offsetsOf(choose, step)
    const at = await serve((_request, index) => ({ ...answer, splitAt: offsets[index] }))
    const whole = joined((await failed(makeHandler(choose(at), limitsFor()))).events)
    expect(whole.at(-1)).toMatchObject({ type: 'end', stopReason: 'tool_use' })
    await inTurns(offsets.length - 1, async () => {
      const { events, error } = await failed(makeHandler(choose(at), limitsFor()))
      expect(error).toBeUndefined()
      expect(joined(events)).toEqual(whole)
    })
    expect(at.requests).toHaveLength(offsets.length)
  }, 120_000)

  it('is a failure wherever it ends too early, and tells no more than what came', async () => {
    const offsets = await offsetsOf(choose, step * 2)
    const at = await serve((_request, index) =>
      index < offsets.length ? { ...answer, fault: { at: offsets[index], kind: 'end' } } : answer,
    )
    const cut: ApiStreamEvent[][] = []
    await inTurns(offsets.length, async () => {
      const { events, error } = await failed(makeHandler(choose(at), limitsFor()))
      cut.push(events)
      if (events.at(-1)?.type !== 'end') expect(error).toBeInstanceOf(ProviderError)
    })
    const whole = (await failed(makeHandler(choose(at), limitsFor()))).events.filter((event) => event.type !== 'usage')
    for (const events of cut) {
      const content = events.filter((event) => event.type !== 'usage')
      const ended = content.at(-1)?.type === 'end'
      if (!ended) expect(content).toEqual(whole.slice(0, content.length))
    }
    expect(cut.filter((events) => events.at(-1)?.type !== 'end').length).toBeGreaterThan(offsets.length / 2)
  }, 120_000)
})

/** Places in the bytes of the answer, this far apart. */
async function offsetsOf(choose: (typeof protocols)[number][1], apart: number): Promise<number[]> {
  const at = await startModelServer([answer])
  const { baseUrl } = choose(at)
  const path = choose === anthropicAt ? '/v1/messages' : choose === openAiAt ? '/chat/completions' : '/responses'
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body: JSON.stringify({ model: 'x' }) })
  const size = (await response.arrayBuffer()).byteLength
  await at.close()
  return Array.from({ length: size / apart }, (_, index) => index * apart)
}

/** Runs `work` so many times, a few at once. */
async function inTurns(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

const event = (data: object, name?: string): string => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
const faultKinds: readonly Fault['kind'][] = ['hang', 'drop', 'reset', 'end']

/** Events that no server should send, by protocol. */
const wrongEvents: Readonly<Record<string, { readonly anthropic: string; readonly openai: string; readonly responses: string }>> = {
  'no JSON': {
    anthropic: 'event: content_block_delta\ndata: {"type":\n\n',
    openai: 'data: {"choices":\n\n',
    responses: 'data: {"type":\n\n',
  },
  null: { anthropic: 'event: message_start\ndata: null\n\n', openai: 'data: null\n\n', responses: 'data: null\n\n' },
  'a list': { anthropic: 'event: message_start\ndata: []\n\n', openai: 'data: []\n\n', responses: 'data: []\n\n' },
  'wrong types': {
    anthropic: event({ type: 'content_block_delta', index: 'x', delta: {} }, 'content_block_delta'),
    openai: event({ choices: [{ delta: { content: 7 } }] }),
    responses: event({ type: 'response.output_text.delta', output_index: 0, delta: 7 }),
  },
  'a piece of nothing': {
    anthropic: event({ type: 'content_block_delta', index: 1e9, delta: { type: 'text_delta', text: 'x' } }, 'content_block_delta'),
    openai: event({ choices: [{ delta: { tool_calls: [{ index: 1e9, function: { arguments: '{}' } }] } }] }),
    responses: event({ type: 'response.function_call_arguments.delta', output_index: 1e9, delta: '{}' }),
  },
  'a block that begins twice': {
    anthropic: event({ type: 'content_block_start', index: 77, content_block: { type: 'text', text: '' } }, 'content_block_start').repeat(
      2,
    ),
    openai: event({ choices: 'none' }),
    responses: event({
      type: 'response.output_item.added',
      output_index: 77,
      item: { type: 'function_call', call_id: 'a', name: 'b' },
    }).repeat(2),
  },
  'a tool call without a name': {
    anthropic: event({ type: 'content_block_start', index: 78, content_block: { type: 'tool_use', id: 'a' } }, 'content_block_start'),
    openai: event({ choices: [{ delta: { tool_calls: [{ index: 78, id: 'a' }] } }] }),
    responses: event({ type: 'response.output_item.added', output_index: 78, item: { type: 'function_call', call_id: 'a' } }),
  },
  'an error': {
    anthropic: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
    openai: event({ error: { message: 'Overloaded', code: 503 } }),
    responses: event({ type: 'error', code: 'server_error', message: 'Overloaded' }, 'error'),
  },
}

describe.each(protocols)('a fault in %s protocol', (_name, choose) => {
  const positions = [0, 1, 60, 250, 700, 1100]
  it.each(faultKinds)('%s is noticed wherever it happens, and the next request works', async (kind) => {
    const script = positions.flatMap((at) => [{ ...answer, fault: { at, kind } }, answer])
    const at = await serve(script)
    for (const position of positions) {
      const started = performance.now()
      const { events, error } = await failed(makeHandler(choose(at), quick))
      expect(error, `at ${position}`).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ facts: { kind: expect.stringMatching(/^(network|protocol)$/) } })
      expect(events.some((each) => each.type === 'end' || each.type === 'tool_call_end')).toBe(false)
      expect(performance.now() - started).toBeLessThan(NEVER_MS)
      expect((await failed(makeHandler(choose(at), limitsFor()))).error).toBeUndefined()
    }
  })

  it.each(Object.entries(wrongEvents))('%s is refused wherever it comes, and the next request works', async (_fault, raw) => {
    const rawEvents = [choose === anthropicAt ? raw.anthropic : choose === openAiAt ? raw.openai : raw.responses]
    const beginnings: ScriptedAnswer['pieces'][] = [[], ['text'], [{ thinking: 'hm' }], [{ tool: 'read_file', input: { path: 'a' } }]]
    const at = await serve(beginnings.flatMap((pieces) => [{ pieces, rawEvents }, answer]))
    for (const pieces of beginnings) {
      const { events, error } = await failed(makeHandler(choose(at), quick))
      expect(error, JSON.stringify(pieces)).toBeInstanceOf(ProviderError)
      expect(events.some((each) => each.type === 'end')).toBe(false)
      expect((await failed(makeHandler(choose(at), limitsFor()))).error).toBeUndefined()
    }
  })
})

describe.each(protocols)('silence in %s protocol', (_name, choose) => {
  it('before an answer is a failure of the network, in words', async () => {
    const at = await serve([{ waits: true }])
    const { error } = await failed(makeHandler(choose(at), { ...quick, firstEventMs: 1000 }))
    expect(error).toMatchObject({ facts: { kind: 'network', message: `${new URL(at.url).host} has sent nothing for 1 second.` } })
  })

  it('is not broken by chatter that tells nothing', async () => {
    const chatter = choose === anthropicAt ? 'event: ping\ndata: {"type":"ping"}\n\n' : 'data: {"type":"x","choices":[]}\n\n'
    const at = await serve([
      { pieces: ['a'], rawEvents: Array.from({ length: 10 }, () => chatter), fault: { at: 100_000, kind: 'hang' }, withoutEnd: true },
    ])
    const { error } = await failed(makeHandler(choose(at), quick))
    expect(error).toMatchObject({ facts: { kind: 'network', message: expect.stringContaining('has sent nothing') } })
  })

  it('of a reader that takes its time is none', async () => {
    const at = await serve([answer])
    const read: ApiStreamEvent[] = []
    for await (const each of makeHandler(choose(at), { ...quick, firstEventMs: 10_000, idleMs: 1_000 }).createMessage(
      request(),
      new AbortController().signal,
    )) {
      const until = performance.now() + (read.length === 3 ? 1_500 : 0)
      while (performance.now() < until) await new Promise(setImmediate)
      read.push(each)
    }
    expect(read.at(-1)?.type).toBe('end')
  })

  it('is no excuse for an answer without end', async () => {
    const at = await serve([{ pieces: ['a', { gate: true }, 'b'] }])
    const { error } = await failed(makeHandler(choose(at), { firstEventMs: 5000, idleMs: 5000, answerMs: 100 }))
    expect(error).toMatchObject({ facts: { kind: 'network', message: expect.stringContaining('did not finish its answer') } })
  })
})

describe.each(protocols)('cancelling in %s protocol', (_name, choose) => {
  const states: Readonly<Record<string, ScriptedAnswer>> = {
    'before the status line': { waits: true },
    'before the first event': { ...answer, fault: { at: 0, kind: 'hang' } },
    'inside an event': { ...answer, fault: { at: 300, kind: 'hang' } },
    'between two events': { pieces: ['a', { gate: true }, 'b'] },
  }
  it.each(Object.entries(states))('%s ends at once with its reason, and closes the connection', async (_state, script) => {
    const at = await serve([script])
    const controller = new AbortController()
    const ended = failed(makeHandler(choose(at), limitsFor()), controller.signal)
    const arrived = await at.waitForRequest(1)
    await new Promise(setImmediate)
    const started = performance.now()
    const reason = new Error('the person cancelled')
    controller.abort(reason)
    expect((await ended).error).toBe(reason)
    expect(performance.now() - started).toBeLessThan(NEVER_MS)
    await arrived.closed
  })

  it('before it began asks nobody', async () => {
    const at = await serve([answer])
    const { error } = await askInVain(choose(at), {}, AbortSignal.abort('no'))
    expect(error).toBe('no')
  })

  it('by leaving the loop closes the connection too', async () => {
    const at = await serve([{ pieces: ['a', { gate: true }, 'b'] }])
    for await (const each of makeHandler(choose(at), limitsFor()).createMessage(request(), new AbortController().signal)) {
      if (each.type === 'text') break
    }
    await (await at.waitForRequest(1)).closed
  })
})
