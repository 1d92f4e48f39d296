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
