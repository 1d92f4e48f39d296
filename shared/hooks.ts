import { z } from 'zod'

/** The moments at which a person's own scripts run, by the names of their files. */
export const HookName = z.enum([
  'TaskStart',
  'TaskResume',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'TaskCancel',
  'TaskComplete',
  'Notification',
])
export type HookName = z.infer<typeof HookName>
export const hookNames: readonly HookName[] = HookName.options

/** One run of the hooks of a name. */
export const HookRun = z.object({
  hookName: z.string(),
  /** The tool it ran for, if any. */
  toolName: z.string().optional(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  exitCode: z.number().int().optional(),
  /** What went wrong, as a sentence. */
  error: z.string().optional(),
})
export type HookRun = z.infer<typeof HookRun>
