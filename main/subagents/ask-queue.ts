import type { HeardAnswer } from '../../shared/messages'
import { orAborted } from '../or-aborted'
import type { OpenedAsk } from '../task/ask-desk'

/** Questions of several agents to one person: each waits until the one before it is answered or taken back. */
export class AskQueue {
  private last: Promise<unknown> = Promise.resolve()

  /** Opens the question once its turn has come. Rejects with the signal's reason as soon as that aborts. */
  ask(open: () => OpenedAsk, signal: AbortSignal): Promise<HeardAnswer> {
    const answered = this.last.then(() => {
      signal.throwIfAborted()
      return open().answer
    })
    this.last = answered.catch(() => undefined)
    return orAborted(answered, signal)
  }
}
