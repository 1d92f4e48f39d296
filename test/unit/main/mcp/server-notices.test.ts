import { expect, it } from 'vitest'
import { ServerNotices } from '../../../../main/mcp/server-notices'
import { mcpServer as server } from '../../../support/mcp/mcp-server'

it('tells once of each server that is not there, and takes it back when it is', () => {
  const said: string[] = []
  const notices = new ServerNotices({ add: ({ code, text }) => said.push(`${code}: ${text}`), withdraw: (id) => said.push(`- ${id}`) })
  notices.tell([
    server('a', 'slow'),
    server('b', 'failed', { problem: 'It ended by itself.\nout of memory' }),
    server('c', 'connected'),
    server('d', 'idle'),
  ])
  notices.tell([server('a', 'slow'), server('b', 'failed', { problem: 'It ended by itself.\nout of memory' })])
  notices.tell([server('a', 'connected'), server('b', 'needs_auth')])
  expect(said).toEqual([
    'mcp_slow: The MCP server a takes long to start. Its tools join with the turn after it is there.',
    'mcp_failed: The MCP server b is not used: see MCP servers in the settings. It ended by itself.',
    '- mcp-a',
    'mcp_needs_auth: The MCP server b wants a sign-in: see MCP servers in the settings.',
  ])
})
