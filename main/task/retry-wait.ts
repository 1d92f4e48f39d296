/** A pause before the next try that the person may cut short or stop. */
export class RetryWait {
  private settle: ((outcome: 'due' | 'stopped') => void) | undefined

  /** Resolves when the time is up or on `now()` (due), or on `stop()`. Rejects with the signal's reason. */
  wait(delayMs: number, signal: AbortSignal): Promise<'due' | 'stopped'> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        this.settle = undefined
      }
      const abort = () => {
        end()
        reject(signal.reason)
      }
      const timer = setTimeout(() => this.settle?.('due'), Math.min(delayMs, 2 ** 31 - 1))
      signal.addEventListener('abort', abort, { once: true })
      this.settle = (outcome) => {
        end()
        resolve(outcome)
      }
      if (signal.aborted) abort()
    })
  }

  now(): void {
    this.settle?.('due')
  }

  stop(): void {
    this.settle?.('stopped')
  }
}
