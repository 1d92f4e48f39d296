import { useMemo, useState } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHistory, selectHomeDir, selectMode } from '../../store/selectors'
import { StatusGlyph } from '../../ui/status-glyph'
import { ageOf, momentOf } from '../../words/age'
import { lastPart, tilde } from '../../words/short-path'
import { VisibleText } from '../../cards/visible-text'
import { approvalWords } from './approval-words'
import styles from './chat-view.module.css'

const selectApprovalWords = (state: AppState) => approvalWords(state.main)

/** What stands in a session that has no task yet: where it works, what it may do, and what was done here before. */
export function EmptyTask() {
  const cwd = useApp(selectCwd) ?? ''
  const home = useApp(selectHomeDir)
  const mode = useApp(selectMode)
  const allowed = useApp(selectApprovalWords)
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
      <RecentTasks cwd={cwd} />
    </div>
  )
}

const SHOWN_TASKS = 5

/** The last tasks of this folder, to go on with one of them. */
function RecentTasks({ cwd }: { readonly cwd: string }) {
  const history = useApp(selectHistory)
  const { openTask } = useActions()
  const recent = useMemo(() => {
    const here = history.filter((item) => item.cwd === cwd)
    return here.toSorted((a, b) => b.ts - a.ts).slice(0, SHOWN_TASKS)
  }, [history, cwd])
  const [now] = useState(() => Date.now())
  if (recent.length === 0) return null
  return (
    <section className={styles.recent} aria-label="Recent tasks in this project">
      <h3 className={styles.recentTitle}>Or go on with an earlier task</h3>
      <ul>
        {recent.map((item) => (
          <li key={item.id}>
            <button type="button" className={styles.recentTask} onClick={() => void openTask(item.id)}>
              <StatusGlyph state={item.status} />
              <span className={styles.recentWords} dir="auto">
                {item.task.slice(0, TITLE_CHARACTERS)}
              </span>
              <time dateTime={new Date(item.ts).toISOString()} title={momentOf(item.ts)}>
                {ageOf(item.ts, now)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const TITLE_CHARACTERS = 160
