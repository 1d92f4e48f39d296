import { requestState } from './connect'
import { UndoDialog } from './features/changes/undo-dialog'
import { focusMessageBox } from './features/composer/composer-focus'
import { SubagentLog } from './features/subagents/subagent-log'
import { LinkDialog } from './features/links/link-dialog'
import { McpFormDialog } from './features/mcp/form-dialog'
import { CommandPalette } from './features/palette/command-palette'
import { BrokenWindow } from './features/shell/broken-window'
import { ErrorBoundary } from './features/shell/error-boundary'
import { LostConnection } from './features/shell/lost-connection'
import { Shell } from './features/shell/shell'
import { TrustDialog } from './features/trust/trust-dialog'
import { useActions, useApp, useAppStore, useBridge } from './store/app-context'
import { selectConnectionError, selectIsLoaded, selectToasts } from './store/selectors'
import { Announcer } from './ui/announcer'
import { Toasts } from './ui/toast'

/** The whole window. Nothing is drawn until the first state is there: a wrong picture would be worse than none. */
export function App() {
  const isLoaded = useApp(selectIsLoaded)
  const error = useApp(selectConnectionError)
  const bridge = useBridge()
  const store = useAppStore()
  if (!isLoaded) return error === undefined ? null : <LostConnection reason={error} onRetry={() => void requestState(bridge, store)} />
  return (
    <ErrorBoundary fallback={(thrown) => <BrokenWindow error={thrown} />}>
      <Announcer>
        <Shell />
        <CommandPalette />
        <LinkDialog />
        <UndoDialog />
        <SubagentLog />
        <McpFormDialog />
        <TrustDialog />
        <ToastArea />
      </Announcer>
    </ErrorBoundary>
  )
}

function ToastArea() {
  const toasts = useApp(selectToasts)
  const { dismissToast, copy } = useActions()
  return <Toasts toasts={toasts} onDismiss={dismissToast} onCopy={(text) => void copy(text)} onFocusLost={focusMessageBox} />
}
