import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { SignInStore } from '../../../../main/mcp/sign-in/sign-in-store'
import { SignIns } from '../../../../main/mcp/sign-in/sign-ins'
import { createSecretStore } from '../../../../main/storage/secret-store'
import { eventually } from '../../../support/eventually'
import { callTool, testHub } from '../../../support/mcp/test-hub'
import { tempFolder } from '../../../support/temp-folder'

const LONG = { timeout: 60_000 }
const Message = z.object({ id: z.number().optional(), method: z.string() })
const results: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'far', version: '1' } },
  'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
}

interface OldServer {
  readonly url: string
  readonly renewals: () => number
}

/** A server of the older form: its stream names where messages go, or nothing. It answers some with a status of HTTP. */
async function oldServer(statusOf: (method: string) => number, isSilent = false): Promise<OldServer> {
  let stream: ServerResponse | undefined
  let renewals = 0
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const json = (value: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/sse') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      stream = response
      if (!isSilent) response.write('event: endpoint\ndata: /messages\n\n')
      return undefined
    }
    if (request.url === '/token') {
      renewals += 1
      return void json({ access_token: `access-${renewals}`, refresh_token: `refresh-${renewals}`, token_type: 'Bearer' })
    }
    if (request.url?.startsWith('/.well-known/oauth-authorization-server'))
      return void json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    if (request.url !== '/messages') return void response.writeHead(404).end()
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { id, method } = Message.parse(JSON.parse(body))
    const status = statusOf(method)
    response.writeHead(status).end('no')
    if (id !== undefined && status === 202)
      stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? { content: [] } })}\n\n`)
    return undefined
  }
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { url: `${url}/sse`, renewals: () => renewals }
}

const refusingCalls = (status: number) => (method: string) => (method === 'tools/call' ? status : 202)

describe('a server of the older form', LONG, () => {
  it('can refuse a call, and the person is asked for a sign-in', async () => {
    const { hub, until } = await testHub({ far: { type: 'sse', url: (await oldServer(refusingCalls(401))).url } })
    hub.wake()
    await until('far', 'connected')
    expect(await callTool(hub, 'far/say')).toEqual({ ok: false, message: expect.stringMatching(/^it wants a sign-in first/) })
    expect(hub.list()[0]?.status).toBe('needs_auth')
  })

  it('is connected to anew when it forgot the session, and keeps it with any other refusal', async () => {
    const given = { gone: refusingCalls(404), broken: refusingCalls(500) }
    const entries = Object.entries(given).map(
      async ([name, statusOf]) => [name, { type: 'sse', url: (await oldServer(statusOf)).url }] as const,
    )
    const { hub, until } = await testHub(Object.fromEntries(await Promise.all(entries)))
    hub.wake()
    await Promise.all([until('gone', 'connected'), until('broken', 'connected')])
    expect(await callTool(hub, 'gone/say')).toMatchObject({ ok: false, message: expect.stringMatching(/^it ended while it answered/) })
    await eventually(() => expect(hub.list().find(({ name }) => name === 'gone')?.status).toBe('connected'))
    expect(await callTool(hub, 'broken/say')).toMatchObject({ ok: false, message: expect.stringContaining('HTTP 500') })
    expect(hub.list().find(({ name }) => name === 'broken')?.status).toBe('connected')
  })

  it('that never says where messages go is given up when its time is over', async () => {
    const { url } = await oldServer(() => 202, true)
    const { hub, until } = await testHub({ far: { type: 'sse', url } }, { timing: { startMs: 100, startsPerMinute: 1 } })
    hub.wake()
    expect((await until('far', 'failed')).problem).toContain('It did not answer within 0.1 s.')
  })

  it('that takes no renewed tokens either is given few of them, and then wants a sign-in', async () => {
    const { url, renewals } = await oldServer(() => 401)
    const secrets = createSecretStore({ file: `${await tempFolder()}/secrets.json` })
    const store = new SignInStore(secrets, () => undefined)
    const tokens = { access_token: 'access-0', refresh_token: 'refresh-0', token_type: 'Bearer', issuer: new URL(url).origin }
    await store.set('far', url, { tokens, client: { client_id: 'client-1' } })
    const signIn = new SignIns({ store, openBrowser: () => Promise.reject(new Error('Nobody is asked.')) })
    const { hub, until } = await testHub({ far: { type: 'sse', url } }, { signIn })
    hub.wake()
    await until('far', 'needs_auth')
    expect(renewals()).toBeGreaterThan(0)
    expect(renewals()).toBeLessThan(6)
  })
})
