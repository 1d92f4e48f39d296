import type { AskAnswer } from '../../../shared/messages'
import type { TaskConfig } from '../task-config'
import { denied, done, type ToolResponse } from '../tool-handler'
import { answerContent, showAnswer } from './answer-content'

/** What came of a text that the person was asked to agree to. */
export type Proposed =
  | { readonly kind: 'agreed'; readonly askTs: number }
  | { readonly kind: 'not_agreed'; readonly response: ToolResponse }

/** Shows a text and asks whether it may count. Words are what to do better. `ts`: the row in which it streamed. */
export async function askProposal(
  config: TaskConfig,
  { ask, text, ts }: { readonly ask: 'new_task' | 'condense'; readonly text: string; readonly ts: number | undefined },
): Promise<Proposed> {
  const opened = config.callbacks.openAsk({ ask, text }, ts)
  const answer = await opened.answer
  if (answer.response === 'yesButtonClicked' && !hasWords(answer)) return { kind: 'agreed', askTs: opened.ts }
  showAnswer(config, answer)
  if (!hasWords(answer)) return { kind: 'not_agreed', response: denied('The person did not want that.') }
  const content = await answerContent(config, answer, { tag: 'feedback', otherwise: '', heading: 'The person has words on that:' })
  return { kind: 'not_agreed', response: done(content) }
}

export const hasWords = ({ text, images, files }: AskAnswer): boolean =>
  (text?.trim() ?? '') !== '' || (images?.length ?? 0) > 0 || (files?.length ?? 0) > 0
