import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import { denied, done, type IToolHandler, type OfferContext, type Preparation, type ToolResponse, type ToolUse } from '../tool-handler'
import { answerContent, showAnswer } from './answer-content'
import { hasWords } from './ask-proposal'
import { textField } from './input-fields'

const description = `Prepare a report of a problem with this app, as the person asked. They read it first; with their approval a page opens that is filled in with it, \
and only they can send it there.`

const Input = z.object({
  title: textField('The problem in one line.'),
  what_happened: textField('What happened, and what was expected instead.'),
  steps_to_reproduce: textField('The steps that lead there, numbered.'),
  api_request_output: z.string().default('').describe('What a request to the model or a log said, where it matters.'),
  additional_context: z.string().default('').describe('What else may help.'),
})
type Input = z.infer<typeof Input>

export class ReportBugHandler implements IToolHandler<Input, null> {
  readonly name = ClineDefaultTool.REPORT_BUG
  readonly spec = { description, input: Input, offered: ({ asked }: OfferContext) => asked?.has(ClineDefaultTool.REPORT_BUG) ?? false }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Report a problem', basis: null })
  }

  async execute(config: TaskConfig, { input }: ToolUse<Input>): Promise<ToolResponse> {
    const { reports } = config.services
    const report = reports.complete(input)
    const answer = await config.callbacks.ask({ ask: 'report_bug', data: report })
    if (hasWords(answer)) {
      showAnswer(config, answer)
      const heading = 'The report was not opened. The person has words on it:'
      return done(await answerContent(config, answer, { tag: 'feedback', otherwise: '', heading }))
    }
    if (answer.response !== 'yesButtonClicked') return denied('The person did not want to report it.')
    const { address, isOpen } = await reports.open(report)
    if (isOpen) return done('The page with the report was opened for the person.')
    config.callbacks.say({ say: 'info', text: `The report can be sent on this page: ${address}` })
    return done('The person was given the address of a page with the report.')
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}
