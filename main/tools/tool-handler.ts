import type { z } from 'zod'
import type { BrowserStep } from '../../shared/browser'
import type { Effects, StrangersText } from '../../shared/effects'
import type { McpCall } from '../../shared/mcp'
import type { Amendment, ApprovalFacts, CallData, ClineSayTool, CommandData } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { SubagentRun } from '../../shared/subagents'
import type { ClineDefaultTool } from '../../shared/tools'
import type { TaskConfig } from './task-config'

export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }

/** What a handler may make the loop do besides giving a result. */
export type Steer =
  | { readonly kind: 'finish'; readonly result: string }
  | { readonly kind: 'switch_mode'; readonly mode: Mode }
  /** From the next request on the summary is sent in place of the conversation so far. */
  | { readonly kind: 'condense'; readonly summary: string }
  /** The task ends here, and another begins with this. */
  | { readonly kind: 'new_task'; readonly context: string; readonly askTs: number }

/**
 * What a handler has to say to the model. `failed` counts as a mistake. `note` is one line for the card;
 * `patch` changes more of the card's data (a line range, an exit code).
 */
export interface ToolResponse {
  readonly status: 'done' | 'failed' | 'denied'
  readonly content: string | readonly ToolContent[]
  readonly note?: string
  readonly patch?: Partial<CallData>
  readonly steer?: Steer
  /** False: the model did nothing wrong, so a failure is not counted as its mistake. */
  readonly mistake?: false
  /** Strangers wrote what the content tells, so from now on the task is watched more closely. */
  readonly untrusted?: StrangersText
}

export const done = (content: ToolResponse['content'], more: Partial<ToolResponse> = {}): ToolResponse => ({
  status: 'done',
  content,
  ...more,
})
/** What the person did not let happen. */
export const denied = (words = 'The person left out all of it, so nothing was changed.'): ToolResponse => ({
  status: 'denied',
  content: words,
})
export const toolFailed = (message: string, note = message): ToolResponse => ({ status: 'failed', content: message, note })

/** A call whose arguments arrived whole and were accepted by the tool's schema. */
export interface ToolUse<Input = unknown> {
  readonly name: ClineDefaultTool
  readonly callId: string
  readonly input: Input
}

/** A call that still streams: `input` holds what is readable so far. For display only. */
export interface PartialToolUse {
  readonly name: ClineDefaultTool
  readonly callId: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface OfferContext {
  readonly mode: Mode
  readonly yoloModeToggled: boolean
  readonly providerId: string
  /** As the provider names it; empty while none is chosen. */
  readonly modelId: string
  /** What is there for tools to work with. */
  readonly features: ReadonlySet<ToolFeature>
  /** Tools that are offered only now, because the person asked for what they do. */
  readonly asked?: ReadonlySet<ClineDefaultTool>
}

/** What some tools need to be of use; one that lacks it is not offered. */
export type ToolFeature = 'window' | 'images' | 'browser' | 'mcp' | 'mcpTools' | 'skills' | 'webFetch' | 'webSearch' | 'subagents'

/** True for models that were taught to change files by patches: they get apply_patch in place of the other edit tools. */
export const writesPatches = ({ modelId }: OfferContext): boolean => /(?:^|[^a-z0-9])gpt-?(?:5|oss)/i.test(modelId)

/** What the model is told of a tool, beside the code that carries it out. */
export interface ToolSpec<Input> {
  readonly description: string
  readonly input: z.ZodType<Input>
  offered(context: OfferContext): boolean
  /** Where it may be called although it is not offered, because what it does is offered under other names. */
  understood?(context: OfferContext): boolean
}

/** The row that stands for a call: an ask when approval is needed, else a say. Tools that draw their own rows have none. */
export type ToolCard =
  | { readonly kind: 'tool'; readonly data: ClineSayTool }
  | { readonly kind: 'command'; readonly data: CommandData }
  | { readonly kind: 'mcp'; readonly data: McpCall }
  | { readonly kind: 'browser'; readonly data: BrowserStep }
  | { readonly kind: 'subagents'; readonly data: SubagentRun }

/** Another name under which the model may call a tool, with arguments of its own: a tool of an MCP server, an agent of a file. */
export interface ToolAlias {
  readonly name: string
  readonly description: string
  /** JSON schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly tool: ClineDefaultTool
  /** The arguments of `tool` that the call stands for; called with partial arguments too. */
  toInput(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/**
 * What was worked out before anyone was asked. `basis` goes to `execute` unchanged, so that what is done is what was shown.
 * A call that cannot succeed (no such file, no match) ends here as `failed`, without asking.
 */
export type Preparation<Basis> =
  | {
      readonly kind: 'ready'
      readonly card?: ToolCard
      readonly summary: ApprovalFacts['summary']
      readonly basis: Basis
      /** The whole new text of a file that is there, which the card shows only in parts. Absent where it is too long to be edited. */
      readonly text?: string
      /** Sentences on what a person should look at first: with one it asks, however far the approval goes. */
      readonly concern?: string
    }
  | { readonly kind: 'failed'; readonly card?: ToolCard; readonly response: ToolResponse }

/** A changed call. `input` when the change made another call of it: what that would do is then decided anew. */
export type Amended<Input, Basis> = Preparation<Basis> & { readonly input?: Input }

/** One tool. Holds no state of a task: everything arrives through TaskConfig. */
export interface IToolHandler<Input = unknown, Basis = unknown> {
  readonly name: ClineDefaultTool
  readonly spec: ToolSpec<Input>
  /** Why it cannot be used now, before anything else is looked at. No mistake of the model. */
  unavailable?(config: TaskConfig): string | undefined
  /** What letting it run would do. Must not read, list, search or run anything beyond resolving paths. */
  effects(input: Input, config: TaskConfig): Promise<Effects>
  /** Works out the card and what it would do. May read the file that would be written, nothing else. */
  prepare(input: Input, config: TaskConfig): Promise<Preparation<Basis>>
  /**
   * The call as a person changed it before approving: fewer hunks, another text or command. What it gives runs without a further question,
   * unless it has a concern.
   * `failed` with a `denied` response when nothing of it is left.
   */
  amend?(input: Input, basis: Basis, amendment: Amendment, config: TaskConfig): Promise<Amended<Input, Basis>>
  /** Runs after approval. May throw: the executor turns it into a failed result. */
  execute(config: TaskConfig, block: ToolUse<Input>, basis: Basis, ts: number | undefined): Promise<ToolResponse>
  /** Short text in front of the result: `[read_file for 'src/a.ts']`. Also used for skipped calls. */
  getDescription(input: Readonly<Record<string, unknown>>): string
}

/** A tool whose card is drawn while its arguments stream. Only draws, never acts. */
export interface IPartialBlockHandler {
  handlePartialBlock(block: PartialToolUse, config: TaskConfig): PartialCard | undefined
}

/** What to draw of a call that still streams: a tool or command card, or the row of a tool that speaks. */
export type PartialCard =
  | ToolCard
  | { readonly kind: 'followup'; readonly question: string; readonly options: readonly string[] }
  | { readonly kind: 'text' | 'plan' | 'completion' | 'new_task' | 'condense'; readonly text: string }

export interface IFullyManagedTool<Input = unknown, Basis = unknown> extends IToolHandler<Input, Basis>, IPartialBlockHandler {}
