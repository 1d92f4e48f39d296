import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import type { SidePanelTab } from '../../store/ui-state'
import { classNames } from '../../ui/class-names'
import { IconButton } from '../../ui/icon-button'
import { usePanelFocus } from '../shell/use-panel-focus'
import { BrowserTab } from './browser-tab'
import { ChangesTab } from './changes-tab'
import { ContextTab } from './context-tab'
import styles from './side-panel.module.css'
import { TerminalTab } from './terminal-tab'

const selectTab = (state: AppState) => state.ui.sidePanelTab
const tabs: readonly { readonly name: SidePanelTab; readonly label: string }[] = [
  { name: 'changes', label: 'Changes' },
  { name: 'terminal', label: 'Terminal' },
  { name: 'browser', label: 'Browser' },
  { name: 'context', label: 'Context' },
]

/** What the task has done to files, what it runs, and what the model has been given. `isDrawer`: it lies above the chat. */
export function SidePanel({ isDrawer }: { readonly isDrawer: boolean }) {
  const tab = useApp(selectTab)
  const { setSidePanel, showSidePanelTab } = useActions()
  const panel = useRef<HTMLElement>(null)
  const close = useCallback(() => setSidePanel(false), [setSidePanel])
  usePanelFocus(panel, isDrawer, close)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <aside
      ref={panel}
      className={classNames(styles.panel, isDrawer && styles.drawer)}
      aria-label="Side panel"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Tabs.Root
        className={styles.tabs}
        value={tab}
        onValueChange={(value) => {
          const chosen = tabs.find(({ name }) => name === value)
          if (chosen) showSidePanelTab(chosen.name)
        }}
      >
        <div className={styles.head}>
          <Tabs.List className={styles.list} aria-label="Side panel">
            {tabs.map(({ name, label }) => (
              <Tabs.Trigger key={name} value={name} className={styles.tab}>
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <IconButton size="small" label="Close side panel" icon={<X aria-hidden />} onClick={close} />
        </div>
        <Tabs.Content value="changes" className={styles.content}>
          <ChangesTab />
        </Tabs.Content>
        <Tabs.Content value="terminal" className={styles.content}>
          <TerminalTab />
        </Tabs.Content>
        <Tabs.Content value="browser" className={styles.content}>
          <BrowserTab />
        </Tabs.Content>
        <Tabs.Content value="context" className={styles.content}>
          <ContextTab />
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  )
}
