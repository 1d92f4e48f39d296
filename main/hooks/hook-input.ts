import type { HookName } from '../../shared/hooks'

/** What each hook is told besides what all are told. Field names and nesting are those of the source. */
export type HookEvent =
  | { readonly name: 'TaskStart'; readonly taskStart: { readonly taskMetadata: { taskId: string; ulid: string; initialTask: string } } }
  | {
      readonly name: 'TaskResume'
      readonly taskResume: {
        readonly taskMetadata: { taskId: string; ulid: string }
        readonly previousState: { lastMessageTs: string; messageCount: string; conversationHistoryDeleted: string }
      }
    }
  | { readonly name: 'UserPromptSubmit'; readonly userPromptSubmit: { prompt: string; attachments: readonly string[] } }
  | { readonly name: 'PreToolUse'; readonly preToolUse: { toolName: string; parameters: Readonly<Record<string, string>> } }
  | {
      readonly name: 'PostToolUse'
      readonly postToolUse: {
        toolName: string
        parameters: Readonly<Record<string, string>>
        result: string
        success: boolean
        executionTimeMs: number
      }
    }
  | {
      readonly name: 'PreCompact'
      readonly preCompact: {
        taskId: string
        ulid: string
        /** Tokens. */
        contextSize: number
        compactionStrategy: string
        previousApiReqIndex: number
        tokensIn: number
        tokensOut: number
        tokensInCache: number
        tokensOutCache: number
        deletedRangeStart: number
        deletedRangeEnd: number
        contextJsonPath: string
        contextRawPath: string
      }
    }
  | {
      readonly name: 'TaskCancel'
      readonly taskCancel: { readonly taskMetadata: { taskId: string; ulid: string; completionStatus: 'cancelled' | 'abandoned' } }
    }
  | {
      readonly name: 'TaskComplete'
      readonly taskComplete: { readonly taskMetadata: { taskId: string; ulid: string; result: string; command: string } }
    }
  | {
      readonly name: 'Notification'
      readonly notification: {
        event: 'user_attention' | 'task_complete'
        source: string
        message: string
        waitingForUserInput: boolean
        eventVersion: '1'
        eventId: string
        messageTruncated: boolean
        sourceType: 'ask' | 'tool'
        sourceId: string
        requiresUserAction: boolean
        severity: 'info'
      }
    }

export interface HookFacts {
  readonly version: string
  readonly taskId: string
  /** Real path of the project folder. */
  readonly cwd: string
  readonly model: { readonly provider: string; readonly slug: string }
  /** ms since 1970. */
  readonly now: number
}

/** What a hook reads at its standard input: one line of JSON. Fields with their default value are left out, as by the source's protocol. */
export function hookInput({ name, ...data }: HookEvent, { version, taskId, cwd, model, now }: HookFacts): string {
  // Nobody here is known by a number, so `userId` has its default value.
  const common = { clineVersion: version, hookName: name, timestamp: String(now), taskId, workspaceRoots: [cwd], userId: '', model }
  return `${JSON.stringify(withoutDefaults({ ...common, ...data }))}\n`
}

/** A map of strings keeps its empty values: they are not fields. */
function withoutDefaults(message: object): Record<string, unknown> {
  const kept = Object.entries(message).filter(([, value]) => value !== '' && value !== 0 && value !== false && !isEmptyList(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, key !== 'parameters' && isMessage(value) ? withoutDefaults(value) : value]))
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const isMessage = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a tool was called with, as the map of strings that hooks get. */
export const asParameters = (input: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(input ?? {}).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]))

const someone = { taskId: '01EXAMPLE0000000000000TASK', ulid: '01EXAMPLE0000000000000TASK' }

/** An event as it might come, for trying a hook without a task. */
export function sampleEvent(name: HookName): HookEvent {
  const parameters = { path: 'src/example.ts' }
  switch (name) {
    case 'TaskStart':
      return { name, taskStart: { taskMetadata: { ...someone, initialTask: 'Fix the failing test' } } }
    case 'TaskResume':
      return {
        name,
        taskResume: {
          taskMetadata: someone,
          previousState: { lastMessageTs: '1700000000000', messageCount: '12', conversationHistoryDeleted: 'false' },
        },
      }
    case 'UserPromptSubmit':
      return { name, userPromptSubmit: { prompt: 'Fix the failing test', attachments: [] } }
    case 'PreToolUse':
      return { name, preToolUse: { toolName: 'read_file', parameters } }
    case 'PostToolUse':
      return {
        name,
        postToolUse: { toolName: 'read_file', parameters, result: 'export const example = 1', success: true, executionTimeMs: 12 },
      }
    case 'PreCompact':
      return { name, preCompact: samplePreCompact }
    case 'TaskCancel':
      return { name, taskCancel: { taskMetadata: { ...someone, completionStatus: 'cancelled' } } }
    case 'TaskComplete':
      return { name, taskComplete: { taskMetadata: { ...someone, result: 'The test passes.', command: '' } } }
    case 'Notification':
      return { name, notification: sampleNotification }
  }
}

const samplePreCompact = {
  ...someone,
  contextSize: 120_000,
  compactionStrategy: 'auto-condense',
  previousApiReqIndex: 20,
  tokensIn: 110_000,
  tokensOut: 10_000,
  tokensInCache: 0,
  tokensOutCache: 0,
  deletedRangeStart: 0,
  deletedRangeEnd: 0,
  contextJsonPath: '',
  contextRawPath: '',
}

const sampleNotification = {
  event: 'user_attention',
  source: 'command',
  message: 'npm test',
  waitingForUserInput: true,
  eventVersion: '1',
  eventId: 'example',
  messageTruncated: false,
  sourceType: 'ask',
  sourceId: '1700000000000',
  requiresUserAction: true,
  severity: 'info',
} as const
