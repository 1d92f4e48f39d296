import { isBusy } from '../../../shared/task-state'
import { NARROW_WINDOW_PX } from './window-width'
import { type AppState, setUi } from '../../store/app-store'
import { selectCanCancel, selectOpenAsk, selectView } from '../../store/selectors'
import { editableText, toggleEditing } from '../approval/amending'
import { pressAskButton } from '../approval/answer-ask'
import { type AskAction, buttonsFor } from '../approval/ask-buttons'
import { focusMessageBox } from '../composer/composer-focus'
import { currentDraft, isEmptyDraft } from '../composer/drafts'
import { runningCommand } from '../composer/running-command'
import { send } from '../composer/sending'
import { switchMode } from '../composer/switch-mode'
import type { Acting } from '../composer/use-acting'
import { ACCOUNT_SECTION_ID, MCP_SECTION_ID, RULES_SECTION_ID, showSection } from '../settings/section-ids'
import { actionKeys } from './action-keys'

export interface AppAction {
  /** By this name the application menu asks for it. */
  readonly name: string
  /** As the palette lists it: a verb first. */
  readonly label: string
  readonly isAvailable: (state: AppState) => boolean
  readonly run: (acting: Acting) => unknown
  /** Where the list means something else than the key does. */
  readonly inList?: Pick<AppAction, 'isAvailable' | 'run'>
  /** True for keys that must not act in a text field of something else, where they edit. */
  readonly onlyForCard?: boolean
}

const always = () => true
const inSession = (state: AppState) => state.main.currentSessionId !== undefined
const APPROVING: readonly AskAction[] = ['approve', 'retry']
const onTask = (state: AppState) => selectView(state) === 'task'

/** Everything that can be done from anywhere. Every shortcut of the window and every line of the palette comes from here. */
export const appActions: readonly AppAction[] = [
  {
    name: 'palette.open',
    label: 'Show all actions',
    isAvailable: always,
    run: ({ store, actions }) => actions.setPalette(!store.getState().ui.paletteOpen),
  },
  { name: 'task.new', label: 'Start a new task in this project', isAvailable: (state) => state.main.cwd !== undefined, run: startNewTask },
  { name: 'folder.open', label: 'Open a project folder', isAvailable: always, run: ({ actions }) => actions.setFolderDialog(true) },
  { name: 'task.cancel', label: 'Cancel the task', isAvailable: selectCanCancel, run: ({ actions }) => actions.cancelTask() },
  {
    name: 'ask.approve',
    label: 'Approve what waits',
    isAvailable: canApprove,
    run: approve,
    // The key answers with the words there are; the name says approve, and words go along as with the button.
    inList: { isAvailable: (state) => pressable(state, APPROVING) !== undefined, run: pressApprove },
    onlyForCard: true,
  },
  { name: 'ask.reject', label: 'Reject what waits', isAvailable: canReject, run: (acting) => press(acting, 'reject'), onlyForCard: true },
  { name: 'ask.edit', label: 'Edit what waits before it is approved', isAvailable: canEdit, run: edit },
  { name: 'ask.rule', label: 'Approve what waits and make a rule of it', isAvailable: canMakeRule, run: openRules },
  {
    name: 'card.focus',
    label: 'Go to what waits for you',
    isAvailable: (state) => onTask(state) && selectOpenAsk(state) !== undefined,
    run: focusCard,
  },
  {
    name: 'command.detach',
    label: 'Let the running command go on in the background',
    isAvailable: (state) => runningCommand(state)?.terminalId !== undefined,
    run: detach,
  },
  {
    name: 'command.type',
    label: 'Type into the command that waits for input',
    isAvailable: (state) => onTask(state) && runningCommand(state)?.waitsForInput !== undefined,
    run: focusInputLine,
  },
  {
    name: 'command.stop',
    label: 'Stop the running command',
    isAvailable: (state) => runningCommand(state)?.terminalId !== undefined,
    run: stopCommand,
  },
  {
    name: 'retry.now',
    label: 'Try the request again now',
    isAvailable: (state) => state.main.taskState.kind === 'retrying',
    run: ({ actions }) => actions.retryNow(),
  },
  {
    name: 'task.clear',
    label: 'Leave this task and start a new one',
    isAvailable: canLeaveTask,
    run: ({ actions }) => actions.clearTask(),
  },
  { name: 'mode.toggle', label: 'Switch between Plan and Act', isAvailable: inSession, run: toggleMode },
  { name: 'composer.focus', label: 'Go to the message box', isAvailable: inSession, run: goToMessage },
  {
    name: 'log.end',
    label: 'Go to the end of the chat',
    isAvailable: (state) => onTask(state) && inSession(state),
    run: ({ actions }) => actions.scrollToEnd(),
  },
  { name: 'sidebar.toggle', label: 'Show or hide the sidebar', isAvailable: always, run: toggleSidebar },
  {
    name: 'panel.toggle',
    label: 'Show or hide the side panel',
    isAvailable: always,
    run: ({ store, actions }) => actions.setSidePanel(!store.getState().ui.sidePanelOpen),
  },
  {
    name: 'panel.changes',
    label: 'Show the changes of this task',
    isAvailable: inSession,
    run: ({ actions }) => actions.showSidePanelTab('changes'),
  },
  {
    name: 'panel.terminal',
    label: 'Show the commands in the background',
    isAvailable: inSession,
    run: ({ actions }) => actions.showSidePanelTab('terminal'),
  },
  { name: 'changes.undo', label: 'Undo all changes of this task', isAvailable: inSession, run: ({ actions }) => actions.askToUndo('all') },
  {
    name: 'panel.browser',
    label: 'Show the page that the agent saw last',
    isAvailable: inSession,
    run: ({ actions }) => actions.showSidePanelTab('browser'),
  },
  {
    name: 'panel.context',
    label: 'Show what the model has been given',
    isAvailable: inSession,
    run: ({ actions }) => actions.showSidePanelTab('context'),
  },
  { name: 'settings.open', label: 'Open the settings', isAvailable: always, run: ({ actions }) => actions.showView('settings') },
  {
    name: 'settings.rules',
    label: 'Show the rules for what may run',
    isAvailable: always,
    run: (acting) => showSettings(acting, RULES_SECTION_ID),
  },
  { name: 'mcp.show', label: 'Show the MCP servers', isAvailable: always, run: (acting) => showSettings(acting, MCP_SECTION_ID) },
  { name: 'account.show', label: 'Show the Cline account', isAvailable: always, run: (acting) => showSettings(acting, ACCOUNT_SECTION_ID) },
  {
    name: 'yolo.off',
    label: 'Ask me again before anything runs',
    isAvailable: ({ main }) => main.yoloModeToggled || main.autoApproveAllToggled,
    run: ({ actions }) => actions.askAgain(),
  },
  { name: 'demo.start', label: 'Start the demo', isAvailable: always, run: ({ actions }) => actions.startDemo() },
]

/** Runs an action by its name, if there is one and it makes sense now. */
export function runAction(acting: Acting, name: string): void {
  const action = appActions.find((candidate) => candidate.name === name)
  if (action?.isAvailable(acting.store.getState())) action.run(acting)
}

export const keyOf = (action: AppAction): string | undefined => Object.entries(actionKeys).find(([name]) => name === action.name)?.[1]

/** The action of the card's button that may be pressed now. */
function pressable(state: AppState, wanted: readonly AskAction[]): AskAction | undefined {
  const ask = selectOpenAsk(state)
  if (!ask || !onTask(state) || state.ui.answerableTs !== ask.ts) return undefined
  const { primary, secondary } = buttonsFor(ask)
  return [primary, secondary].find((button) => button && wanted.includes(button.action))?.action
}

/** With words in the composer, Mod+Enter sends them; without, it approves. */
function canApprove(state: AppState): boolean {
  return onTask(state) && (!isEmptyDraft(currentDraft(state)) || pressable(state, APPROVING) !== undefined)
}

function approve(acting: Acting): unknown {
  const state = acting.store.getState()
  // Words to a card that nobody can have read yet are held back like a click on its buttons.
  if (!isEmptyDraft(currentDraft(state))) return send(acting, 'answer')
  return pressApprove(acting)
}

function pressApprove(acting: Acting): unknown {
  const action = pressable(acting.store.getState(), APPROVING)
  return action && press(acting, action)
}

function canReject(state: AppState): boolean {
  return isEmptyDraft(currentDraft(state)) && pressable(state, ['reject']) !== undefined
}

function press(acting: Acting, action: AskAction): unknown {
  const ask = selectOpenAsk(acting.store.getState())
  return ask && pressAskButton(acting, ask, action)
}

function canEdit(state: AppState): boolean {
  const ask = selectOpenAsk(state)
  return onTask(state) && ask !== undefined && editableText(ask) !== undefined
}

function edit({ store }: Acting): void {
  const ask = selectOpenAsk(store.getState())
  if (ask) toggleEditing(store, ask)
}

function canMakeRule(state: AppState): boolean {
  const ask = selectOpenAsk(state)
  const isOffered = (ask?.approval?.offers ?? []).length > 0 || ask?.approval?.letRun !== undefined
  return isOffered && pressable(state, ['approve']) !== undefined
}

function openRules({ store }: Acting): void {
  const ts = selectOpenAsk(store.getState())?.ts
  // From the list of actions: it closes first, and takes the focus back where it was.
  requestAnimationFrame(() => setUi(store, { ruleMenuTs: ts }))
}

function canLeaveTask(state: AppState): boolean {
  return state.main.taskState.kind !== 'idle' && !isBusy(state.main.taskState)
}

async function startNewTask({ store, actions }: Acting): Promise<void> {
  const { cwd, taskState } = store.getState().main
  actions.showView('task')
  // A session without a task is a new task already.
  if (cwd !== undefined && taskState.kind !== 'idle') await actions.newSession(cwd)
  requestAnimationFrame(focusMessageBox)
}

function detach({ store, actions }: Acting): unknown {
  const terminalId = runningCommand(store.getState())?.terminalId
  return terminalId === undefined ? undefined : actions.detachCommand(terminalId)
}

function stopCommand({ store, actions }: Acting): unknown {
  const terminalId = runningCommand(store.getState())?.terminalId
  return terminalId === undefined ? undefined : actions.stopJob(terminalId)
}

function toggleMode(acting: Acting): unknown {
  return switchMode(acting, acting.store.getState().main.sessionMode === 'plan' ? 'act' : 'plan')
}

function goToMessage({ actions }: Acting): void {
  actions.showView('task')
  requestAnimationFrame(focusMessageBox)
}

function toggleSidebar({ store, actions }: Acting): void {
  const isOpen = store.getState().ui.sidebarOpen ?? window.innerWidth >= NARROW_WINDOW_PX
  actions.setSidebar(!isOpen)
}

function showSettings({ actions }: Acting, sectionId: string): void {
  actions.showView('settings')
  requestAnimationFrame(() => showSection(sectionId))
}

function focusInputLine(): void {
  document.querySelector<HTMLElement>('[data-input-line] input')?.focus()
}

function focusCard(): void {
  document.querySelector<HTMLElement>('[data-docked-card]')?.focus()
}
