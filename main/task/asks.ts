import type { AskAnswer } from '../../shared/messages'

/** Open questions, each under the `ts` of its row. An answer reaches exactly the ask it names, or nothing. */
export class Asks {
  private readonly open = new Map<number, (answer: AskAnswer) => void>()

  /** Waits for the answer to this ask. Rejects with the signal's reason when the task is cancelled. */
  wait(ts: number, signal: AbortSignal): Promise<AskAnswer> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.open.delete(ts)
        reject(signal.reason)
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      this.open.set(ts, (answer) => {
        signal.removeEventListener('abort', abort)
        this.open.delete(ts)
        resolve(answer)
      })
    })
  }

  /** False when no such ask is open any more: the answer then changes nothing. */
  reply(ts: number, answer: AskAnswer): boolean {
    const resolve = this.open.get(ts)
    resolve?.(answer)
    return resolve !== undefined
  }

  isOpen(ts: number): boolean {
    return this.open.has(ts)
  }

  /** The newest ask that is open, if any. */
  get current(): number | undefined {
    return [...this.open.keys()].at(-1)
  }
}
