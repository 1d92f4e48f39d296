import type { VirtualItem } from '@tanstack/react-virtual'
import type { Draft } from '../../shared/extension-state'
import type { SubagentKey } from '../../shared/subagents'

export type View = 'task' | 'settings'
export type SidePanelTab = 'changes' | 'terminal' | 'browser' | 'context'

/** What a person is asked about before it is undone or made again: ids of changes, or all that the task made. */
export type UndoTarget = readonly string[] | 'all'

/** A passing message about something the person just did. What matters longer is a notice of the main process. */
export interface Toast {
  readonly id: number
  readonly level: 'info' | 'error'
  readonly text: string
  readonly detail?: string
}

/** A part of a proposed change that is not to be made. */
export interface LeftOutHunk {
  /** Place of the file in its call, 0 where there is one. */
  readonly file: number
  /** Place of the hunk in the file's diff, from 0. */
  readonly hunk: number
  readonly reason: string
}

/** What the person changed so far in the call that waits, before they approve it. */
export interface Amending {
  /** The ask that it belongs to. */
  readonly ts: number
  /** What stands in the field in which the command or the new file is edited; `undefined` while there is none. */
  readonly edited: string | undefined
  readonly leftOut: readonly LeftOutHunk[]
}

/** How far a log was scrolled, and the heights of its rows by which that was so. */
export interface ReadingPlace {
  readonly offset: number
  readonly measurements: readonly VirtualItem[]
}

/** What only this window knows and what may be lost with it. */
export interface UiState {
  /** Why main did not tell its state when it was asked. */
  readonly connectionError: string | undefined
  readonly view: View
  /** `undefined`: open where there is room for it. */
  readonly sidebarOpen: boolean | undefined
  readonly sidePanelOpen: boolean
  readonly sidePanelTab: SidePanelTab
  readonly paletteOpen: boolean
  /** The dialog in which another project is opened. */
  readonly folderDialogOpen: boolean
  readonly toasts: readonly Toast[]
  /** The address that a person is asked about before it is opened. */
  readonly pendingLink: string | undefined
  /** What was opened or closed by hand in the log, so that it stays so when the row scrolls out and back. */
  readonly opened: ReadonlyMap<string, boolean>
  /** What stands in each session's composer, once it was touched here. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** Words are on their way to main: the next Enter would send them twice. */
  readonly isSending: boolean
  /** For each session, how many times files were given to its message that are still being read. */
  readonly attaching: ReadonlyMap<string, number>
  /** The ask whose answer buttons may act by now: none in a card's first half second, nor in the click that brings the focus. */
  readonly answerableTs: number | undefined
  /** How many answers main took. The same row may ask once more, and its card is then as new as any. */
  readonly answersTaken: number
  readonly amending: Amending | undefined
  readonly undoTarget: UndoTarget | undefined
  /** The subagent whose log is open. */
  readonly subagentLog: SubagentKey | undefined
  /** What the folder brought when the person put the decision off. */
  readonly trustPutOff: string | undefined
  /** The person looks at all that the folder brings. */
  readonly trustReviewed: boolean
  /** The ask beside which the menu of rules is open. */
  readonly ruleMenuTs: number | undefined
  /** Where the reader was in each chat that they left, if it was not the end. */
  readonly places: ReadonlyMap<string, ReadingPlace>
  /** Raised when the person asks to see the end of the log. */
  readonly endRequests: number
}

export const initialUi: UiState = {
  connectionError: undefined,
  view: 'task',
  sidebarOpen: undefined,
  sidePanelOpen: false,
  sidePanelTab: 'changes',
  paletteOpen: false,
  folderDialogOpen: false,
  toasts: [],
  pendingLink: undefined,
  opened: new Map(),
  drafts: new Map(),
  isSending: false,
  attaching: new Map(),
  answerableTs: undefined,
  answersTaken: 0,
  amending: undefined,
  undoTarget: undefined,
  subagentLog: undefined,
  trustPutOff: undefined,
  trustReviewed: false,
  ruleMenuTs: undefined,
  places: new Map(),
  endRequests: 0,
}
