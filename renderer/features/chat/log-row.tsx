import { memo, useMemo } from 'react'
import { RowCard } from '../../cards'
import { BrowserCard, useSteps } from '../../cards/browser-card'
import { ErrorCard } from '../../cards/error-card'
import { ReadsCard, useCalls } from '../../cards/reads-card'
import { readsLabel, rowLabel } from '../../cards/row-label'
import { useApp } from '../../store/app-context'
import type { LogEntry } from '../../store/log-entries'
import { selectRow } from '../../store/selectors'
import { ErrorBoundary } from '../shell/error-boundary'

interface LogRowProps {
  readonly entry: LogEntry
  readonly position: number
}

/** One article of the log. It alone is drawn again when its row changes. */
export const LogRow = memo(function LogRow({ entry, position }: LogRowProps) {
  // The number of rows is left open: it grows, and to say it anew would draw every row again.
  const place = { 'aria-posinset': position, 'aria-setsize': -1 }
  return (
    <ErrorBoundary fallback={(error) => <BrokenRow error={error} place={place} />}>
      <EntryRow entry={entry} place={place} />
    </ErrorBoundary>
  )
})

function EntryRow({ entry, place }: { readonly entry: LogEntry; readonly place: Place }) {
  switch (entry.kind) {
    case 'row':
      return <SingleRow ts={entry.ts} place={place} />
    case 'reads':
      return <ReadsRow entry={entry} place={place} />
    case 'browser':
      return <BrowserRun entry={entry} place={place} />
  }
}

function BrowserRun({ entry: { ts, rows }, place }: { readonly entry: Extract<LogEntry, { kind: 'browser' }>; readonly place: Place }) {
  const steps = useSteps(rows)
  const last = steps.at(-1)
  if (!last) return null
  return (
    <article aria-label={steps.length === 1 ? rowLabel(last) : `${rowLabel(last)} (step ${steps.length})`} {...place}>
      <BrowserCard ts={ts} steps={steps} />
    </article>
  )
}

type ReadsEntry = Extract<LogEntry, { kind: 'reads' }>

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

function BrokenRow({ error, place }: { readonly error: Error; readonly place: Place }) {
  const message = 'This row could not be drawn. The task is not touched by it.'
  return (
    <article aria-label={`Error: ${message}`} {...place}>
      <ErrorCard id={`broken:${place['aria-posinset']}`} error={{ kind: 'bug', message, detail: error.stack ?? error.message }} />
    </article>
  )
}

function ReadsRow({ entry: { ts, rows, isListed = false }, place }: { readonly entry: ReadsEntry; readonly place: Place }) {
  const calls = useCalls(rows)
  return (
    <article aria-label={readsLabel(calls)} {...place}>
      <ReadsCard ts={ts} rows={rows} opensByDefault={isListed} />
    </article>
  )
}
