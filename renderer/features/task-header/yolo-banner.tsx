import { TriangleAlert } from 'lucide-react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { focusMessageBox } from '../composer/composer-focus'
import styles from './task-header.module.css'

const selectYolo = (state: AppState) => state.main.yoloModeToggled
const selectAll = (state: AppState) => state.main.autoApproveAllToggled

/** Says for as long as nothing is asked that nothing is asked, and ends it. */
export function YoloBanner() {
  const yolo = useApp(selectYolo)
  const all = useApp(selectAll)
  const { askAgain } = useActions()
  if (!yolo && !all) return null
  const turnOff = async () => {
    // The button leaves with what it ends.
    if ((await askAgain()) !== undefined) focusMessageBox()
  }
  return (
    <section className={styles.yolo} aria-label="Nothing is asked">
      <p role="status" className={styles.yoloWords}>
        <TriangleAlert aria-hidden />
        {yolo ? 'Yolo mode is on: everything runs without asking you.' : 'Everything runs without asking you.'}
      </p>
      <Button size="small" variant="danger" onClick={() => void turnOff()}>
        Turn off
      </Button>
    </section>
  )
}
