import { ChevronRight, X } from 'lucide-react'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ClineMessage, ClineSayTool } from '../../shared/messages'
import { useApp, useOpened } from '../store/app-context'
import { type AppState } from '../store/app-store'
import { selectRow } from '../store/selectors'
import { ReasoningCard } from './reasoning-card'
import { CallTitle, ResultText } from './tool-card'
import styles from './tool-card.module.css'
import { failedCalls, readsSummary, toolVerb } from './tool-words'

interface ReadsCardProps {
  readonly ts: number
  readonly rows: readonly number[]
  readonly opensByDefault: boolean
}

/** A run of harmless reads: one line for all of them, and each with its result when it is opened. */
export function ReadsCard({ ts, rows, opensByDefault }: ReadsCardProps) {
  const calls = useCalls(rows)
  const [isOpen, setOpen] = useOpened(`${ts}:reads`, opensByDefault)
  const [only] = rows
  if (rows.length === 1 && only !== undefined) return <ReadItem ts={only} />
  return (
    <div className={styles.reads}>
      <button type="button" className={styles.readsToggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className={styles.chevron} aria-hidden />
        <span>{readsSummary(calls)}</span>
        {failedCalls(calls) > 0 && <X className={styles.failed} aria-hidden />}
      </button>
      {isOpen && (
        <ul className={styles.readsList}>
          {rows.map((each) => (
            <li key={each} className={styles.readsItem}>
              <ReadItem ts={each} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The calls of these rows, without the thoughts between them. */
export function useCalls(rows: readonly number[]): readonly ClineSayTool[] {
  const select = useMemo(
    () => (state: AppState) =>
      rows.flatMap((ts) => {
        const row = state.rows.byTs.get(ts)
        return row && isToolRow(row) ? [row.data] : []
      }),
    [rows],
  )
  return useApp(useShallow(select))
}

type ToolRow = ClineMessage & { readonly data: ClineSayTool }
const isToolRow = (row: ClineMessage): row is ToolRow => (row.type === 'say' ? row.say === 'tool' : row.ask === 'tool')

function ReadItem({ ts }: { readonly ts: number }) {
  const row = useApp(useMemo(() => selectRow(ts), [ts]))
  const [isOpen, setOpen] = useOpened(`${ts}:result`, false)
  if (!row) return null
  if (!isToolRow(row)) return <ReasoningCard row={row} />
  const { content, path } = row.data
  if (!content) return <CallTitle row={row} />
  return (
    <>
      <button type="button" className={styles.itemToggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <CallTitle row={row} />
      </button>
      {isOpen && <ResultText text={content} name={path ?? toolVerb(row.data)} />}
    </>
  )
}
