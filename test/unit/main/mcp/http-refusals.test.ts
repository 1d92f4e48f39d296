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

/** A server that answers each call of a tool with this status of HTTP, and everything else as it should. */
async function refusing(status: number): Promise<string> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = Message.parse(JSON.parse(body))
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'tools/call') return void response.writeHead(status).end('no')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`
}

it('waits for a sign-in when HTTP refuses a call, says so, and can be tried again without one', { timeout: 60_000 }, async () => {
  const { hub, until } = await testHub({ far: { type: 'http', url: await refusing(401) } })
  hub.wake()
  await until('far', 'connected')
  expect(await callTool(hub, 'far/say')).toEqual({ ok: false, message: expect.stringMatching(/^it wants a sign-in first/) })
  expect(hub.list()[0]?.status).toBe('needs_auth')
  await hub.restart('far')
  await until('far', 'connected')
})

it('connects anew to a server that forgot its session', { timeout: 60_000 }, async () => {
  const { hub, until } = await testHub({ far: { type: 'http', url: await refusing(404) } })
  hub.wake()
  await until('far', 'connected')
  expect(await callTool(hub, 'far/say')).toMatchObject({ ok: false, message: expect.stringMatching(/^it ended while it answered/) })
  await eventually(() => expect(hub.list()[0]?.status).toBe('connected'))
})
