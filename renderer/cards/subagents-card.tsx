import { counted } from '../../shared/amounts'
import type { CallRow } from '../../shared/messages'
import type { SubagentRun } from '../../shared/subagents'
import { CallLine } from './call-line'

/** Agents that a call started, and how they stand. */
export function SubagentsCard({ row }: { readonly row: Extract<CallRow, { data: SubagentRun }> }) {
  return (
    <CallLine row={row} verb="Agents:" note={row.data.note}>
      {counted(row.data.prompts.length, 'agent')}
    </CallLine>
  )
}
