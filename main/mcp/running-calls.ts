/** The calls of one server that are under way. A server does not say for which of them it asks something. */
export class RunningCalls {
  private readonly running = new Set<Promise<unknown>>()

  get count(): number {
    return this.running.size
  }

  /** Counts until the work is over, and settles as it does. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = work()
    this.running.add(done)
    try {
      return await done
    } finally {
      this.running.delete(done)
    }
  }

  /** Ends with the last of those that are under way now. Undefined when there is none. */
  untilOver(): AbortSignal | undefined {
    if (this.running.size === 0) return undefined
    const over = new AbortController()
    void Promise.allSettled(this.running).then(() => over.abort(new Error('Its call is over.')))
    return over.signal
  }
}
