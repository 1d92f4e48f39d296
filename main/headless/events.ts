import type { FileChange, ClineAsk, ClineMessage, AppendField, AppendValue, AskResponse } from '../../shared/messages'
import type { Mode } from '../../shared/settings'

export type ResultStatus = 'completed' | 'failed' | 'cancelled' | 'needs_approval' | 'limit'

export interface UsageTotals {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly cacheReads: number
  readonly cacheWrites: number
  readonly cost?: number
  readonly contextTokens: number
  readonly contextWindow?: number
}

export interface AskAction {
  readonly response: AskResponse
  readonly label: string
}

/** What a run tells, one after another. With `--json` each is one line. */
export type HeadlessEvent =
  | {
      readonly type: 'task'
      readonly taskId: string
      readonly cwd: string
      readonly provider: string
      readonly model: string
      readonly mode: Mode
      readonly resumed: boolean
    }
  | { readonly type: 'message'; readonly message: ClineMessage }
  | { readonly type: 'delta'; readonly ts: number; readonly field: AppendField; readonly append: AppendValue }
  | {
      readonly type: 'ask'
      readonly ts: number
      readonly ask: ClineAsk
      readonly message: ClineMessage
      readonly actions: readonly AskAction[]
    }
  | ({ readonly type: 'usage' } & UsageTotals)
  | { readonly type: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly code: string; readonly text: string }
  | {
      readonly type: 'result'
      readonly status: ResultStatus
      readonly taskId: string
      readonly text: string
      readonly turns: number
      readonly usage: UsageTotals
      readonly changes: readonly FileChange[]
      readonly error?: { readonly code: string; readonly message: string }
    }

/** Where the events of a run go: JSON lines, or text for a person. */
export interface Output {
  tell(event: HeadlessEvent): void
}

export const exitCodes: Readonly<Record<ResultStatus, number>> = { completed: 0, failed: 1, needs_approval: 3, limit: 4, cancelled: 130 }
/** Wrong usage, settings, or a task that another process holds. */
export const EXIT_USAGE = 2
