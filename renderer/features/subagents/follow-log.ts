import { initialExtensionState, type StateOp } from '../../../shared/extension-state'
import { applyStateOps } from '../../../shared/apply-state-ops'
import type { ClineMessage } from '../../../shared/messages'
import type { SubagentKey } from '../../../shared/subagents'
import type { AppBridge } from '../../bridge'

export interface FollowLogOptions {
  readonly sessionId: string
  readonly key: SubagentKey
  readonly show: (rows: readonly ClineMessage[]) => void
  /** There is no such log, with the sentence that says so. */
  readonly gone: (why: string) => void
}

/** Shows the log of one subagent and what changes in it, until what comes back is called. */
export function followLog(bridge: AppBridge, { sessionId, key, show, gone }: FollowLogOptions): () => void {
  let rows: ClineMessage[] | undefined
  let hasEnded = false
  const place = { sessionId, ...key }
  const take = (op: StateOp) => {
    // What came before the whole is in it.
    if (rows === undefined) return
    rows = applyStateOps({ ...initialExtensionState, clineMessages: rows }, [op]).clineMessages
    show(rows)
  }
  const stopListening = bridge.listen('subagent.row', (push) => {
    if (push.sessionId === sessionId && push.ts === key.ts && push.index === key.index) take(push.op)
  })
  void bridge.call('subagent.open', place).then((opened) => {
    if (hasEnded) return
    if (!opened.ok) return gone(opened.error.message)
    rows = opened.value.rows
    show(rows)
  })
  return () => {
    hasEnded = true
    stopListening()
    void bridge.call('subagent.close', place)
  }
}
