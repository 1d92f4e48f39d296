import type { FileChange, HeardAnswer } from '../../shared/messages'
import type { Mode, Settings } from '../../shared/settings'
import type { NewAsk, TaskConfig, ToolServices, ToolTaskState } from '../tools/task-config'
import type { ToolResponse } from '../tools/tool-handler'
import type { MessageState } from './message-state'

/** What a TaskConfig is built from. */
export interface ToolConfigParts {
  readonly taskId: string
  readonly cwd: string
  readonly mode: Mode
  readonly settings: Settings
  readonly supportsImages: boolean
  readonly takesWebp: boolean
  readonly state: ToolTaskState
  readonly services: ToolServices
  readonly rows: MessageState
  readonly signal: AbortSignal
  readonly openAsk: (row: NewAsk, existingTs?: number) => { readonly ts: number; readonly answer: Promise<HeardAnswer> }
  readonly feedback: (answer: HeardAnswer) => void
  readonly detached: (terminalId: string) => Promise<void>
  readonly changes: () => readonly FileChange[]
  readonly completing: (result: string, command: string) => Promise<void>
  readonly coordinator: { has(name: string): boolean; execute(name: string, input: unknown): Promise<ToolResponse> }
}

/** The read-only view of a task that a handler gets, built anew for each call. */
export function asToolConfig(parts: ToolConfigParts): TaskConfig {
  const { rows } = parts
  return {
    taskId: parts.taskId,
    cwd: parts.cwd,
    mode: parts.mode,
    settings: {
      yoloModeToggled: parts.settings.yoloModeToggled,
      terminalOutputLineLimit: parts.settings.terminalOutputLineLimit,
      supportsImages: parts.supportsImages,
      takesWebp: parts.takesWebp,
    },
    state: parts.state,
    services: parts.services,
    callbacks: {
      say: (row) => rows.say(row),
      patchRow: (ts, patch) => rows.patch(ts, patch),
      appendRow: (ts, field, append) => rows.append(ts, field, append),
      openAsk: parts.openAsk,
      ask: (row, existingTs) => parts.openAsk(row, existingTs).answer,
      feedback: parts.feedback,
      detached: parts.detached,
      changes: parts.changes,
      completing: parts.completing,
    },
    coordinator: parts.coordinator,
    signal: parts.signal,
  }
}
