import { SquareTerminal } from 'lucide-react'
import { counted } from '../../../shared/amounts'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { classNames } from '../../ui/class-names'
import { useActing } from '../composer/use-acting'
import { runAction } from '../palette/app-actions'
import styles from './task-header.module.css'

const selectJobs = (state: AppState) => state.main.jobs

/** How many commands go on in the background, and whether one of them waits for the person; leads to them. */
export function JobsButton() {
  const acting = useActing()
  const going = useApp(selectJobs).filter(({ state }) => state !== 'ended')
  if (going.length === 0) return null
  const waiting = going.filter(({ state }) => state === 'waiting').length
  const words = `${counted(going.length, 'command')} in the background${waiting > 0 ? `, ${waiting} waiting for input` : ''}`
  return (
    <button
      type="button"
      className={classNames(styles.usage, waiting > 0 && styles.waits)}
      aria-label={words}
      title={words}
      onClick={() => runAction(acting, 'panel.terminal')}
    >
      <SquareTerminal aria-hidden />
      {waiting > 0 ? (
        <>
          <span className={styles.waitsWords}>{`${waiting} waiting for input`}</span>
          <span className={styles.waitsCount}>{waiting}</span>
        </>
      ) : (
        <span>{going.length}</span>
      )}
    </button>
  )
}
