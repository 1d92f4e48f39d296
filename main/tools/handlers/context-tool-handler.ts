import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import type { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import type {
  IFullyManagedTool,
  OfferContext,
  PartialCard,
  PartialToolUse,
  Preparation,
  ToolCard,
  ToolResponse,
  ToolSpec,
  ToolUse,
} from '../tool-handler'
import { textField } from './input-fields'
import { readableText } from './partial-input'

export interface ContextInput {
  /** What is to stand in place of the conversation. */
  readonly context: string
}

/** What distinguishes one tool by which the model sums up its conversation from another. */
export interface ContextWork {
  readonly name: ClineDefaultTool
  readonly description: string
  /** Of the argument `context`. */
  readonly about: string
  offered(context: OfferContext): boolean
  /** What it does, in a few words. */
  readonly summary: string
  /** Before a result: `[condense]`. */
  readonly label: string
  /** The text while it streams. */
  draft(context: string, callId: string): PartialCard
  /** The card of the call, where it has one; a text that is asked about stands in a row of its own. */
  card?(context: string): ToolCard
  execute(config: TaskConfig, context: string, ts: number | undefined): Promise<ToolResponse>
}

/** One body for every tool whose only argument is what the conversation comes to. */
export class ContextToolHandler implements IFullyManagedTool<ContextInput, null> {
  readonly name: ClineDefaultTool
  readonly spec: ToolSpec<ContextInput>
  private readonly work: ContextWork

  constructor(work: ContextWork) {
    const { name, description, about } = work
    this.name = name
    this.spec = { description, input: z.object({ context: textField(about) }), offered: (context) => work.offered(context) }
    this.work = work
  }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare({ context }: ContextInput): Promise<Preparation<null>> {
    const card = this.work.card?.(context)
    return Promise.resolve({ kind: 'ready', summary: this.work.summary, basis: null, ...(card ? { card } : {}) })
  }

  execute(config: TaskConfig, { input: { context } }: ToolUse<ContextInput>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    return this.work.execute(config, context, ts)
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'context')
    return text === '' ? undefined : this.work.draft(text, block.callId)
  }

  getDescription(): string {
    return this.work.label
  }
}
