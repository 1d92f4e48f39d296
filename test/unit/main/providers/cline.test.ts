import { describe, expect, it } from 'vitest'
import { AuthNetworkError } from '../../../../main/account/auth-service'
import { type ClineAccess } from '../../../../main/providers/cline'
import { createApiHandler } from '../../../../main/providers/create-api-handler'
import { ProviderError } from '../../../../main/providers/provider-error'
import type { ApiStreamEvent } from '../../../../main/providers/provider'
import { type ClineApiServer, startClineApi } from '../../../support/cline-api/cline-api-server'
import { signIn, testAccount } from '../../../support/cline-api/signed-in'
import { joined, request } from '../../../support/model-server/ask-model'
import { says } from '../../../support/model-server/scripted-answer'
import { eventually } from '../../../support/eventually'

const HEADERS = { 'User-Agent': 'Cline/1.2.3', 'X-PLATFORM': 'Countersign', 'X-IS-MULTIROOT': 'false' }
const withKey: ClineAccess = {
  getAuthToken: () => Promise.resolve('key-of-the-environment'),
  replaceToken: () => Promise.resolve(null),
  headers: HEADERS,
}

async function askCline(server: ClineApiServer, access: ClineAccess | undefined, signal = new AbortController().signal) {
  const handler = await createApiHandler({ providerId: 'cline', modelId: 'anthropic/claude-sonnet-5.5', baseUrl: server.url }, access)
  const events: ApiStreamEvent[] = []
  const tools = [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }]
  for await (const event of handler.createMessage(request({ tools, taskId: '01TASK' }), signal)) events.push(event)
  return joined(events)
}

async function failureOf(server: ClineApiServer, access?: ClineAccess | 'none') {
  const failed = await askCline(server, access === 'none' ? undefined : (access ?? withKey)).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failed instanceof ProviderError) return failed.facts
  throw new Error('Not a ProviderError', { cause: failed })
}

describe('the provider cline', () => {
  it('streams answers from the API’s address with the headers of the account', async () => {
    const server = await startClineApi()
    server.say({
      pieces: ['Hello.', { tool: 'read_file', input: { path: 'a' }, id: 'call_1' }],
      usage: { input: 10, output: 5, cacheReads: 4, cost: 0.25 },
    })
    expect(await askCline(server, withKey)).toEqual([
      { type: 'text', text: 'Hello.' },
      { type: 'tool_call_start', id: 'call_1', name: 'read_file' },
      { type: 'tool_call_delta', id: 'call_1', json: '{"path":"a"}' },
      { type: 'usage', inputTokens: 10, outputTokens: 5, cacheReadTokens: 4, cacheWriteTokens: 0, totalCost: 0.25 },
      { type: 'tool_call_end', id: 'call_1' },
      { type: 'end', stopReason: 'tool_use', rawReason: 'tool_calls', requestId: 'req_cline' },
    ])
    const [sent] = server.requests
    expect([sent?.method, sent?.path]).toEqual(['POST', '/api/v1/chat/completions'])
    const expected = {
      ...HEADERS,
      Authorization: 'Bearer key-of-the-environment',
      'X-Task-ID': '01TASK',
      'X-Title': 'Countersign',
      'HTTP-Referer': 'https://cline.bot',
    }
    for (const [name, value] of Object.entries(expected)) expect([name, sent?.header(name)]).toEqual([name, value])
    const body = JSON.parse(sent?.body ?? '') as Record<string, unknown>
    expect(body).toMatchObject({
      model: 'anthropic/claude-sonnet-5.5',
      stream: true,
      stream_options: { include_usage: true },
      usage: { include: true },
      tools: [{ type: 'function', function: { name: 'read_file' } }],
    })
    expect(JSON.stringify(body)).toContain('"cache_control":{"type":"ephemeral"}')
  })

  it('counts what the provider behind it costs', async () => {
    const server = await startClineApi()
    const usage = { prompt_tokens: 1, completion_tokens: 1, cost: 0.5, cost_details: { upstream_inference_cost: 0.25 } }
    server.say({ pieces: ['Hi.'], usage: null, rawEvents: [`data: ${JSON.stringify({ choices: [], usage })}\n\n`] })
    expect(await askCline(server, withKey)).toContainEqual(expect.objectContaining({ type: 'usage', totalCost: 0.75 }))
  })

  it('sends a sign-in as one, and renews a token that is refused, once', async () => {
    const account = await testAccount()
    await signIn(account)
    const access: ClineAccess = {
      getAuthToken: () => account.auth.getAuthToken(),
      replaceToken: (refused) => account.auth.replaceToken(refused),
      headers: {},
    }
    account.server.say(says('One.'), says('Two.'))
    await askCline(account.server, access)
    expect(account.server.to('/api/v1/chat')[0]?.header('authorization')).toBe('Bearer workos:access-token-1')
    account.server.tokens.access = 'another one by now'
    await askCline(account.server, access)
    const tokens = account.server.to('/api/v1/chat').map((sent) => sent.header('authorization'))
    expect(tokens.slice(1)).toEqual(['Bearer workos:access-token-1', 'Bearer workos:access-token-2'])
    account.server.misbehave('/api/v1/chat', { status: 401, body: { error: 'no' } }, true)
    expect(await failureOf(account.server, access)).toMatchObject({ kind: 'auth', status: 401 })
    expect(account.server.to('/api/v1/chat')).toHaveLength(5)
  })

  it('sends nothing while nobody is signed in, or when the token cannot be renewed now', async () => {
    const server = await startClineApi()
    const nobody = { ...withKey, getAuthToken: () => Promise.resolve(null) }
    expect(await failureOf(server, nobody)).toMatchObject({ kind: 'auth', message: expect.stringContaining('sign in under Settings') })
    expect(await failureOf(server, 'none')).toMatchObject({ kind: 'auth' })
    const offline = { ...withKey, getAuthToken: () => Promise.reject(new AuthNetworkError('It is down')) }
    expect(await failureOf(server, offline)).toMatchObject({ kind: 'network', detail: 'It is down' })
    expect(server.requests).toEqual([])
  })

  it.each([
    ['balance', 402, { code: 'insufficient_credits', message: 'x', details: { current_balance: 0 } }, 'billing', 'no credit left'],
    ['credits without a balance', 402, { code: 'insufficient_credits', message: 'x' }, 'billing', 'no credit left or has reached'],
    ['spendLimit', 403, { code: 'SPEND_LIMIT_EXCEEDED', message: 'x' }, 'billing', 'spending limit'],
    [
      'spendLimit in the details',
      403,
      { code: 'x', message: 'x', details: { code: 'SPEND_LIMIT_EXCEEDED' } },
      'billing',
      'spending limit: raise it, or ask',
    ],
    ['entitlement', 403, { code: 'ENTITLEMENT_ERROR', message: 'No such plan' }, 'billing', 'may not use anthropic/claude-sonnet-5.5'],
    ['organisation', 403, { code: 'ENTITLEMENT_ERROR', message: 'Your organization has no ClinePass' }, 'billing', 'personal account'],
    ['quota', 429, { code: 'INFERENCE_CAP_ERROR', message: 'x' }, 'billing', 'quota of your Cline account'],
    ['clinePass', 429, { code: 'x', message: 'Your weekly ClinePass limit is reached' }, 'billing', 'limit of your ClinePass'],
    ['rate limit', 429, { code: 'x', message: 'slow' }, 'limit', 'rate limit'],
    ['auth', 403, { code: 'x', message: 'slow' }, 'auth', 'refused the sign-in'],
    ['not auth: a request that does not fit', 422, { code: 'ERR_BAD_REQUEST', message: 'x' }, 'bad_request', 'refused the request'],
    ['not auth: a time-out', 408, { code: 'x', message: 'x' }, 'busy', 'busy'],
    ['not auth: no such model', 404, { code: 'x', message: 'x' }, 'not_found', 'has no model'],
  ])('tells what an error is: %s', async (...given) => {
    const [, status, error, kind, words] = given
    const server = await startClineApi()
    server.misbehave('/api/v1/chat', { status, body: { error } })
    const facts = await failureOf(server)
    expect(facts).toMatchObject({ kind, status, requestId: 'req_cline' })
    expect(facts.message).toContain(words)
    expect(server.requests).toHaveLength(1)
  })

  it('shows no token in what an API repeats', async () => {
    const server = await startClineApi()
    server.misbehave('/api/v1/chat', { status: 400, body: { error: { message: 'Bad header: Bearer key-of-the-environment' } } })
    expect(JSON.stringify(await failureOf(server))).not.toContain('key-of-the-environment')
    const refused = { status: 401, body: { error: { message: 'Not first-token' } } }
    server.misbehave('/api/v1/chat', refused)
    server.misbehave('/api/v1/chat', { status: 400, body: { error: { message: 'Not second-token either' } } })
    const renewing = {
      ...withKey,
      getAuthToken: () => Promise.resolve('workos:first-token'),
      replaceToken: () => Promise.resolve('workos:second-token'),
    }
    const facts = JSON.stringify(await failureOf(server, renewing))
    expect(facts).toContain('either')
    expect(facts).not.toContain('second-token')
    server.say({ pieces: ['Hi'], rawEvents: [`data: ${JSON.stringify({ error: { message: 'Broken: key-of-the-environment' } })}\n\n`] })
    expect(JSON.stringify(await failureOf(server))).not.toContain('key-of-the-environment')
  })

  it('ends when it is cancelled, and after an error in the middle of a stream', async () => {
    const server = await startClineApi()
    server.misbehave('/api/v1/chat', { fault: 'hang' })
    const stop = new AbortController()
    const asked = askCline(server, withKey, stop.signal)
    await eventually(() => expect(server.requests).toHaveLength(1))
    stop.abort(new Error('cancelled by hand'))
    await expect(asked).rejects.toThrow('cancelled by hand')
    const event = `data: ${JSON.stringify({ error: { code: 'insufficient_credits', message: 'Empty', details: { current_balance: -1 } } })}\n\n`
    server.say({ pieces: ['Half a'], rawEvents: [event] })
    expect(await failureOf(server)).toMatchObject({ kind: 'billing', message: expect.stringContaining('no credit left: add') })
  })
})
