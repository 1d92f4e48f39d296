import type { TaskError } from '../../shared/messages'
import type { Settings } from '../../shared/settings'
import type { AskDesk } from './ask-desk'
import type { LoopDetection } from './loop-detection'
import type { TaskEvent } from './machine'
import type { MessageState } from './message-state'
import type { MistakeCount } from './mistake-count'
import type { PendingWords } from './pending-words'

/** What asking about mistakes needs of its task. */
export interface MistakePorts {
  readonly settings: Settings
  readonly rows: MessageState
  readonly asks: AskDesk
  readonly words: PendingWords
  readonly mistakes: MistakeCount
  readonly loops: LoopDetection
  readonly step: (event: TaskEvent) => void
}

/** Asks the person how to go on once the model got too much wrong in a row. False when the task ends here: nobody is there to be asked. */
export async function askAboutMistakes({ settings, rows, asks, words, mistakes, loops, step }: MistakePorts): Promise<boolean> {
  const text = mistakes.complaint(settings.maxConsecutiveMistakes)
  if (text === undefined) return true
  if (settings.yoloModeToggled) {
    const error: TaskError = { kind: 'mistake_limit', message: text }
    rows.say({ say: 'error', data: error })
    step({ type: 'broke', error })
    return false
  }
  words.addAnswer(await asks.open({ ask: 'mistake_limit_reached', text }).answer)
  mistakes.reset()
  loops.reset()
  return true
}
