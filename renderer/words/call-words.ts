import type { BrowserStep } from '../../shared/browser'
import type { McpCall } from '../../shared/mcp'

export function mcpVerb({ type, status }: McpCall): string {
  if (type === 'access_mcp_resource') return 'Read'
  return status === 'done' ? 'Called' : 'Call'
}

export const mcpObject = ({ serverName, toolName, uri }: McpCall): string => `${toolName ?? uri ?? 'something'} of ${serverName}`

/** "open http://localhost:3000", "click 12,40". */
export const browserWords = ({ action, url, coordinate, text }: BrowserStep): string =>
  [action === 'launch' ? 'open' : action.replace('_', ' '), url ?? coordinate ?? text].filter(Boolean).join(' ')
