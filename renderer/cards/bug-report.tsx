import type { BugReport, ClineAskMessage } from '../../shared/messages'
import styles from './bug-report.module.css'
import { FoldingCard } from './card-frame'
import { Outcome } from './outcome'
import { useStandingOfAsk } from './standing-of-ask'
import toolStyles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type ReportRow = Extract<ClineAskMessage, { ask: 'report_bug' }>

/** A report in the log, where it is folded: while it waits, it is read in the card above the message box. */
export function BugReportCard({ row }: { readonly row: ReportRow }) {
  const status = useStandingOfAsk(row)
  const title = (
    <span className={toolStyles.call}>
      <ToolStatusMark status={status} />
      <span className={toolStyles.callWords}>
        <span className={toolStyles.verb}>Report:</span>
        <VisibleText text={row.data.title} />
      </span>
    </span>
  )
  return (
    <FoldingCard
      id={`${row.ts}:report`}
      opensByDefault={false}
      tone={status === 'awaiting_approval' ? 'waiting' : undefined}
      title={title}
      meta={<Outcome row={row} />}
    >
      <div className={styles.body}>
        <BugReportText report={row.data} />
      </div>
    </FoldingCard>
  )
}

const parts: readonly (readonly [part: keyof BugReport, name: string])[] = [
  ['title', 'Title'],
  ['what_happened', 'What happened'],
  ['steps_to_reproduce', 'Steps to reproduce'],
  ['api_request_output', 'API request output'],
  ['additional_context', 'Additional context'],
  ['provider_and_model', 'Provider and model'],
  ['operating_system', 'Operating system'],
  ['system_info', 'System'],
  ['app_version', 'App version'],
]

/** A report word for word, as it would stand on the page that is opened. */
export function BugReportText({ report }: { readonly report: BugReport }) {
  return (
    <dl className={styles.report}>
      {parts.map(([part, name]) => {
        const text = report[part] ?? ''
        return text === '' ? null : <Part key={part} name={name} text={text} />
      })}
    </dl>
  )
}

const Part = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <VisibleText text={text} />
    </dd>
  </>
)
