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
import { answerContent, showAnswer } from './answer-content'
import { listField, textField } from './input-fields'
import { describeCall, readableText } from './partial-input'

const description = `Ask the person one question, and wait for the answer. Only for what you cannot find out with the other tools and may not decide yourself.`

const Input = z.object({
  question: textField('One clear question.'),
  options: listField('2 to 5 likely answers to choose from. None that asks to switch to Act mode.'),
})
type Input = z.infer<typeof Input>

const SHOWN_QUESTION = 100

export class AskFollowupQuestionToolHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.ASK
  readonly spec = { description, input: Input, offered: ({ yoloModeToggled }: OfferContext) => !yoloModeToggled }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(input: Input): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: `Ask: ${input.question}`, basis: null })
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const { question, options = [] } = block.input
    if (config.settings.yoloModeToggled) {
      const text = `Nobody is asked, everything is approved: ${question.slice(0, SHOWN_QUESTION)}`
      if (ts === undefined) config.callbacks.say({ say: 'info', text })
      else config.callbacks.patchRow(ts, { type: 'say', ask: null, say: 'info', text, data: null, partial: null })
      return done('Nobody is there to answer. Find it out with your tools, or decide it yourself and say so at the end.')
    }
    const data = { question, ...(options.length > 0 ? { options } : {}) }
    const opened = config.callbacks.openAsk({ ask: 'followup', data }, ts)
    const answer = await opened.answer
    const selected = options.find((option) => option === answer.text)
    if (selected === undefined) showAnswer(config, answer)
    else config.callbacks.patchRow(opened.ts, { data: { selected } })
    return done(await answerContent(config, answer, { tag: 'answer', otherwise: '(The person gave no answer.)' }))
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const question = readableText(block, 'question')
    return question === '' ? undefined : { kind: 'followup', question, options: [] }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['question'])
  }
}
