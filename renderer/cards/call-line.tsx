import type { ReactNode } from 'react'
import type { CallRow } from '../../shared/messages'
import { CardFrame } from './card-frame'
import { Outcome } from './outcome'
import styles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'

export interface CallLineProps {
  readonly row: CallRow
  readonly verb: string
  readonly note: string | undefined
  /** What it is done to. */
  readonly children: ReactNode
}

/** A call as one line: its mark, what is done to what, and one line of what came of it. */
export function CallLine({ row, verb, note, children }: CallLineProps) {
  const { status } = row.data
  return (
    <CardFrame
      tone={status === 'awaiting_approval' ? 'waiting' : undefined}
      meta={row.type === 'ask' ? <Outcome row={row} /> : undefined}
      title={
        <span className={styles.call}>
          <ToolStatusMark status={status} />
          <span className={styles.callWords}>
            <span className={styles.verb}>{verb}</span>
            {children}
            {note && <span className={status === 'failed' ? styles.failed : styles.aside}>{note}</span>}
          </span>
        </span>
      }
    />
  )
}
