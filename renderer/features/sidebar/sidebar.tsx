import { CircleUserRound, Plug, Plus, Settings } from 'lucide-react'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { ariaKey } from '../../ui/platform-keys'
import { Tooltip } from '../../ui/tooltip'
import { useActing } from '../composer/use-acting'
import { actionKey } from '../palette/action-keys'
import { runAction } from '../palette/app-actions'
import { troubleWords } from '../mcp/mcp-words'
import { usePanelFocus } from '../shell/use-panel-focus'
import { ProjectSwitcher } from './project-switcher'
import { SessionList } from './session-list'
import styles from './sidebar.module.css'

const selectVersion = (state: AppState) => state.main.version
const selectIsInSettings = (state: AppState) => state.ui.view === 'settings'

/** The project, its sessions, and at the foot the settings. `isDrawer`: it lies above the chat. */
export function Sidebar({ isDrawer }: { readonly isDrawer: boolean }) {
  const { setSidebar } = useActions()
  const panel = useRef<HTMLElement>(null)
  const close = useCallback(() => setSidebar(false), [setSidebar])
  usePanelFocus(panel, isDrawer, close)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isDrawer || event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <nav
      ref={panel}
      className={classNames(styles.sidebar, isDrawer && styles.drawer)}
      aria-label="Sessions"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <ProjectSwitcher />
        <NewTaskButton onDone={isDrawer ? close : undefined} />
      </div>
      <SessionList onLeave={() => isDrawer && close()} />
      <McpTrouble />
      <Foot />
    </nav>
  )
}

function NewTaskButton({ onDone }: { readonly onDone: (() => void) | undefined }) {
  const acting = useActing()
  const hasProject = useApp((state) => state.main.cwd !== undefined)
  const key = actionKey('task.new')
  return (
    <Tooltip text="New task in this project" shortcut={key}>
      <Button
        className={styles.newTask}
        icon={<Plus aria-hidden />}
        disabled={!hasProject}
        aria-keyshortcuts={ariaKey(key)}
        onClick={() => {
          onDone?.()
          runAction(acting, 'task.new')
        }}
      >
        New task
      </Button>
    </Tooltip>
  )
}

const selectTrouble = (state: AppState) => troubleWords(state.main.mcpServers)

/** Of MCP servers that wait for the person or failed, as a way to them. */
function McpTrouble() {
  const words = useApp(selectTrouble)
  const acting = useActing()
  if (words === undefined) return null
  return (
    <div className={styles.mcp}>
      <Button variant="ghost" size="small" icon={<Plug aria-hidden />} onClick={() => runAction(acting, 'mcp.show')}>
        {words}
      </Button>
    </div>
  )
}

function Foot() {
  const version = useApp(selectVersion)
  const isInSettings = useApp(selectIsInSettings)
  const { showView } = useActions()
  const acting = useActing()
  return (
    <footer className={styles.foot}>
      <Button variant="ghost" icon={<CircleUserRound aria-hidden />} onClick={() => runAction(acting, 'account.show')}>
        Account
      </Button>
      <Button
        variant="ghost"
        icon={<Settings aria-hidden />}
        aria-pressed={isInSettings}
        aria-keyshortcuts={ariaKey(actionKey('settings.open'))}
        onClick={() => showView(isInSettings ? 'task' : 'settings')}
      >
        Settings
      </Button>
      {version && <span className={styles.version}>{version}</span>}
    </footer>
  )
}
