import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import {
  done,
  type OfferContext,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { textField } from './input-fields'
import { readableText } from './partial-input'

const description = `In Act mode: tell the person in a sentence or two what you found or do next, and go on without waiting. Never twice in a row.`

const Input = z.object({ response: textField('A short note on progress.') })
type Input = z.infer<typeof Input>

export class ActModeRespondHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.ACT_MODE
  readonly spec = { description, input: Input, offered: ({ mode }: OfferContext) => mode === 'act' }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Tell how it goes', basis: null })
  }

  execute(config: TaskConfig, block: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    return Promise.resolve(this.speak(config, block.input.response, ts))
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'response')
    return text === '' ? undefined : { kind: 'text', text }
  }

  getDescription(): string {
    return `[${this.name}]`
  }

  private speak(config: TaskConfig, response: string, ts: number | undefined): ToolResponse {
    if (config.mode !== 'act') return toolFailed('act_mode_respond is for Act mode. In Plan mode use plan_mode_respond.')
    const again = config.state.lastToolName === this.name
    if (ts !== undefined) config.callbacks.patchRow(ts, { text: response, partial: null })
    else if (!again) config.callbacks.say({ say: 'text', text: response })
    if (again) return done('[BLOCKED] act_mode_respond must not be called twice in a row. Do something with another tool now.')
    return done('Shown. Now go on with another tool.')
  }
}
