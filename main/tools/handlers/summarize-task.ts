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
import { textField } from './input-fields'
import { readableText } from './partial-input'
import { forCard } from './path-facts'

const description = 'Sum up the conversation: what you give here stands in place of all of it from the next request on.'

const Input = z.object({ context: textField('All that is needed to go on without the conversation so far, as Markdown.') })
type Input = z.infer<typeof Input>

/** As `condense`, where the app itself asks for it: nobody is asked whether it may. */
export class SummarizeTaskHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.SUMMARIZE_TASK
  readonly spec = { description, input: Input, offered: ({ asked }: OfferContext) => asked?.has(ClineDefaultTool.SUMMARIZE_TASK) ?? false }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare({ context }: Input): Promise<Preparation<null>> {
    const card = { kind: 'tool', data: { tool: 'summarizeTask', content: forCard(context), status: 'running' } } as const
    return Promise.resolve({ kind: 'ready', card, summary: 'Sum up the conversation', basis: null })
  }

  execute(_config: TaskConfig, { input: { context } }: ToolUse<Input>): Promise<ToolResponse> {
    return Promise.resolve(done('The conversation was summed up.', { steer: { kind: 'condense', summary: context } }))
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const content = readableText(block, 'context')
    return content === '' ? undefined : { kind: 'tool', data: { tool: 'summarizeTask', content, status: 'drafting', callId: block.callId } }
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}
