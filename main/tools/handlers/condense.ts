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

const description = 'Condense the conversation, as the person asked: once they agree, what you give here stands in place of all of it.'

const Input = z.object({ context: textField('All that is needed to go on without the conversation so far, as Markdown.') })
type Input = z.infer<typeof Input>

export class CondenseHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.CONDENSE
  readonly spec = { description, input: Input, offered: ({ asked }: OfferContext) => asked?.has(ClineDefaultTool.CONDENSE) ?? false }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Condense the conversation', basis: null })
  }

  async execute(config: TaskConfig, { input: { context } }: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const proposed = await askProposal(config, { ask: 'condense', text: context, ts })
    if (proposed.kind === 'not_agreed') return proposed.response
    return done('The conversation was condensed.', { steer: { kind: 'condense', summary: context } })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'context')
    return text === '' ? undefined : { kind: 'condense', text }
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}
