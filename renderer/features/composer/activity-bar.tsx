import { type ReactNode, useRef, useState } from 'react'
import type { CommandData } from '../../../shared/messages'
import type { TaskState } from '../../../shared/task-state'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCanCancel, selectTaskState } from '../../store/selectors'
import { Button } from '../../ui/button'
import { ariaKey } from '../../ui/platform-keys'
import { StatusGlyph } from '../../ui/status-glyph'
import { actionKey } from '../palette/action-keys'
import styles from './activity-bar.module.css'
import { focusMessageBox } from './composer-focus'
import { runningCommand } from './running-command'
import { useKeptFocus } from './use-kept-focus'

const selectRunningCommand = (state: AppState): CommandData | undefined => runningCommand(state)
const selectQueued = (state: AppState) => state.main.queuedMessages.length

/** What the agent does now, and the buttons that stop it or let it go on. There as long as something runs. */
export function ActivityBar() {
  const state = useApp(selectTaskState)
  const canCancel = useApp(selectCanCancel)
  const command = useApp(selectRunningCommand)
  const queued = useApp(selectQueued)
  const actions = useActions()
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    await actions.cancelTask()
    setCancelling(false)
  }
  if (!canCancel) return state.kind === 'failed' ? <FailedBar message={state.error.message} /> : null
  const terminalId = command?.background ? undefined : command?.terminalId
  return (
    <Bar>
      <StatusGlyph state={command?.waitsForInput ? 'waiting' : state.kind} />
      <span className={styles.words}>{isCancelling ? 'Cancelling' : words(state, command, queued)}</span>
      {terminalId !== undefined && (
        <Button size="small" onClick={() => moveOn(() => actions.detachCommand(terminalId))}>
          Proceed While Running
        </Button>
      )}
      <Button size="small" aria-keyshortcuts={ariaKey(actionKey('task.cancel'))} onClick={() => void cancel()}>
        Cancel
      </Button>
    </Bar>
  )
}

function Bar({ children }: { readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useKeptFocus(bar)
  return (
    <div ref={bar} className={styles.bar}>
      {children}
    </div>
  )
}

function FailedBar({ message }: { readonly message: string }) {
  const { clearTask } = useActions()
  return (
    <Bar>
      <StatusGlyph state="failed" />
      <span className={styles.words}>{`The task has ended: ${message}`}</span>
      <Button size="small" onClick={() => void clearTask()}>
        Start New Task
      </Button>
    </Bar>
  )
}

/** These buttons go as soon as they have worked: the focus leaves them before. */
function moveOn(act: () => unknown): void {
  focusMessageBox()
  act()
}

function words(state: TaskState, command: CommandData | undefined, queued: number): string {
  const doing = doingNow(state, command)
  return queued === 0 ? doing : `${doing}, ${queued} queued`
}

function doingNow(state: TaskState, command: CommandData | undefined): string {
  switch (state.kind) {
    case 'preparing':
      return 'Preparing the request'
    case 'streaming':
      return 'Writing'
    case 'running_tool':
      if (command?.waitsForInput) return 'A command waits for your input'
      return command ? 'Running a command' : 'Working'
    case 'retrying':
      return 'Waiting to try again'
    case 'awaiting_approval':
      return 'Waiting for your approval'
    case 'awaiting_answer':
      return 'Waiting for your answer'
    default:
      return ''
  }
}
