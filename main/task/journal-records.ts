import type { RowPatch } from '../../shared/extension-state'
import type { AppendField, AppendValue, ClineMessage } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { TaintFact } from '../approval/taint'
import type { ChangeRecord, UndoRecord } from '../changes/change-history'
import type { AssistantTurn, ToolResultBlock, UserBlock } from '../providers/conversation'
import type { TaggedWords } from './user-content'

/**
 * What a task writes down. The journal is the truth: rows and conversation are rebuilt from it.
 * Tool results are stored once, when they are produced; the user turn that carries them names their calls.
 */
export type TaskRecord =
  | { readonly k: 'task'; readonly v: 1; readonly taskId: string; readonly cwd: string; readonly mode: Mode }
  /** `before`: the `ts` of the row above which it stands; at the end without. */
  | { readonly k: 'row'; readonly row: ClineMessage; readonly before?: number | undefined }
  | { readonly k: 'patch'; readonly ts: number; readonly patch: RowPatch }
  | { readonly k: 'append'; readonly ts: number; readonly field: AppendField; readonly append: AppendValue }
  | { readonly k: 'remove'; readonly ts: number }
  /** What the person said, until a user turn carries it. */
  | ({ readonly k: 'words' } & TaggedWords)
  /** `words`: how many of the oldest words it carries. */
  | {
      readonly k: 'user'
      readonly results: readonly string[]
      readonly words: number
      readonly content: readonly Exclude<UserBlock, ToolResultBlock>[]
    }
  | { readonly k: 'assistant'; readonly turn: AssistantTurn }
  /** Before a call takes effect, and after: a call with an intent and no result was interrupted. */
  | { readonly k: 'intent'; readonly callId: string; readonly name: string; readonly summary: string }
  | { readonly k: 'result'; readonly block: ToolResultBlock }
  /** Of what stands before it nothing is sent any more, but this in its place. */
  | { readonly k: 'condensed'; readonly opening: string }
  | { readonly k: 'mode'; readonly mode: Mode }
  /** Before the result that brought it. */
  | { readonly k: 'taint'; readonly fact: TaintFact }
  /** Before the page is asked for. */
  | { readonly k: 'fetched'; readonly address: string }
  | {
      readonly k: 'queue'
      readonly messages: readonly { readonly id: string; readonly text: string; readonly images: string[]; readonly files: string[] }[]
    }
  | ChangeRecord
  | UndoRecord

/** What the task needs of its journal. `flush` resolves once everything appended before is on the disk. */
export interface TaskJournal {
  append(record: TaskRecord): void
  flush(): Promise<void>
}
