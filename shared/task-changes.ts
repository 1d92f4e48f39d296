import { z } from 'zod'

/** Who changed a file: a tool of the agent, a command as a side effect, or the person (or any other program). */
export const ChangedBy = z.enum(['agent', 'command', 'person'])
export type ChangedBy = z.infer<typeof ChangedBy>

/** What a task changed in one file, from before its first change to now. */
export const TaskChange = z.object({
  /** Stable for the task; names the change in calls. */
  id: z.string(),
  /** Relative inside the project, absolute outside, with `/`. */
  path: z.string(),
  kind: z.enum(['created', 'edited', 'deleted']),
  by: ChangedBy,
  /** Lines; absent for what is no text. */
  added: z.number().int().optional(),
  removed: z.number().int().optional(),
  /**
   * `present`: as the task left it. `changed_since`: edited after that by somebody else; undoing merges or asks.
   * `reverted`: undone, and can be redone. `kept`: cannot be undone, `why` says why.
   */
  state: z.enum(['present', 'changed_since', 'reverted', 'kept']),
  why: z.string().optional(),
})
export type TaskChange = z.infer<typeof TaskChange>

/** How undoing a change (or making it again) ended. `conflict` did nothing: the person decides, with `overwrite`. */
export const UndoOutcome = z.object({
  id: z.string(),
  path: z.string(),
  kind: z.enum(['done', 'merged', 'conflict', 'failed']),
  /** One sentence, unless it is simply done. */
  message: z.string().optional(),
})
export type UndoOutcome = z.infer<typeof UndoOutcome>

/** What undoing a change would do to its file as it stands now. */
export const UndoPreview = z.object({
  kind: z.enum(['ready', 'conflict', 'impossible']),
  /** Unified hunks without file headers. */
  diff: z.string(),
  message: z.string().optional(),
})
export type UndoPreview = z.infer<typeof UndoPreview>
