import { z } from 'zod'
import { noEffects } from '../../../shared/effects'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  type ToolContent,
  type ToolResponse,
  type ToolUse,
} from '../tool-handler'
import { answerContent, showAnswer } from './answer-content'
import { textField } from './input-fields'
import { readableText } from './partial-input'

const description = `Say that the task is done and present the result. Only after you have seen that it works; never in the same answer as a call whose result you do not know yet. \
The person may answer with what to improve.`

const Input = z.preprocess(
  nameAsResult,
  z.object({
    result: textField('What was done, as Markdown, in one or two short paragraphs. No question and no offer at the end.'),
    command: z
      .string()
      .optional()
      .describe('A command that shows the result, such as one that opens a page or runs the program. Not one that only prints text.'),
  }),
)
type Input = z.infer<typeof Input>

export class AttemptCompletionHandler implements IFullyManagedTool<Input, null> {
  readonly name = ClineDefaultTool.ATTEMPT
  readonly spec = { description, input: Input, offered: () => true }

  effects() {
    return Promise.resolve(noEffects)
  }

  prepare(): Promise<Preparation<null>> {
    return Promise.resolve({ kind: 'ready', summary: 'Finish the task', basis: null })
  }

  async execute(config: TaskConfig, block: ToolUse<Input>, _basis: null, ts: number | undefined): Promise<ToolResponse> {
    const { result, command } = block.input
    showResult(config, result, ts)
    const shown = command?.trim() ? await runCommand(config, command) : undefined
    if (shown?.status === 'denied') return { ...shown, content: 'The result was shown; the person did not approve the command.' }
    await config.callbacks.completing(result, command ?? '')
    const answer = await config.callbacks.ask({ ask: 'completion_result' })
    if (answer.response === 'yesButtonClicked') return done('Done.', { steer: { kind: 'finish', result } })
    showAnswer(config, answer)
    const heading = 'The result was shown. The person is not finished with it yet:'
    const feedback = await answerContent(config, answer, { tag: 'feedback', otherwise: '(They said nothing more.)', heading })
    return done(shown ? [...toContent(feedback), ...toContent(shown.content)] : feedback)
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const text = readableText(block, 'result', 'response')
    return text === '' ? undefined : { kind: 'completion', text }
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}

function showResult(config: TaskConfig, result: string, ts: number | undefined): void {
  const changes = [...config.callbacks.changes()]
  if (ts === undefined) config.callbacks.say({ say: 'completion_result', text: result, data: { changes } })
  else config.callbacks.patchRow(ts, { text: result, data: { changes }, partial: null })
}

/** As a call of its own: with the same checks and the same approval as any command. */
const runCommand = (config: TaskConfig, command: string): Promise<ToolResponse> =>
  config.coordinator.execute(ClineDefaultTool.BASH, { command, requires_approval: false })

const toContent = (content: ToolResponse['content']): readonly ToolContent[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

/** Some models call the result `response`. */
function nameAsResult(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('response' in input) || 'result' in input) return input
  const { response, ...rest } = input
  return { ...rest, result: response }
}
