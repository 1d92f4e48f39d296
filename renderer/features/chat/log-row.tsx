import { memo, useMemo } from 'react'
import { RowCard } from '../../cards'
import { ReadsCard, useCalls } from '../../cards/reads-card'
import { readsLabel, rowLabel } from '../../cards/row-label'
import { useApp } from '../../store/app-context'
import type { LogEntry } from '../../store/log-entries'
import { selectRow } from '../../store/selectors'

interface LogRowProps {
  readonly entry: LogEntry
  readonly position: number
  readonly count: number
}

/** One article of the log. It alone is drawn again when its row changes. */
export const LogRow = memo(function LogRow({ entry, position, count }: LogRowProps) {
  const place = { 'aria-posinset': position, 'aria-setsize': count }
  return entry.kind === 'reads' ? <ReadsRow ts={entry.ts} rows={entry.rows} place={place} /> : <SingleRow ts={entry.ts} place={place} />
})

interface Place {
  readonly 'aria-posinset': number
  readonly 'aria-setsize': number
}

function SingleRow({ ts, place }: { readonly ts: number; readonly place: Place }) {
  const row = useApp(useMemo(() => selectRow(ts), [ts]))
  if (!row) return null
  return (
    <article aria-label={rowLabel(row)} {...place}>
      <RowCard row={row} />
    </article>
  )
}

function ReadsRow({ ts, rows, place }: { readonly ts: number; readonly rows: readonly number[]; readonly place: Place }) {
  const calls = useCalls(rows)
  return (
    <article aria-label={readsLabel(calls)} {...place}>
      <ReadsCard ts={ts} rows={rows} />
    </article>
  )
}
