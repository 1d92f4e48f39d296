import type { ClineSayTool } from '../../shared/messages'
import { CardFrame, FoldingCard } from './card-frame'
import { EditCard, PathText, type ToolCardProps, useShownPath } from './edit-card'
import { Outcome } from './outcome'
import styles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { isWebCall, lineRange, toolVerb, webWords } from './tool-words'
import { VisibleText } from './visible-text'

/** A call of a tool that is no command: an edit with its diff, or one line with what came of it. */
export function ToolCard({ row }: ToolCardProps) {
  const { tool } = row.data
  const isEdit = tool === 'editedExistingFile' || tool === 'newFileCreated' || tool === 'fileDeleted'
  return isEdit ? <EditCard row={row} /> : <CallCard row={row} />
}

function CallCard({ row }: ToolCardProps) {
  const { data } = row
  const tone = data.status === 'awaiting_approval' ? 'waiting' : undefined
  const title = <CallTitle row={row} />
  const meta = row.type === 'ask' ? <Outcome row={row} /> : undefined
  if (!data.content || data.status === 'drafting' || isWebCall(data)) {
    return <CardFrame tone={tone} title={title} meta={meta} />
  }
  return (
    <FoldingCard id={`${row.ts}:call`} opensByDefault={false} tone={tone} title={title} meta={meta}>
      <ResultText text={data.content} name={data.path ?? toolVerb(data)} />
    </FoldingCard>
  )
}

/** What was called with what, and one line of what came of it. */
export function CallTitle({ row }: ToolCardProps) {
  const { data } = row
  const range = lineRange(data)
  return (
    <span className={styles.call}>
      <ToolStatusMark status={data.status} />
      <span className={styles.callWords}>
        <CallWords data={data} />
        {data.regex !== undefined && (
          <span className={styles.for}>
            for{' '}
            <code>
              <VisibleText text={data.regex} />
            </code>
          </span>
        )}
        {data.filePattern && <span className={styles.aside}>{`in ${data.filePattern}`}</span>}
        {range && <span className={styles.aside}>{range}</span>}
        {data.also && <span className={styles.aside}>{`and ${data.also.length} more`}</span>}
        {data.note && (
          <span className={data.status === 'failed' ? styles.failed : styles.aside}>
            <VisibleText text={data.note} />
          </span>
        )}
      </span>
    </span>
  )
}

/** What is called with what: of the web, the very words that stand in the row. */
function CallWords({ data }: { readonly data: ClineSayTool }) {
  const path = useShownPath(data.path)
  if (isWebCall(data))
    return (
      <span className={styles.object} title={webWords(data)}>
        <VisibleText text={webWords(data)} />
      </span>
    )
  return (
    <>
      <span className={styles.verb}>{toolVerb(data)}</span>
      <PathText path={path} />
    </>
  )
}

const MOST_CHARACTERS = 60_000

/** What a tool gave back, as plain text. */
export function ResultText({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <pre className={styles.result} tabIndex={0} role="group" aria-label={`Result: ${name}`} dir="ltr">
      {text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n…` : text}
    </pre>
  )
}
