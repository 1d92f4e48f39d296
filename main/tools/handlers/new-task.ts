import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type OfferContext,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { askProposal } from './ask-proposal'
import { textField } from './input-fields'
import { readableText } from './partial-input'

const description = `Propose to go on in a new task that begins with nothing but the context you give here. The person reads it and decides. \
Only where this conversation has become a burden: a new subject, or far more in it than is still needed.`

const Input = z.object({
  context: textField(
    'What the new task begins with, as Markdown: the work so far, the concepts it rests on, the files that matter, the problems and how they were solved, and the next steps.',
  ),
})
type Input = z.infer<typeof Input>

/** As in the source: other models propose a new task only when the person asks for one. */
const knowsNewTasks = /gpt-?5[.-]1|gemini-?3|hermes/i

export class NewTaskHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.NEW_TASK
  readonly spec = {
    description,
    input: Input,
    offered: ({ asked, yoloModeToggled, modelId }: OfferContext) =>
      !yoloModeToggled && (knowsNewTasks.test(modelId) || (asked?.has(ClineDefaultTool.NEW_TASK) ?? false)),
  }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Start a new task', basis: null })
  }

  async execute(config: TaskConfig, { input: { context } }: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const proposed = await askProposal(config, { ask: 'new_task', text: context, ts })
    if (proposed.kind === 'not_agreed') return proposed.response
    return done('The new task was started.', { steer: { kind: 'new_task', context, askTs: proposed.askTs } })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'context')
    return text === '' ? undefined : { kind: 'new_task', text }
  }

  getDescription(): string {
    return `[${this.name} for creating a new task]`
  }
}
