import { z } from 'zod'
import { Job } from './jobs'
import { McpElicitation, McpServer } from './mcp'
import { AppendField, AppendValue, ClineMessage } from './messages'
import { AccountState, KeptKey } from './account'
import { ProviderId, ProviderStatus } from './models'
import { Rule } from './rules'
import { Mode, Settings, defaultSettings } from './settings'
import { TrustSummary } from './trust'
import { TaskState, taskStateKinds } from './task-state'

/** A finished or running task in the list. `ts` is the time of its last row, in ms. */
export const HistoryItem = z.object({
  /** The task's ULID, which is also the name of its folder. */
  id: z.string(),
  ts: z.number(),
  task: z.string(),
  cwd: z.string(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted']),
  tokensIn: z.number(),
  tokensOut: z.number(),
  cacheWrites: z.number(),
  cacheReads: z.number(),
  /** US dollars; absent when a price was unknown. */
  totalCost: z.number().optional(),
  modelId: z.string().optional(),
  /** Records of the journal that could not be read. */
  damagedRecords: z.number().int().optional(),
})
export type HistoryItem = z.infer<typeof HistoryItem>

/** One Controller as the sidebar draws it. */
export const SessionSummary = z.object({
  sessionId: z.string(),
  taskId: z.string().optional(),
  title: z.string(),
  cwd: z.string(),
  state: z.enum(taskStateKinds),
  /** What it waits for, in words: "Run npm test". */
  waitsFor: z.string().optional(),
  ts: z.number(),
  totalCost: z.number().optional(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

/** A message typed while the agent works: delivered with the next request, editable until then. */
export const QueuedMessage = z.object({
  id: z.string(),
  text: z.string(),
  images: z.array(z.string()),
  files: z.array(z.string()),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

export const Draft = z.object({ text: z.string(), images: z.array(z.string()), files: z.array(z.string()) })
export type Draft = z.infer<typeof Draft>
export const emptyDraft: Draft = { text: '', images: [], files: [] }

/** Totals of the current task. `contextWindow` is absent when the model's size is unknown. */
export const Usage = z.object({
  tokensIn: z.number(),
  tokensOut: z.number(),
  cacheReads: z.number(),
  cacheWrites: z.number(),
  /** Absent as soon as one request had no known price. */
  cost: z.number().optional(),
  contextTokens: z.number(),
  contextWindow: z.number().optional(),
})
export type Usage = z.infer<typeof Usage>
export const noUsage: Usage = { tokensIn: 0, tokensOut: 0, cacheReads: 0, cacheWrites: 0, cost: 0, contextTokens: 0 }

/** Something the person should know that is no row of a chat. Stays until dismissed or mended. */
export const Notice = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  code: z.string(),
  text: z.string(),
})
export type Notice = z.infer<typeof Notice>

export const LocalServer = z.object({ provider: ProviderId, baseUrl: z.string(), models: z.array(z.string()) })
export type LocalServer = z.infer<typeof LocalServer>

/** All that the window draws. Holds no secret. Settings stand flat beside the rest, as in the source. */
export const ExtensionState = Settings.extend({
  version: z.string(),
  platform: z.string(),
  runtime: z.enum(['electron', 'chromium']),
  homeDir: z.string(),
  providers: z.array(ProviderStatus),
  account: AccountState,
  /** The key of the search service at the origin of `webSearchEndpoint`, if one is stored. */
  webSearchKey: KeptKey.optional(),
  sessions: z.array(SessionSummary),
  /** The newest 100 tasks. */
  taskHistory: z.array(HistoryItem),
  notices: z.array(Notice),
  /** Those that hold now. */
  rules: z.array(Rule),
  /** Told once the view of them was opened, or a task uses them. */
  mcpServers: z.array(McpServer),
  /** Forms that servers want filled in, the oldest first. */
  mcpForms: z.array(McpElicitation),

  // What follows belongs to the session that the window looks at.
  currentSessionId: z.string().optional(),
  cwd: z.string().optional(),
  /** Of its folder; absent until it was looked at. */
  projectTrust: TrustSummary.optional(),
  currentTaskItem: HistoryItem.optional(),
  taskState: TaskState,
  /** The model that answers in this session now; absent while none is set up. */
  currentModel: z.object({ providerId: z.string(), modelId: z.string() }).optional(),
  /** The mode of the current session; for a new one, the setting. */
  sessionMode: Mode,
  clineMessages: z.array(ClineMessage),
  /** Its commands in the background, also the newest that have ended. */
  jobs: z.array(Job),
  queuedMessages: z.array(QueuedMessage),
  /** Rises when the task's list of changes is another. */
  changesRevision: z.number().int(),
  usage: Usage,
  /** As it was when this session was opened: the composer owns it from then on. */
  draft: Draft,
})
export type ExtensionState = z.infer<typeof ExtensionState>

/** What the window holds before the first push. */
export const initialExtensionState: ExtensionState = {
  ...defaultSettings,
  version: '',
  platform: 'unknown',
  runtime: 'chromium',
  homeDir: '',
  providers: [],
  account: { kind: 'signed_out' },
  sessions: [],
  taskHistory: [],
  notices: [],
  rules: [],
  mcpServers: [],
  mcpForms: [],
  taskState: { kind: 'idle' },
  sessionMode: 'act',
  clineMessages: [],
  jobs: [],
  queuedMessages: [],
  changesRevision: 0,
  usage: noUsage,
  draft: emptyDraft,
}

export type StateKey = Exclude<keyof ExtensionState, 'clineMessages'>

/** `null` deletes a key; `data` is merged one level deep; other values replace. */
export const RowPatch = z.record(z.string(), z.json())
export type RowPatch = z.infer<typeof RowPatch>

export const StateOp = z.discriminatedUnion('op', [
  z.object({ op: z.literal('snapshot'), state: ExtensionState }),
  /** `value` is absent when the key was removed. */
  z.object({ op: z.literal('set'), key: z.string(), value: z.json().optional() }),
  /** `before`: the `ts` of the row above which it stands. It stands at the end without, and where that row is not there. */
  z.object({ op: z.literal('row.add'), row: ClineMessage, before: z.number().int().optional() }),
  z.object({ op: z.literal('row.patch'), ts: z.number().int(), patch: RowPatch }),
  z.object({ op: z.literal('row.append'), ts: z.number().int(), field: AppendField, append: AppendValue }),
  z.object({ op: z.literal('row.remove'), ts: z.number().int() }),
])
export type StateOp = z.infer<typeof StateOp>
