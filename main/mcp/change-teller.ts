/** Passes on that something has changed: once for all changes of a while. */
export class ChangeTeller {
  private readonly tell: () => void
  private timer: NodeJS.Timeout | undefined
  /** On the clock of `performance.now`. */
  private due = 0
  private isOver = false

  constructor(tell: () => void) {
    this.tell = tell
  }

  /** Tells after at most so many ms. */
  within(ms: number): void {
    const due = performance.now() + ms
    if (this.isOver || (this.timer && this.due <= due)) return
    clearTimeout(this.timer)
    this.due = due
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.tell()
    }, ms).unref()
  }

  /** Tells nothing any more. */
  stop(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }
}
