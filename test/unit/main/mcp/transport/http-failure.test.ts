import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it } from 'vitest'
import { messageOf } from '../../../../../main/mcp/connection/connection'

const posted = (status: number, body: string) => new StreamableHTTPError(status, `Error POSTing to endpoint: ${body}`)
const event = Object.assign(new Event('error'), { code: 404, message: '' })

it.each([
  [posted(404, '<html><body>Not here</body></html>'), /^There is no MCP server of this kind at its address \(status 404\): correct .*\.$/],
  [new SseError(404, 'Non-200 status code (404)', event), /^There is no MCP server of this kind at its address \(status 404\)/],
  [new StreamableHTTPError(-1, 'Unexpected content type: text/html'), /^What answers at its address is no MCP server of this kind/],
  [new SseError(undefined, 'Invalid content type, expected "text/event-stream"', event), /^What answers at its address is no MCP server/],
  [
    posted(503, 'Down for the night.'),
    /^The server has a fault of its own \(status 503\): try again later.* It said: Down for the night\.$/,
  ],
  [
    posted(400, '{"jsonrpc":"2.0","error":{"code":-1,"message":"No session"}}'),
    /^The server did not take it \(status 400\)\. It said: No session$/,
  ],
  [posted(403, ''), /^The server lets nobody in with these headers \(status 403\): correct them, or ask who runs it\.$/],
  [posted(500, 'x'.repeat(10_000)), /^.{100,450}$/],
])('%s is told as a sentence that says how to go on', (error, words) => {
  expect(messageOf(error)).toMatch(words)
})
