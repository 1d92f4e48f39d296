import { afterEach, describe, expect, it } from 'vitest'
import { classifyError } from '../../../../main/providers/classify-error'
import { resolveChoice } from '../../../../main/providers/create-api-handler'
import type { ProviderErrorKind } from '../../../../main/providers/provider-error'
import { anthropicAt, askInVain, failureOf, openAiAt } from '../../../support/model-server/ask-model'
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server'
import { refuses, type ScriptedAnswer } from '../../../support/model-server/scripted-answer'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (...answers: ScriptedAnswer[]): Promise<ModelServer> => {
  server = await startModelServer(answers)
  return server
}
const html: ScriptedAnswer = { body: '<!doctype html><h1>Welcome</h1>', headers: { 'content-type': 'text/html; charset=utf-8' } }

const statuses: readonly [number, string, ProviderErrorKind][] = [
  [400, 'invalid_request_error', 'bad_request'],
  [401, 'authentication_error', 'auth'],
  [402, 'billing_error', 'billing'],
  [403, 'permission_error', 'auth'],
  [404, 'not_found_error', 'not_found'],
  [408, 'timeout', 'busy'],
  [409, 'conflict', 'busy'],
  [413, 'request_too_large', 'context_window'],
  [422, 'unprocessable', 'bad_request'],
  [425, 'too_early', 'busy'],
  [429, 'rate_limit_error', 'limit'],
  [429, 'overloaded_error', 'busy'],
  [429, 'insufficient_quota', 'billing'],
  [400, 'context_length_exceeded', 'context_window'],
  [403, 'enforced_spend_limit_reached', 'billing'],
  [500, 'api_error', 'busy'],
  [502, 'bad_gateway', 'busy'],
  [503, 'unavailable', 'busy'],
  [504, 'gateway_timeout', 'busy'],
  [529, 'overloaded_error', 'busy'],
]

describe('classifyError', () => {
  it.each(statuses)('calls %i %s what it is, in both protocols', async (status, code, kind) => {
    const at = await serve(refuses(status, code, 'Words of the provider.'), refuses(status, code, 'Words of the provider.'))
    for (const choice of [anthropicAt(at), openAiAt(at)]) {
      const facts = await failureOf(choice)
      expect(facts).toMatchObject({ kind, status, detail: 'Words of the provider.', requestId: 'req_scripted' })
      expect(facts.message).toMatch(/^[A-Z0-9].*\.$/)
    }
    expect(at.requests).toHaveLength(2)
  })

  it.each([
    ['prompt is too long: 250000 tokens > 200000 maximum', 'context_window'],
    ["This model's maximum context length is 8192 tokens.", 'context_window'],
    ['Your credit balance is too low to access the API.', 'billing'],
    ['messages.0: something else', 'bad_request'],
  ])('reads the words "%s" where there is nothing else', async (words, kind) => {
    const at = await serve(refuses(400, 'invalid_request_error', words))
    expect(await failureOf(anthropicAt(at))).toMatchObject({ kind })
  })

  it('knows an error in the middle of a stream, and keeps what was said before it', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const upstream = {
      error: { code: 429, message: 'Slow down', metadata: { headers: { 'X-RateLimit-Reset': String(Date.now() + 30_000) } } },
    }
    const at = await serve(
      { pieces: ['half'], rawEvents: [`event: error\ndata: ${JSON.stringify(overloaded)}\n\n`] },
      { pieces: ['half'], rawEvents: [`data: ${JSON.stringify(upstream)}\n\n`] },
    )
    const first = await askInVain(anthropicAt(at))
    expect(first.error).toMatchObject({ facts: { kind: 'busy', detail: 'Overloaded' } })
    expect(
      first.events
        .filter((event) => event.type === 'text')
        .map((event) => event.text)
        .join(''),
    ).toBe('half')
    const second = await askInVain(openAiAt(at))
    expect(second.error).toMatchObject({ facts: { kind: 'limit', status: 429, retryAfterMs: expect.any(Number) } })
  })

  it('says how long a limit lasts', async () => {
    const at = await serve(refuses(429, 'rate_limit_error', 'Slow down', { 'retry-after': '42' }))
    expect(await failureOf(anthropicAt(at))).toMatchObject({ kind: 'limit', retryAfterMs: 42_000 })
  })

  it('tells a web page from a model, whatever its status', async () => {
    const at = await serve(html, { ...html, status: 404 }, { ...html, status: 403 }, html)
    for (const choice of [anthropicAt(at), anthropicAt(at), openAiAt(at), openAiAt(at)]) {
      const facts = await failureOf(choice)
      expect(facts.kind).toBe('protocol')
      expect(facts.message).toContain(choice.baseUrl)
      expect(facts.message).toContain('a web page')
      expect(facts.message).toContain('/v1')
    }
  })

  it('takes a page of a gateway in trouble for what its status says', async () => {
    const at = await serve({ ...html, status: 502 }, { ...html, status: 429 }, { ...html, status: 401 })
    expect(await failureOf(anthropicAt(at))).toMatchObject({ kind: 'busy' })
    expect(await failureOf(anthropicAt(at))).toMatchObject({ kind: 'limit' })
    expect(await failureOf(anthropicAt(at))).toMatchObject({ kind: 'auth' })
  })

  it('says of an address that does not exist to check it, and of a model that it is missing', async () => {
    const at = await serve({ status: 404, body: '' }, refuses(404, 'not_found_error', 'model: nope'), {
      status: 404,
      body: { error: { message: 'model "nope" not found, try pulling it first', type: 'api_error' } },
    })
    expect((await failureOf(openAiAt(at))).message).toContain('check the base address')
    expect((await failureOf(anthropicAt(at, { modelId: 'nope' }))).message).toBe(
      'Anthropic has no model "nope": choose another one in Settings.',
    )
    expect(await failureOf(openAiAt(at, { providerId: 'ollama', modelId: 'nope' }))).toMatchObject({
      kind: 'not_found',
      message: 'Ollama has no model "nope": run "ollama pull nope", or choose another model.',
    })
  })

  it('follows no redirect: the key stays here', async () => {
    const elsewhere = await startModelServer([])
    const at = await serve({ status: 307, headers: { location: `${elsewhere.url}/v1/messages` }, body: '' })
    const facts = await failureOf(anthropicAt(at))
    expect(facts).toMatchObject({ kind: 'protocol', status: 307 })
    expect(facts.message).toContain(elsewhere.url)
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  it('says that nothing answers at a port that is closed', async () => {
    const closed = await startModelServer([])
    await closed.close()
    for (const choice of [anthropicAt(closed), openAiAt(closed)]) {
      const facts = await failureOf(choice)
      expect(facts).toMatchObject({ kind: 'network', message: expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:\d+: /) })
    }
  })

  it('says that a missing key is missing without asking anybody', async () => {
    const at = await serve()
    const { apiKey: _apiKey, ...keyless } = anthropicAt(at)
    expect(await failureOf(keyless)).toMatchObject({
      kind: 'auth',
      message: 'Anthropic wants a key, and there is none: enter one in Settings.',
    })
    expect(await failureOf(anthropicAt(at, { apiKey: 'two\nlines' }))).toMatchObject({ kind: 'auth' })
    expect(at.requests).toEqual([])
  })

  it('never repeats the key, control characters or endless words', async () => {
    const at = await serve(refuses(401, 'authentication_error', `Bad key sk-secret-key \u001b[31m${'x'.repeat(9000)}`))
    const facts = await failureOf(anthropicAt(at))
    expect(JSON.stringify(facts)).not.toContain('sk-secret-key')
    expect(facts.detail).toMatch(/^Bad key … \[31mxxx/)
    expect(facts.detail?.length).toBeLessThan(4100)
  })

  it('names a certificate that is not trusted', () => {
    const { place } = resolveChoice({ providerId: 'openai', modelId: 'm', baseUrl: 'https://models.example/v1' })
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
    expect(classifyError(new TypeError('fetch failed', { cause }), place)).toMatchObject({
      facts: { kind: 'network', message: expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN') },
    })
  })

  it('leaves a mistake of ours what it is', () => {
    const { place } = resolveChoice({ providerId: 'openai', modelId: 'm' })
    const bug = new TypeError('x is not a function')
    expect(classifyError(bug, place)).toBe(bug)
  })
})
