import type { Draft } from '../../shared/extension-state'
import type { CallInput, CallName, CallOutput, IpcError } from '../../shared/ipc'
import type { AskAnswer } from '../../shared/messages'
import type { Result } from '../../shared/result'
import type { Mode, SettingsPatch } from '../../shared/settings'
import type { SubagentKey } from '../../shared/subagents'
import type { TrustedItem } from '../../shared/trust'
import type { AppBridge } from '../bridge'
import { type AppStore, setUi } from './app-store'
import type { SidePanelTab, UndoTarget, View } from './ui-state'

/** What a person can do. Each asks main; a refusal becomes a toast and the promise says whether it worked. */
export type Actions = ReturnType<typeof createActions>

export function createActions(bridge: AppBridge, store: AppStore) {
  const attempt = attemptWith(bridge, store)
  const session = () => store.getState().main.currentSessionId
  return { ...sessionActions(attempt), ...taskActions(attempt, session), ...settingActions(attempt), ...windowActions(attempt, store) }
}

type Attempt = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name> | undefined>
type CurrentSession = () => string | undefined

/** `undefined` stands for "refused, and the person has been told". */
function attemptWith(bridge: AppBridge, store: AppStore): Attempt {
  return async (name, input) => {
    const result: Result<CallOutput<typeof name>, IpcError> = await bridge.call(name, input)
    if (result.ok) return result.value
    addToast(store, 'error', result.error.message, result.error.detail)
    return undefined
  }
}

function sessionActions(attempt: Attempt) {
  return {
    newSession: (cwd: string) => attempt('session.new', { cwd }),
    openSession: (sessionId: string) => attempt('session.open', { sessionId }),
    closeSession: (sessionId: string) => attempt('session.close', { sessionId }),
    openTask: (taskId: string) => attempt('task.open', { taskId }),
    deleteTask: (taskId: string) => attempt('task.delete', { taskId }),
    startDemo: () => attempt('demo.start', null),
    cancelTaskOf: (sessionId: string) => attempt('task.cancel', { sessionId }),
    /** The folder that the person picked in the system's dialog, if any. */
    pickFolder: async () => (await attempt('folder.pick', null))?.path ?? undefined,
    checkFolder: (path: string) => attempt('folder.check', { path }),
  }
}

type Words = CallInput<'message.queue'> extends infer Input ? Omit<Input, 'sessionId'> : never

function taskActions(attempt: Attempt, session: CurrentSession) {
  /** Runs only where a session is open; the controls that call it exist only then. */
  const inSession = async <Value>(act: (sessionId: string) => Promise<Value>): Promise<Value | undefined> => {
    const sessionId = session()
    return sessionId === undefined ? undefined : act(sessionId)
  }
  return {
    startTask: (words: Words) => inSession((sessionId) => attempt('task.start', { sessionId, ...words })),
    cancelTask: () => inSession((sessionId) => attempt('task.cancel', { sessionId })),
    clearTask: () => inSession((sessionId) => attempt('task.clear', { sessionId })),
    answer: (ts: number, answer: AskAnswer) => inSession((sessionId) => attempt('ask.answer', { sessionId, ts, answer })),
    retryNow: (subagent?: SubagentKey) => inSession((sessionId) => attempt('retry.now', { sessionId, ...(subagent ? { subagent } : {}) })),
    stopRetrying: () => inSession((sessionId) => attempt('retry.stop', { sessionId })),
    queueMessage: (words: Words) => inSession((sessionId) => attempt('message.queue', { sessionId, ...words })),
    editQueued: (id: string, text: string) => inSession((sessionId) => attempt('message.edit', { sessionId, id, text })),
    unqueue: (id: string) => inSession((sessionId) => attempt('message.unqueue', { sessionId, id })),
    setMode: (mode: Mode, words: Words) => inSession((sessionId) => attempt('mode.set', { sessionId, mode, ...words })),
    saveDraft: (sessionId: string, draft: Draft) => attempt('draft.save', { sessionId, draft }),
    saveAttachment: (sessionId: string, name: string, bytes: string) => attempt('attachment.save', { sessionId, name, bytes }),
    detachCommand: (terminalId: string) => inSession((sessionId) => attempt('command.detach', { sessionId, terminalId })),
    toggleChanges: (ids: readonly string[], overwrite: boolean) =>
      inSession((sessionId) => attempt('changes.toggle', { sessionId, ids: [...ids], overwrite })),
    stopJob: (terminalId: string) => inSession((sessionId) => attempt('job.stop', { sessionId, terminalId })),
    typeInto: (terminalId: string, data: string) => inSession((sessionId) => attempt('terminal.input', { sessionId, terminalId, data })),
    stopSubagent: (key: SubagentKey) => inSession((sessionId) => attempt('subagent.stop', { sessionId, ...key })),
    decideTrust: (decision: 'trusted' | 'refused', items: readonly TrustedItem[]) =>
      inSession((sessionId) => attempt('trust.decide', { sessionId, decision, items: [...items] })),
    stopHook: (ts: number, subagent: SubagentKey | undefined) =>
      inSession((sessionId) => attempt('hook.stop', { sessionId, ts, ...(subagent ? { subagent } : {}) })),
    revealFile: (path: string) => inSession((sessionId) => attempt('file.reveal', { sessionId, path })),
  }
}

function settingActions(attempt: Attempt) {
  return {
    updateSettings: (patch: SettingsPatch) => attempt('settings.update', { patch }),
    checkBrowser: () => attempt('browser.check', null),
    revokeRule: (id: string) => attempt('rule.revoke', { id }),
    addRule: (decision: 'ask' | 'deny', words: readonly string[]) => attempt('rule.add', { decision, words: [...words] }),
    /** Everything is asked about again, as the switches of the settings say. */
    askAgain: () => attempt('settings.update', { patch: { yoloModeToggled: false, autoApproveAllToggled: false } }),
    dismissNotice: (id: string) => attempt('notice.dismiss', { id }),
    /** What the person does with MCP servers. */
    askMcp: <Name extends Extract<CallName, `mcp.${string}`>>(name: Name, input: CallInput<Name>) => attempt(name, input),
  }
}

function windowActions(attempt: Attempt, store: AppStore) {
  return {
    showView: (view: View) => setUi(store, { view }),
    setSidebar: (sidebarOpen: boolean | undefined) => setUi(store, { sidebarOpen }),
    setSidePanel: (sidePanelOpen: boolean) => setUi(store, { sidePanelOpen }),
    showSidePanelTab: (sidePanelTab: SidePanelTab) => setUi(store, { sidePanelTab, sidePanelOpen: true }),
    openSubagentLog: (subagentLog: SubagentKey) => setUi(store, { subagentLog }),
    closeSubagentLog: () => setUi(store, { subagentLog: undefined }),
    reviewTrust: () => setUi(store, { trustReviewed: true }),
    askToUndo: (undoTarget: UndoTarget) => setUi(store, { undoTarget }),
    setPalette: (paletteOpen: boolean) => setUi(store, { paletteOpen }),
    setFolderDialog: (folderDialogOpen: boolean) => setUi(store, { folderDialogOpen }),
    scrollToEnd: () => setUi(store, { endRequests: store.getState().ui.endRequests + 1 }),
    toast: (level: 'info' | 'error', text: string, detail?: string) => addToast(store, level, text, detail),
    /** Puts a text on the clipboard. False when that failed, which the person has been told then. */
    copy: async (text: string): Promise<boolean> => {
      try {
        await navigator.clipboard.writeText(text)
        return true
      } catch (cause) {
        addToast(store, 'error', 'Could not copy: the clipboard is not available. Select the text and copy it by key.', String(cause))
        return false
      }
    },
    dismissToast: (id: number) => setUi(store, { toasts: store.getState().ui.toasts.filter((toast) => toast.id !== id) }),
    /** Asks the person about an address; nothing is opened before they say so. */
    askToOpenLink: (url: string) => setUi(store, { pendingLink: url }),
    closeLink: () => setUi(store, { pendingLink: undefined }),
    openPendingLink: async () => {
      const url = store.getState().ui.pendingLink
      setUi(store, { pendingLink: undefined })
      if (url !== undefined) await attempt('link.open', { url })
    },
  }
}

const MAX_TOASTS = 4

function addToast(store: AppStore, level: 'info' | 'error', text: string, detail: string | undefined): void {
  const { toasts } = store.getState().ui
  const id = (toasts.at(-1)?.id ?? 0) + 1
  const toast = detail === undefined ? { id, level, text } : { id, level, text, detail }
  setUi(store, { toasts: [...toasts, toast].slice(-MAX_TOASTS) })
}
