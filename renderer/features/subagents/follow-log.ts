import { initialExtensionState } from '../../../shared/extension-state'
import { applyStateOps } from '../../../shared/apply-state-ops'
import type { Push } from '../../../shared/ipc'
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

/** Shows the log of one subagent and each change of it once, until what comes back is called. */
export function followLog(bridge: AppBridge, { sessionId, key, show, gone }: FollowLogOptions): () => void {
  let log: { readonly rows: ClineMessage[]; readonly seq: number } | undefined
  let early: Push<'subagent.row'>[] = []
  let hasEnded = false
  const place = { sessionId, ...key }
  const take = ({ seq, op }: Push<'subagent.row'>) => {
    // It is in the whole, which may come before it.
    if (log === undefined || seq <= log.seq) return
    log = { rows: applyStateOps({ ...initialExtensionState, clineMessages: log.rows }, [op]).clineMessages, seq }
  }
  const stopListening = bridge.listen('subagent.row', (push) => {
    if (push.sessionId !== sessionId || push.ts !== key.ts || push.index !== key.index) return
    if (log === undefined) return void early.push(push)
    take(push)
    show(log.rows)
  })
  void bridge.call('subagent.open', place).then((opened) => {
    if (hasEnded) return
    if (!opened.ok) return gone(opened.error.message)
    log = opened.value
    for (const push of early) take(push)
    early = []
    show(log.rows)
  })
  return () => {
    hasEnded = true
    stopListening()
    void bridge.call('subagent.close', place)
  }
}
