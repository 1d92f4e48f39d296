import type { CallRow } from '../../shared/messages'
import type { McpCall } from '../../shared/mcp'
import { mcpObject, mcpVerb } from '../words/call-words'
import { CallLine } from './call-line'
import { VisibleText } from './visible-text'

/** A call of an MCP server: which tool of whom, and what came of it. */
export function McpCard({ row }: { readonly row: Extract<CallRow, { data: McpCall }> }) {
  const { data } = row
  return (
    <CallLine row={row} verb={mcpVerb(data)} note={data.note}>
      <VisibleText text={mcpObject(data)} />
    </CallLine>
  )
}
