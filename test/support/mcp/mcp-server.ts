import type { McpServer } from '../../../shared/mcp'

/** A server as the window knows it, of which nothing is to be told but this. */
export const mcpServer = (name: string, status: McpServer['status'], more: Partial<McpServer> = {}): McpServer => ({
  name,
  status,
  changedValues: [],
  needsPrivateConsent: false,
  timeout: 60,
  tools: 0,
  brokenTools: 0,
  signedIn: false,
  revision: 1,
  logRevision: 1,
  ...more,
})
