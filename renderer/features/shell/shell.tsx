import { PanelLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useActions } from '../../store/app-context'
import { IconButton } from '../../ui/icon-button'
import { ChatView } from '../chat/chat-view'
import { focusMessageBox } from '../composer/composer-focus'
import { actionKey } from '../palette/action-keys'
import { SettingsView } from '../settings/settings-view'
import { SidePanel } from '../side-panel/side-panel'
import { Sidebar } from '../sidebar/sidebar'
import { Welcome } from '../welcome/welcome'
import { FolderDialog } from './folder-dialog'
import { Notices } from './notices'
import styles from './shell.module.css'
import { type PanelPlace, type Places, usePlaces } from './use-places'
import { useWindowTitle } from './use-window-title'

/** The window: sidebar, what is looked at, side panel. */
export function Shell() {
  const places = usePlaces()
  const { setSidebar, setSidePanel } = useActions()
  useMarkReady()
  useWindowTitle()
  return (
    <div className={styles.shell}>
      <Panel place={places.sidebar} onClose={() => setSidebar(false)}>
        <Sidebar isDrawer={places.sidebar === 'above'} />
      </Panel>
      <main className={styles.main}>
        <Notices />
        {places.needsWayToSidebar && <SidebarBar onOpen={() => setSidebar(true)} />}
        <CurrentView places={places} />
      </main>
      <Panel place={places.sidePanel} onClose={() => setSidePanel(false)}>
        <SidePanel isDrawer={places.sidePanel === 'above'} />
      </Panel>
      <FolderDialog />
    </div>
  )
}

/** The way to the sidebar where there is no header of a task that has one. */
function SidebarBar({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <header className={styles.bar}>
      <IconButton label="Show the sidebar" shortcut={actionKey('sidebar.toggle')} icon={<PanelLeft aria-hidden />} onClick={onOpen} />
    </header>
  )
}

/** The chat stays mounted behind the settings, so that its place and what is typed survive. */
function CurrentView({ places: { view, hasSession } }: { readonly places: Places }) {
  useEffect(() => {
    // Who comes back from the settings goes on where they write; their button has left.
    if (view === 'task' && document.activeElement === document.body) focusMessageBox()
  }, [view])
  return (
    <>
      <div className={styles.view} hidden={view !== 'task'}>
        {hasSession ? <ChatView /> : <Welcome />}
      </div>
      {view === 'settings' && <SettingsView />}
    </>
  )
}

interface PanelProps {
  readonly place: PanelPlace
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Where there is no room beside the chat, a panel lies above it and a press beside it closes it. */
function Panel({ place, onClose, children }: PanelProps) {
  if (place === 'away') return null
  return (
    <>
      {place === 'above' && <div className={styles.scrim} onClick={onClose} aria-hidden />}
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
