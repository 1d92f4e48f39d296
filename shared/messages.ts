import { z } from 'zod'
import { BrowserStep } from './browser'
import { CommandMark } from './effects'
import { HookStatus } from './hooks'
import { McpCall } from './mcp'
import { RuleChoice, RuleOffer } from './rules'
import { Mode } from './settings'
import { SubagentKey, SubagentRun } from './subagents'
import { ToolStatus } from './tool-status'

/**
 * The rows of a chat, with the names of the source design. What the source packs as JSON into `text`
 * stands here as an object in `data`, and no marker is ever hidden in a text.
 */

export const AskResponse = z.enum(['yesButtonClicked', 'noButtonClicked', 'messageResponse'])
export type AskResponse = z.infer<typeof AskResponse>

/** What a person changed in a call before approving it. */
export const Amendment = z.object({
  /** The command line to run in place of the model's. */
  command: z.string().optional(),
  /** The whole new text of the file in place of the model's. */
  text: z.string().optional(),
  /** Hunks that are not to be applied, counted from 0 in the order of the card's diffs; `file` counts those of `files`, else is 0. */
  leftOut: z.array(z.object({ file: z.number().int(), hunk: z.number().int(), reason: z.string().optional() })).optional(),
})
export type Amendment = z.infer<typeof Amendment>

/** How a person answered an ask. Kept with the row, so that the log shows the card with its outcome. */
export const AskAnswer = z.object({
  response: AskResponse,
  text: z.string().optional(),
  images: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
  amendment: Amendment.optional(),
  /** The rule that the person made with this answer. */
  rule: RuleChoice.optional(),
})
export type AskAnswer = z.infer<typeof AskAnswer>

/** An answer as the agent hears it. `said`: the words as they were typed, where a command among them is told to the model in another way. */
export interface HeardAnswer extends AskAnswer {
  readonly said?: string
}

/** The text of an answer to a plan that says nothing but: carry it out. */
export const PLAN_MODE_TOGGLE_RESPONSE = 'PLAN_MODE_TOGGLE_RESPONSE'

/** What approving would do, in words that were computed from the effects and never from the model's text. */
export const ApprovalFacts = z.object({
  /** One line: "Edit 2 places in src/sum.js". */
  summary: z.string(),
  /** Why it asks: "writes outside the project". */
  reason: z.string(),
  /** The whole new text of a file that is there, to be edited before it is approved. Only while it waits, and of no large file. */
  text: z.string().optional(),
  /** Rules that may be made with the answer. */
  offers: z.array(RuleOffer).optional(),
  /** The parts of a command that matter, in their order. */
  marks: z.array(CommandMark).optional(),
  /** Where letting this MCP tool run without a question would have spared this one: the hash of the tool as it is asked about. */
  letRun: z.string().optional(),
})
export type ApprovalFacts = z.infer<typeof ApprovalFacts>

/** One file of a call that changes several. */
export const FileInCall = z.object({
  path: z.string(),
  tool: z.enum(['editedExistingFile', 'newFileCreated', 'fileDeleted', 'fileMoved']),
  /** Where a moved file goes. */
  to: z.string().optional(),
  diff: z.string(),
  added: z.number().int(),
  removed: z.number().int(),
})
export type FileInCall = z.infer<typeof FileInCall>

export const ClineSayTool = z.object({
  tool: z.enum([
    'editedExistingFile',
    'newFileCreated',
    'fileDeleted',
    'readFile',
    'listFilesTopLevel',
    'listFilesRecursive',
    'listCodeDefinitionNames',
    'searchFiles',
    'webFetch',
    'webSearch',
    'summarizeTask',
    'useSkill',
    /** A call of a tool that does not exist, is not offered, or whose input was refused. */
    'unknown',
  ]),
  /** The name the model used, for `unknown`. */
  name: z.string().optional(),
  path: z.string().optional(),
  /** A unified diff of what the file would become, without file headers. Complete rows only. */
  diff: z.string().optional(),
  added: z.number().int().optional(),
  removed: z.number().int().optional(),
  /** For a patch: each file with its own diff. */
  files: z.array(FileInCall).optional(),
  /** Further reads of the same answer that share this card: approved or rejected with it. */
  also: z.array(z.object({ callId: z.string(), summary: z.string() })).optional(),
  /** The model's own argument while it streams (new text, SEARCH/REPLACE blocks), or a result to show. */
  content: z.string().optional(),
  regex: z.string().optional(),
  filePattern: z.string().optional(),
  /** Hosts that a search is kept to, or kept from. */
  allowedDomains: z.array(z.string()).optional(),
  blockedDomains: z.array(z.string()).optional(),
  operationIsLocatedInWorkspace: z.boolean().optional(),
  startLineNumbers: z.array(z.number().int()).optional(),
  readLineStart: z.number().int().optional(),
  readLineEnd: z.number().int().optional(),
  status: ToolStatus,
  /** One line for people: "12 matches in 3 files", or what went wrong. */
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type ClineSayTool = z.infer<typeof ClineSayTool>

export const CommandData = z.object({
  command: z.string(),
  /** Absolute folder in which it runs. */
  cwd: z.string(),
  status: ToolStatus,
  /** Key of the live screen: `terminal.data` pushes carry it. */
  terminalId: z.string().optional(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  /** True once the person let it go on in the background. */
  background: z.boolean().optional(),
  /** While it waits for somebody to type: something that is seen, or something that is not, like a password. */
  waitsForInput: z.enum(['line', 'hidden']).optional(),
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type CommandData = z.infer<typeof CommandData>

export const QuestionData = z.object({ question: z.string(), options: z.array(z.string()).optional(), selected: z.string().optional() })
export const PlanData = z.object({ response: z.string(), options: z.array(z.string()).optional(), selected: z.string().optional() })

export const taskErrorKinds = [
  'auth',
  'billing',
  'busy',
  'limit',
  'network',
  'not_found',
  'bad_request',
  'context_window',
  'empty',
  'protocol',
  'mistake_limit',
  'storage',
  'bug',
] as const

/** An error as people read it. `detail` is the raw text, one click away and copyable, masked of secrets. */
export const TaskError = z.object({
  kind: z.enum(taskErrorKinds),
  message: z.string(),
  detail: z.string().optional(),
  status: z.number().int().optional(),
  requestId: z.string().optional(),
  providerId: z.string().optional(),
  modelId: z.string().optional(),
})
export type TaskError = z.infer<typeof TaskError>

/** Tokens are counted once: `tokensIn` excludes what was read from or written to the cache. Cost in US dollars. */
export const ClineApiReqInfo = z.object({
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  cacheWrites: z.number().optional(),
  cacheReads: z.number().optional(),
  /** Absent when no price is known. */
  cost: z.number().optional(),
  contextTokens: z.number().optional(),
  cancelReason: z.enum(['streaming_failed', 'user_cancelled', 'retries_exhausted']).optional(),
  streamingFailedMessage: z.string().optional(),
})
export type ClineApiReqInfo = z.infer<typeof ClineApiReqInfo>

export const ErrorRetry = z.object({
  attempt: z.number().int(),
  maxAttempts: z.number().int(),
  delaySeconds: z.number(),
  /** Milliseconds since the epoch at which the next try starts: the countdown's end. */
  resumeAt: z.number().optional(),
  errorMessage: z.string(),
  failed: z.boolean().optional(),
})

/** A report that the person reads before anything of it leaves this machine. */
export const BugReport = z.object({
  title: z.string(),
  what_happened: z.string(),
  steps_to_reproduce: z.string(),
  api_request_output: z.string(),
  additional_context: z.string(),
  provider_and_model: z.string().optional(),
  operating_system: z.string().optional(),
  system_info: z.string().optional(),
  app_version: z.string().optional(),
})
export type BugReport = z.infer<typeof BugReport>

/** On a line of the new text of a file, counted from 1. */
export const ExplanationComment = z.object({ path: z.string(), line: z.number().int(), text: z.string() })
export type ExplanationComment = z.infer<typeof ExplanationComment>

/** Comments of the model on a diff of the repository. */
export const Explanation = z.object({
  title: z.string(),
  fromRef: z.string(),
  /** Absent: the files as they are. */
  toRef: z.string().optional(),
  status: z.enum(['generating', 'complete', 'error']),
  comments: z.array(ExplanationComment).optional(),
  note: z.string().optional(),
})
export type Explanation = z.infer<typeof Explanation>

export const FileChange = z.object({ path: z.string(), added: z.number().int(), removed: z.number().int() })
export type FileChange = z.infer<typeof FileChange>

const base = {
  /** Strictly increasing within the task; also the id of an ask. Never changed after creation. */
  ts: z.number().int(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
  /** Data URLs. */
  images: z.array(z.string()).optional(),
  /** Absolute paths. */
  files: z.array(z.string()).optional(),
  partial: z.boolean().optional(),
  isOperationOutsideWorkspace: z.boolean().optional(),
  conversationHistoryIndex: z.number().int().optional(),
  modelInfo: z.object({ providerId: z.string(), modelId: z.string(), mode: Mode }).optional(),
}
const asked = {
  type: z.literal('ask'),
  ...base,
  answer: AskAnswer.optional(),
  approval: ApprovalFacts.optional(),
  /** The subagent that asks. */
  subagent: SubagentKey.extend({ name: z.string().optional() }).optional(),
}
const said = {
  type: z.literal('say'),
  ...base,
  /** Who let a call run without an answer to this row, where it was not the settings: "your rule allows npm test with any arguments". */
  allowedBy: z.string().optional(),
}

const ask = <Kind extends string>(kind: Kind) => z.object({ ...asked, ask: z.literal(kind) })
const askWith = <Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) => z.object({ ...asked, ask: z.literal(kind), data })
const say = <Kind extends string>(kind: Kind) => z.object({ ...said, say: z.literal(kind) })
const sayWith = <Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) => z.object({ ...said, say: z.literal(kind), data })

export const ClineAskMessage = z.discriminatedUnion('ask', [
  askWith('followup', QuestionData),
  askWith('plan_mode_respond', PlanData),
  askWith('command', CommandData),
  ask('command_output'),
  ask('completion_result'),
  askWith('tool', ClineSayTool),
  askWith('use_mcp_server', McpCall),
  askWith('browser_action_launch', BrowserStep),
  askWith('use_subagents', SubagentRun),
  /** `text` is what the new task would begin with. */
  ask('new_task'),
  /** `text` is the summary that would stand in place of the conversation so far. */
  ask('condense'),
  askWith('report_bug', BugReport),
  askWith('api_req_failed', TaskError),
  /** `text` names the step that was interrupted; `cancelled` when the person did it. */
  ask('resume_task').extend({ cancelled: z.literal(true).optional() }),
  ask('resume_completed_task'),
  ask('mistake_limit_reached'),
])
export type ClineAskMessage = z.infer<typeof ClineAskMessage>
export type ClineAsk = ClineAskMessage['ask']

export const ClineSayMessage = z.discriminatedUnion('say', [
  say('task'),
  say('text'),
  say('reasoning'),
  sayWith('error', TaskError),
  sayWith('error_retry', ErrorRetry),
  sayWith('api_req_started', ClineApiReqInfo),
  sayWith('completion_result', z.object({ changes: z.array(FileChange) })),
  say('user_feedback'),
  sayWith('command', CommandData),
  sayWith('command_output', z.object({ commandTs: z.number().int(), terminalId: z.string().optional() })),
  sayWith('tool', ClineSayTool),
  sayWith('use_mcp_server', McpCall),
  /** What an MCP server says by itself. */
  sayWith('mcp_notification', z.object({ serverName: z.string() })),
  sayWith('browser_action', BrowserStep),
  sayWith('subagent', SubagentRun),
  /** `text` is what the hooks printed. */
  sayWith('hook_status', HookStatus),
  sayWith('generate_explanation', Explanation),
  say('info'),
  say('task_progress'),
])
export type ClineSayMessage = z.infer<typeof ClineSayMessage>
export type ClineSay = ClineSayMessage['say']

export const ClineMessage = z.discriminatedUnion('type', [ClineAskMessage, ClineSayMessage])
export type ClineMessage = z.infer<typeof ClineMessage>

/** Fields of a streaming row that can grow. For `data`, each string is appended to the same key and any other value replaces it. */
export const AppendField = z.enum(['text', 'reasoning', 'data'])
export type AppendField = z.infer<typeof AppendField>
export const AppendValue = z.union([z.string(), z.record(z.string(), z.json())])
export type AppendValue = z.infer<typeof AppendValue>

/** A row that draws a call of a tool. */
export type CallRow = Extract<ClineMessage, { data: { status: ToolStatus } }>
/** What the card of a call is drawn from. */
export type CallData = CallRow['data']

const callAsks: ReadonlySet<string> = new Set<ClineAsk>(['tool', 'command', 'use_mcp_server', 'browser_action_launch', 'use_subagents'])
const callSays: ReadonlySet<string> = new Set<ClineSay>(['tool', 'command', 'use_mcp_server', 'browser_action', 'subagent'])

/** True for an ask that lets a call take effect, or not: words alone turn it down. */
export const isApprovalAsk = (row: Pick<ClineAskMessage, 'ask'>): boolean => callAsks.has(row.ask)

export const isCallRow = (row: ClineMessage): row is CallRow => (row.type === 'ask' ? isApprovalAsk(row) : callSays.has(row.say))

/** How the call stands that a row draws; undefined for rows that draw none. */
export const toolStatusOf = (row: ClineMessage): ToolStatus | undefined => (isCallRow(row) ? row.data.status : undefined)

/** The offer to go on with a task. */
export const isResumeAsk = (row: ClineMessage): row is Extract<ClineAskMessage, { ask: 'resume_task' | 'resume_completed_task' }> =>
  row.type === 'ask' && (row.ask === 'resume_task' || row.ask === 'resume_completed_task')

/** Something happened there. An offer that nobody took up is made anew whenever the task is opened. */
export const isUse = (row: ClineMessage): boolean => !isResumeAsk(row) || row.answer !== undefined

/** The newest row of the task itself: hooks run beside it, and may end after a question was put. */
export const lastOfTask = (rows: readonly ClineMessage[]): ClineMessage | undefined =>
  rows.findLast((row) => row.type === 'ask' || row.say !== 'hook_status')
