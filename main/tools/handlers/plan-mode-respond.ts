import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { PLAN_MODE_TOGGLE_RESPONSE } from '../../../shared/messages'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import {
  done,
  type OfferContext,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { answerContent, showAnswer } from './answer-content'
import { flagField, listField, textField } from './input-fields'
import { readableText } from './partial-input'

const description = `In plan mode: show the person your plan, or answer them, and wait for what they say. Explore with the reading tools first. \
Only the person can switch to Act mode; ask for it when the plan is settled.`

const Input = z.object({
  response: textField('The plan or the answer, as Markdown.'),
  needs_more_exploration: flagField(
    'true if you noticed while writing that you must look at more first: then nobody is asked and you go on.',
  ),
  options: listField('Possible answers to choose from, if there is a choice to make.'),
})
type Input = z.infer<typeof Input>

export class PlanModeRespondHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.PLAN_MODE
  readonly spec = { description, input: Input, offered: ({ mode }: OfferContext) => mode === 'plan' }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Show a plan', basis: null })
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const { response, options = [], needs_more_exploration: explores } = block.input
    if (explores) {
      showAsText(config, response, ts)
      return done('Go on exploring, then call plan_mode_respond again.')
    }
    if (config.settings.yoloModeToggled) return this.goAhead(config, response, ts)
    const data = { response, ...(options.length > 0 ? { options } : {}) }
    const opened = config.callbacks.openAsk({ ask: 'plan_mode_respond', data }, ts)
    const answer = await opened.answer
    if (answer.text === PLAN_MODE_TOGGLE_RESPONSE) return this.switched(config, { ...answer, text: '' })
    const selected = options.find((option) => option === answer.text)
    if (selected === undefined) showAnswer(config, answer)
    else config.callbacks.patchRow(opened.ts, { data: { selected } })
    return done(await answerContent(config, answer, { tag: 'user_message', otherwise: '(The person said nothing.)' }))
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'response')
    return text === '' ? undefined : { kind: 'plan', text }
  }

  getDescription(): string {
    return `[${this.name}]`
  }

  /** Everything is approved, also the plan. */
  private goAhead(config: TaskConfig, response: string, ts: number | undefined): ToolResponse {
    showAsText(config, response, ts)
    if (config.mode === 'act') return done('Go ahead.')
    return done('You are in Act mode now. Carry out the plan.', { steer: { kind: 'switch_mode', mode: 'act' } })
  }

  private async switched(config: TaskConfig, answer: Parameters<typeof showAnswer>[1]): Promise<ToolResponse> {
    showAnswer(config, answer)
    return done(
      await answerContent(config, answer, { tag: 'user_message', otherwise: 'The person switched to Act mode. Carry out the plan.' }),
    )
  }
}

/** A plan that nobody is asked about. What was drawn of it as a question becomes plain text. */
function showAsText(config: TaskConfig, response: string, ts: number | undefined): void {
  if (ts === undefined) config.callbacks.say({ say: 'text', text: response })
  else config.callbacks.patchRow(ts, { type: 'say', ask: null, say: 'text', text: response, data: null, partial: null })
}
