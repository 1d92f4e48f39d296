import { PanelLeft, PanelRight } from 'lucide-react'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectMode, selectModelId, selectTaskState } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { IconButton } from '../../ui/icon-button'
import { StatusGlyph } from '../../ui/status-glyph'
import { useActing } from '../composer/use-acting'
import { actionKey } from '../palette/action-keys'
import { runAction } from '../palette/app-actions'
import { lastPart } from '../../words/short-path'
import { ChecklistButton } from './checklist-button'
import { JobsButton } from './jobs-button'
import styles from './task-header.module.css'
import { UsageDetails } from './usage-details'
import { YoloBanner } from './yolo-banner'

const selectTitle = (state: AppState) => state.main.currentTaskItem?.task ?? sessionTitle(state)
const selectPanelOpen = (state: AppState) => state.ui.sidePanelOpen

/** Which task this is, with which model, in which mode, and what it has cost so far. */
export function TaskHeader() {
  const title = useApp(selectTitle)
  const state = useApp(selectTaskState)
  const model = useApp(selectModelId)
  const mode = useApp(selectMode)
  const isPanelOpen = useApp(selectPanelOpen)
  const acting = useActing()
  return (
    <>
      <header className={styles.header}>
        <IconButton
          label="Show or hide the sidebar"
          shortcut={actionKey('sidebar.toggle')}
          icon={<PanelLeft aria-hidden />}
          onClick={() => runAction(acting, 'sidebar.toggle')}
        />
        {state.kind !== 'idle' && <StatusGlyph state={state.kind} />}
        <h1 className={styles.title} title={title} dir="auto">
          {firstLine(title)}
        </h1>
        <Badge>{mode === 'plan' ? 'Plan' : 'Act'}</Badge>
        {model && (
          <span className={styles.model} title={model}>
            {model}
          </span>
        )}
        <ChecklistButton />
        <JobsButton />
        <UsageDetails />
        <IconButton
          label="Show or hide the side panel"
          shortcut={actionKey('panel.toggle')}
          icon={<PanelRight aria-hidden />}
          aria-pressed={isPanelOpen}
          onClick={() => runAction(acting, 'panel.toggle')}
        />
      </header>
      <YoloBanner />
    </>
  )
}

function sessionTitle({ main }: AppState): string {
  const session = main.sessions.find(({ sessionId }) => sessionId === main.currentSessionId)
  return session?.title || (main.cwd ? `New task in ${lastPart(main.cwd)}` : 'New task')
}

const firstLine = (title: string): string => title.trim().split('\n')[0] ?? ''
