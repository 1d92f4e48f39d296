import { memo, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ClineMessage } from '../../../shared/messages'
import type { SubagentKey } from '../../../shared/subagents'
import { RowCard } from '../../cards'
import { LogOwner } from '../../cards/log-owner'
import { rowLabel } from '../../cards/row-label'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { shownRows } from '../../store/log-entries'
import { Dialog } from '../../ui/dialog'
import { scrollByKey } from '../chat/log-keys'
import { useFollowEnd } from '../chat/use-follow-end'
import { followLog } from './follow-log'
import styles from './subagent-log.module.css'

const selectKey = (state: AppState) => state.ui.subagentLog
const selectSessionId = (state: AppState) => state.main.currentSessionId

/** The log of one subagent, while it works and after. Draws nothing while none is opened. */
export function SubagentLog() {
  const key = useApp(selectKey)
  const sessionId = useApp(selectSessionId)
  const { closeSubagentLog } = useActions()
  return (
    <Dialog
      open={key !== undefined && sessionId !== undefined}
      onOpenChange={(open) => !open && closeSubagentLog()}
      title={`Log of agent ${key?.index ?? ''}`}
      size="wide"
    >
      {key && sessionId !== undefined && <Rows key={`${sessionId}-${key.ts}-${key.index}`} sessionId={sessionId} subagent={key} />}
    </Dialog>
  )
}

function Rows({ sessionId, subagent }: { readonly sessionId: string; readonly subagent: SubagentKey }) {
  const bridge = useBridge()
  const [rows, setRows] = useState<readonly ClineMessage[]>([])
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => followLog(bridge, { sessionId, key: subagent, show: setRows, gone: setTrouble }), [bridge, sessionId, subagent])
  const shown = useMemo(() => shownRows(rows), [rows])
  const { box, scrollToEnd, followIfAtEnd } = useFollowEnd(true)
  useLayoutEffect(followIfAtEnd, [followIfAtEnd, rows])
  if (trouble !== undefined) return <p role="alert">{trouble}</p>
  return (
    <div
      ref={box}
      className={styles.rows}
      role="log"
      aria-label={`Log of agent ${subagent.index}`}
      // Streamed text is not read out piece by piece.
      aria-live="off"
      tabIndex={0}
      onKeyDown={(event) => scrollByKey(event, scrollToEnd)}
    >
      <LogOwner value={subagent}>
        {shown.map((row) => (
          <Row key={row.ts} row={row} />
        ))}
      </LogOwner>
    </div>
  )
}

/** Drawn again only when it has changed. */
const Row = memo(function Row({ row }: { readonly row: ClineMessage }) {
  return (
    <article className={styles.row} aria-label={rowLabel(row)}>
      <RowCard row={row} />
    </article>
  )
})
