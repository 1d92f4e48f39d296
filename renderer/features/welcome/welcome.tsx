import { useState } from 'react'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { FirstRun } from './first-run'
import { FolderChooser } from './folder-chooser'
import styles from './welcome.module.css'

/** The page, by which what leaves the window's other views finds it. */
export const WELCOME_ID = 'welcome'

const selectIsCompleted = (state: AppState) => state.main.welcomeViewCompleted

/** What stands where a task would be: the first run, and later the choice of a project. */
export function Welcome() {
  const isCompleted = useApp(selectIsCompleted)
  const [wasFirstRun] = useState(!isCompleted)
  return (
    <section id={WELCOME_ID} tabIndex={-1} className={styles.view} aria-label="Welcome">
      <div className={styles.page}>{isCompleted ? <FolderChooser takesFocus={wasFirstRun} /> : <FirstRun />}</div>
    </section>
  )
}
