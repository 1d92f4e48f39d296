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

/** `global`: the person's own. `documents`: the folder that Cline uses. `project`: of a folder that is trusted. */
export const HookSource = z.enum(['global', 'documents', 'project'])
export type HookSource = z.infer<typeof HookSource>

/** `required`: what the hook guards goes on only when it succeeds. */
export const HookToggle = z.enum(['on', 'off', 'required'])
export type HookToggle = z.infer<typeof HookToggle>

export const HookError = z.object({
  type: z.enum(['timeout', 'validation', 'execution', 'cancellation']),
  /** One sentence for people. */
  message: z.string(),
  /** What the script said, from its end. */
  details: z.string().optional(),
  scriptPath: z.string().optional(),
})
export type HookError = z.infer<typeof HookError>

/** What a hook before a tool was asked about; long texts are cut. */
export const PendingToolInfo = z.object({
  tool: z.string(),
  path: z.string().optional(),
  command: z.string().optional(),
  content: z.string().optional(),
  diff: z.string().optional(),
  regex: z.string().optional(),
  url: z.string().optional(),
  mcpTool: z.string().optional(),
  mcpServer: z.string().optional(),
  resourceUri: z.string().optional(),
})
export type PendingToolInfo = z.infer<typeof PendingToolInfo>

/** All scripts of one name that ran at one moment. */
export const HookStatus = z.object({
  hookName: HookName,
  toolName: z.string().optional(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  scripts: z.array(z.object({ source: HookSource, path: z.string() })),
  exitCode: z.number().int().optional(),
  hasJsonResponse: z.boolean().optional(),
  pendingToolInfo: PendingToolInfo.optional(),
  error: HookError.optional(),
  /** What the scripts printed; it grows while they run. */
  output: z.string().optional(),
  /** Characters that the model gets of it. */
  contextLength: z.number().int().optional(),
})
export type HookStatus = z.infer<typeof HookStatus>

/** One script as the page of hooks lists it. */
export const HookInfo = z.object({
  name: HookName,
  source: HookSource,
  /** Absolute. */
  path: z.string(),
  toggle: HookToggle,
  /** Why it does not run as things are, in one sentence. */
  problem: z.string().optional(),
  /** Its content, or the beginning of it. */
  text: z.string(),
})
export type HookInfo = z.infer<typeof HookInfo>

export const DryRun = z.object({
  /** As it went to the script. */
  input: z.string(),
  output: z.string(),
  exitCode: z.number().int().optional(),
  ms: z.number(),
  /** What would come of it. */
  cancel: z.boolean(),
  context: z.string(),
  errorMessage: z.string(),
  error: HookError.optional(),
})
export type DryRun = z.infer<typeof DryRun>
