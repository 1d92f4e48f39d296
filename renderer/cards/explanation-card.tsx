import type { ClineSayMessage } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { FoldingCard } from './card-frame'
import styles from './explanation-card.module.css'
import { MessageText } from './markdown/message-text'
import toolStyles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type ExplanationRow = Extract<ClineSayMessage, { say: 'generate_explanation' }>

const marks: Readonly<Record<ExplanationRow['data']['status'], ToolStatus>> = { generating: 'running', complete: 'done', error: 'failed' }

/** Comments of the model on what changed, file by file. */
export function ExplanationCard({ row }: { readonly row: ExplanationRow }) {
  const { title, fromRef, toRef, status, note, comments = [] } = row.data
  return (
    <FoldingCard
      id={`${row.ts}:explanation`}
      opensByDefault
      title={
        <span className={toolStyles.call}>
          <ToolStatusMark status={marks[status]} />
          <span className={toolStyles.callWords}>
            <span className={toolStyles.verb}>{status === 'complete' ? 'Explained' : 'Explain'}</span>
            <VisibleText text={title} />
            <span className={toolStyles.aside}>
              {fromRef} → {toRef ?? 'the files as they are'}
            </span>
            {note && <span className={status === 'error' ? toolStyles.failed : toolStyles.aside}>{note}</span>}
          </span>
        </span>
      }
    >
      {comments.length > 0 && (
        <ul className={styles.comments}>
          {comments.map(({ path, line, text }, at) => (
            <li key={`${at}`} className={styles.comment}>
              <p className={styles.place}>
                <VisibleText text={`${path}:${line}`} />
              </p>
              <MessageText text={text} />
            </li>
          ))}
        </ul>
      )}
    </FoldingCard>
  )
}
