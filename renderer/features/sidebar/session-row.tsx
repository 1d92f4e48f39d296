import { Ellipsis } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuItem } from '../../ui/menu'
import { StatusGlyph } from '../../ui/status-glyph'
import { ageOf, momentOf } from '../../words/age'
import { costOf } from '../../../shared/amounts'
import { lastPart } from '../../words/short-path'
import { type SidebarItem, rowName } from './session-groups'
import styles from './sidebar.module.css'

interface SessionRowProps {
  readonly item: SidebarItem
  readonly isCurrent: boolean
  /** Said only where it differs from the project that is open. */
  readonly showsProject: boolean
  readonly now: number
  readonly onOpen: (item: SidebarItem) => void
  /** Called when the line goes from where it is and takes the focus with it. */
  readonly onFocusLost: (row: string) => void
}

/** One session: its first words, how it stands, its age and cost, and what it waits for. */
export function SessionRow({ item, isCurrent, showsProject, now, onOpen, onFocusLost }: SessionRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const name = rowName(item)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost(name)
    }
  }, [onFocusLost, name])
  return (
    <li ref={row} className={styles.row} data-row={name} data-current={isCurrent || undefined}>
      <button type="button" className={styles.open} aria-current={isCurrent ? 'true' : undefined} onClick={() => onOpen(item)}>
        <StatusGlyph state={item.status} />
        <span className={styles.words}>
          <span className={styles.title} title={item.title} dir="auto">
            {firstWords(item.title)}
          </span>
          {item.waitsFor && <span className={styles.waitsFor}>{item.waitsFor}</span>}
          <span className={styles.facts}>
            {showsProject && <span className={styles.project}>{lastPart(item.cwd)}</span>}
            <time dateTime={new Date(item.ts).toISOString()} title={momentOf(item.ts)}>
              {ageOf(item.ts, now)}
            </time>
            {item.hasCost && <span>{costOf(item.cost)}</span>}
          </span>
        </span>
      </button>
      <RowMenu item={item} />
    </li>
  )
}

const TITLE_CHARACTERS = 120
const firstWords = (title: string): string => title.slice(0, TITLE_CHARACTERS).replace(/\s+/g, ' ').trim()

function RowMenu({ item }: { readonly item: SidebarItem }) {
  const { closeSession, deleteTask } = useActions()
  const [isAsking, setAsking] = useState(false)
  const { opens } = item
  const taskId = opens.taskId
  return (
    <span className={styles.menu}>
      <Menu align="end" trigger={<IconButton size="small" label={`More for ${firstWords(item.title)}`} icon={<Ellipsis aria-hidden />} />}>
        {opens.kind === 'session' && <MenuItem onSelect={() => void closeSession(opens.sessionId)}>Close session</MenuItem>}
        {taskId !== undefined && (
          <MenuItem danger onSelect={() => setAsking(true)}>
            Delete task…
          </MenuItem>
        )}
      </Menu>
      {taskId !== undefined && (
        <Dialog
          open={isAsking}
          onOpenChange={setAsking}
          size="small"
          title="Delete this task"
          description={`“${firstWords(item.title)}” and its chat are removed from the history. Files in the project stay as they are.`}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Keep task</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false)
                  void deleteTask(taskId)
                }}
              >
                Delete task
              </Button>
            </>
          }
        />
      )}
    </span>
  )
}
