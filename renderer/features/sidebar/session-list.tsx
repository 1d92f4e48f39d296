import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useActions, useApp } from '../../store/app-context'
import { selectCurrentSessionId, selectCwd, selectHistory, selectSessions } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { focusMessageBox } from '../composer/composer-focus'
import { type SidebarItem, sessionGroups } from './session-groups'
import { SessionRow } from './session-row'
import styles from './sidebar.module.css'

interface SessionListProps {
  /** Called when the person went to another session. */
  readonly onLeave: () => void
}

/** All sessions: what waits for the person on top, then what runs, then the rest by day. */
export function SessionList({ onLeave }: SessionListProps) {
  const sessions = useApp(selectSessions)
  const history = useApp(selectHistory)
  const now = useMinute()
  const groups = useMemo(() => sessionGroups(sessions, history, now), [sessions, history, now])
  const open = useOpen(onLeave)
  const { list, onRowGone } = useRowFocus()
  const isEmpty = sessions.length === 0 && history.length === 0
  return (
    <div ref={list} className={styles.groups}>
      {groups.waiting.length > 0 && (
        <Group
          name="Sessions waiting for you"
          label="Waiting for you"
          items={groups.waiting}
          now={now}
          onOpen={open}
          onRowGone={onRowGone}
          isWaiting
        />
      )}
      {groups.running.length > 0 && (
        <Group name="Running sessions" label="Running" items={groups.running} now={now} onOpen={open} onRowGone={onRowGone} />
      )}
      {groups.earlier.map(({ day, items }) => (
        <Group key={day} name={`Earlier sessions, ${day}`} label={day} items={items} now={now} onOpen={open} onRowGone={onRowGone} />
      ))}
      {isEmpty && <p className={styles.empty}>Your tasks will stand here. Start one below “New task”.</p>}
    </div>
  )
}

interface GroupProps {
  readonly name: string
  readonly label: string
  readonly items: readonly SidebarItem[]
  readonly now: number
  readonly onOpen: (item: SidebarItem) => void
  readonly onRowGone: (row: string) => void
  readonly isWaiting?: boolean
}

function Group({ name, label, items, now, onOpen, onRowGone, isWaiting }: GroupProps) {
  const currentId = useApp(selectCurrentSessionId)
  const cwd = useApp(selectCwd)
  return (
    <section className={styles.group}>
      <h2 className={styles.groupName} data-waiting={isWaiting || undefined}>
        {label}
        {isWaiting && <Badge tone="waiting">{items.length}</Badge>}
      </h2>
      <ul aria-label={name}>
        {items.map((item) => (
          <SessionRow
            key={item.key}
            item={item}
            isCurrent={item.opens.kind === 'session' && item.opens.sessionId === currentId}
            showsProject={item.cwd !== cwd}
            now={now}
            onOpen={onOpen}
            onFocusLost={onRowGone}
          />
        ))}
      </ul>
    </section>
  )
}

function useOpen(onLeave: () => void): (item: SidebarItem) => void {
  const { openSession, openTask, showView } = useActions()
  return ({ opens }) => {
    showView('task')
    onLeave()
    void (opens.kind === 'session' ? openSession(opens.sessionId) : openTask(opens.taskId))
  }
}

/** A session that moves to another group is drawn anew there and keeps the focus it had; one that goes hands it to the message box. */
function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const gone = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (gone.current === undefined) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const again = [...rows].find((row) => row.dataset['row'] === gone.current)
    gone.current = undefined
    if (again) again.querySelector('button')?.focus()
    else focusMessageBox()
  })
  const onRowGone = useCallback((row: string) => {
    gone.current = row
  }, [])
  return { list, onRowGone }
}

const MINUTE_MS = 60_000

/** The time, to the minute: ages need no more. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
