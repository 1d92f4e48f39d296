import type { CommandData } from '../../../shared/messages'
import type { AppState } from '../../store/app-store'

/** How far back a running command is looked for: its row is among the last, whatever else the turn wrote. */
const ROWS_LOOKED_AT = 40

/** The command that the task waits for now. Returns what is in the state, so it can be compared by identity. */
export function runningCommand(state: AppState): CommandData | undefined {
  if (state.main.taskState.kind !== 'running_tool') return undefined
  const { order, byTs } = state.rows
  for (let index = order.length - 1; index >= Math.max(0, order.length - ROWS_LOOKED_AT); index--) {
    const row = byTs.get(order[index] ?? 0)
    const data = row && commandOf(row)
    if (data?.status === 'running' && !data.background) return data
  }
  return undefined
}

function commandOf(row: NonNullable<ReturnType<AppState['rows']['byTs']['get']>>): CommandData | undefined {
  if (row.type === 'say') return row.say === 'command' ? row.data : undefined
  return row.ask === 'command' ? row.data : undefined
}
