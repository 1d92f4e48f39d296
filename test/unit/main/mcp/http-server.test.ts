import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../../support/eventually'
import { callTool, testHub } from '../../../support/mcp/test-hub'

const Message = z.object({ id: z.number().optional(), method: z.string() })
const results: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'far', version: '1' } },
  'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
}

interface FarServer {
  readonly url: string
  /** The sessions that were ended by request. */
  readonly ended: readonly unknown[]
}

/** A server that answers each call of a tool with this status of HTTP, and everything else as it should; but an end maybe not at all. */
async function refusing(status: number, answersEnd = true): Promise<FarServer> {
  const ended: unknown[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method === 'DELETE') {
      ended.push(request.headers['mcp-session-id'])
      return answersEnd ? void response.writeHead(200).end() : undefined
    }
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = Message.parse(JSON.parse(body))
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'tools/call') return void response.writeHead(status).end('no')
    response
      .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`, ended }
}

it('waits for a sign-in when HTTP refuses a call, says so, and can be tried again without one', { timeout: 60_000 }, async () => {
  const { hub, until } = await testHub({ far: { type: 'http', url: (await refusing(401)).url } })
  hub.wake()
  await until('far', 'connected')
  expect(await callTool(hub, 'far/say')).toEqual({ ok: false, message: expect.stringMatching(/^it wants a sign-in first/) })
  expect(hub.list()[0]?.status).toBe('needs_auth')
  await hub.restart('far')
  await until('far', 'connected')
})

it('connects anew to a server that forgot its session', { timeout: 60_000 }, async () => {
  const { hub, until } = await testHub({ far: { type: 'http', url: (await refusing(404)).url } })
  hub.wake()
  await until('far', 'connected')
  expect(await callTool(hub, 'far/say')).toMatchObject({ ok: false, message: expect.stringMatching(/^it ended while it answered/) })
  await eventually(() => expect(hub.list()[0]?.status).toBe('connected'))
})

it.each([true, false])(
  'tells a server when its session is over, and waits for no answer (answers: %s)',
  { timeout: 60_000 },
  async (answersEnd) => {
    const { url, ended } = await refusing(500, answersEnd)
    const { hub, until } = await testHub({ far: { type: 'http', url } })
    hub.wake()
    await until('far', 'connected')
    await hub.stop('far')
    expect(ended).toEqual(['session-1'])
    expect(hub.log('far')).toBe('')
  },
)
