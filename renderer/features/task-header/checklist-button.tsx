import { Circle, CircleCheck, ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { doneOf, readChecklist } from '../../../shared/checklist'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { classNames } from '../../ui/class-names'
import { Popover } from '../../ui/popover'
import styles from './task-header.module.css'

const selectProgress = ({ rows }: AppState) => (rows.progress === undefined ? undefined : rows.byTs.get(rows.progress)?.text)

/** How far the agent's own checklist is; its items one click or key away. */
export function ChecklistButton() {
  const text = useApp(selectProgress)
  const list = useMemo(() => readChecklist(text ?? ''), [text])
  if (!list) return null
  const count = `${doneOf(list)} of ${list.items.length}`
  return (
    <Popover
      label="Checklist"
      align="end"
      side="bottom"
      trigger={
        <button type="button" className={styles.usage} aria-label={`Checklist: ${count} done`} title={`Checklist: ${count} done`}>
          <ListChecks aria-hidden />
          <span>{count}</span>
        </button>
      }
    >
      <ul className={styles.checklist}>
        {list.items.map(({ text: words, isDone }, at) => (
          // Two items may have the same words; their place is what tells them apart.
          <li key={`${at} ${words}`} className={classNames(styles.item, isDone && styles.itemDone)}>
            {isDone ? <CircleCheck role="img" aria-label="Done:" /> : <Circle role="img" aria-label="Open:" />}
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
