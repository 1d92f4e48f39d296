import { CircleCheck } from 'lucide-react'
import type { ClineSayMessage, FileChange } from '../../shared/messages'
import { useActions, useApp } from '../store/app-context'
import { selectCwd, selectHomeDir } from '../store/selectors'
import { counted } from '../../shared/amounts'
import { shortPath } from '../words/short-path'
import { Button } from '../ui/button'
import { ChangeCount } from './change-count'
import { CopyButton } from './copy-button'
import { MessageText } from './markdown/message-text'
import styles from './completion-card.module.css'
import { VisibleText } from './visible-text'

type CompletionRow = Extract<ClineSayMessage, { say: 'completion_result' }>

/** The end of a task, below whose result the docked card says that it is completed: what was done, and which files it left changed. */
export function CompletionCard({ row }: { readonly row: CompletionRow }) {
  const { changes } = row.data
  return (
    <div className={styles.card}>
      <header className={styles.head}>
        <CircleCheck aria-hidden className={styles.icon} />
        <h2>{row.partial ? 'Finishing' : 'Result'}</h2>
        {!row.partial && row.text && <CopyButton text={() => row.text ?? ''} label="Copy result" />}
      </header>
      <MessageText text={row.text ?? ''} isStreaming={row.partial ?? false} />
      {changes.length > 0 && <ChangedFiles changes={changes} />}
    </div>
  )
}

const SHOWN_FILES = 6

function ChangedFiles({ changes }: { readonly changes: readonly FileChange[] }) {
  const { showSidePanelTab, askToUndo } = useActions()
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  return (
    <section className={styles.changes} aria-label="Changed files">
      <header className={styles.changesHead}>
        <h3>{counted(changes.length, 'changed file')}</h3>
        <span className={styles.actions}>
          <Button variant="ghost" size="small" onClick={() => showSidePanelTab('changes')}>
            Show changes
          </Button>
          <Button variant="ghost" size="small" onClick={() => askToUndo('all')}>
            Undo all
          </Button>
        </span>
      </header>
      <ul>
        {changes.slice(0, SHOWN_FILES).map((change) => (
          <li key={change.path} className={styles.file}>
            <code title={change.path}>
              <VisibleText text={shortPath(change.path, cwd, home)} />
            </code>
            <ChangeCount added={change.added} removed={change.removed} />
          </li>
        ))}
      </ul>
      {changes.length > SHOWN_FILES && <p className={styles.more}>{`and ${changes.length - SHOWN_FILES} more`}</p>}
    </section>
  )
}
