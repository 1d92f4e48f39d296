import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir, selectMode } from '../../store/selectors'
import { Button } from '../../ui/button'
import { lastPart, tilde } from '../../words/short-path'
import { VisibleText } from '../../cards/visible-text'
import { approvalWords } from './approval-words'
import styles from './chat-view.module.css'

const selectApprovalWords = (state: AppState) => approvalWords(state.main)

/** What stands in a session that has no task yet: where it works, what it may do, and the first step. */
export function EmptyTask() {
  const cwd = useApp(selectCwd) ?? ''
  const home = useApp(selectHomeDir)
  const mode = useApp(selectMode)
  const allowed = useApp(selectApprovalWords)
  const { startDemo } = useActions()
  return (
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>{`New task in ${lastPart(cwd)}`}</h2>
      <p className={styles.emptyPath}>
        <VisibleText text={tilde(cwd, home)} />
      </p>
      <p>
        {mode === 'plan'
          ? 'Plan mode: the agent reads and proposes. Nothing is changed until you switch to Act.'
          : `Write below what should be done. ${allowed}`}
      </p>
      <p>
        <Button size="small" onClick={() => void startDemo()}>
          Try the demo task
        </Button>
      </p>
    </div>
  )
}
