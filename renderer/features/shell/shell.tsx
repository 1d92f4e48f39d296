import { type ReactNode, useEffect } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId, selectView } from '../../store/selectors'
import { ChatView } from '../chat/chat-view'
import { NARROW_WINDOW_PX } from '../palette/window-width'
import { SettingsView } from '../settings/settings-view'
import { SidePanel } from '../side-panel/side-panel'
import { Sidebar } from '../sidebar/sidebar'
import { Welcome } from '../welcome/welcome'
import { Notices } from './notices'
import styles from './shell.module.css'
import { useMedia } from './use-media'

/** Under this width the side panel is a drawer. */
const NARROW_PANEL_PX = 700

const selectSidebarOpen = (state: AppState) => state.ui.sidebarOpen
const selectPanelOpen = (state: AppState) => state.ui.sidePanelOpen
const selectIsWelcomed = (state: AppState) => state.main.welcomeViewCompleted

/** The window: sidebar, what is looked at, side panel. */
export function Shell() {
  const isNarrow = useMedia(`(max-width: ${NARROW_WINDOW_PX - 1}px)`)
  const isSlim = useMedia(`(max-width: ${NARROW_PANEL_PX - 1}px)`)
  const hasSidebar = useApp(selectSidebarOpen) ?? !isNarrow
  const isWelcomed = useApp(selectIsWelcomed)
  const hasPanel = useApp(selectPanelOpen)
  const hasSession = useApp(selectCurrentSessionId) !== undefined
  const view = useApp(selectView)
  const { setSidebar, setSidePanel } = useActions()
  useMarkReady()
  return (
    <div className={styles.shell}>
      {hasSidebar && isWelcomed && (
        <Drawer isDrawer={isNarrow} onClose={() => setSidebar(false)}>
          <Sidebar isDrawer={isNarrow} />
        </Drawer>
      )}
      <main className={styles.main}>
        <Notices />
        <CurrentView view={view} hasSession={hasSession && isWelcomed} />
      </main>
      {hasPanel && hasSession && isWelcomed && view === 'task' && (
        <Drawer isDrawer={isSlim} onClose={() => setSidePanel(false)}>
          <SidePanel isDrawer={isSlim} />
        </Drawer>
      )}
    </div>
  )
}

/** The chat stays mounted behind the settings, so that its place and what is typed survive. */
function CurrentView({ view, hasSession }: { readonly view: 'task' | 'settings'; readonly hasSession: boolean }) {
  return (
    <>
      <div className={styles.view} hidden={view !== 'task'}>
        {hasSession ? <ChatView /> : <Welcome />}
      </div>
      {view === 'settings' && <SettingsView />}
    </>
  )
}

/** Where there is no room beside the chat, a panel lies above it and a press beside it closes it. */
function Drawer({
  isDrawer,
  onClose,
  children,
}: {
  readonly isDrawer: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <>
      {isDrawer && <div className={styles.scrim} onClick={onClose} aria-hidden />}
      {children}
    </>
  )
}

/** Tests and tools wait for this: the first state has been drawn. */
function useMarkReady(): void {
  useEffect(() => {
    document.documentElement.dataset['ready'] = 'true'
  }, [])
}
