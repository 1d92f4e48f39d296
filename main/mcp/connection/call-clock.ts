/** Time that a call may take. It stands still while a person is asked something for it. */
export class CallClock {
  private left: number
  private startedAt = 0
  private timer: NodeJS.Timeout | undefined
  private readonly onOver: () => void

  constructor(ms: number, onOver: () => void) {
    this.left = ms
    this.onOver = onOver
  }

  run(): void {
    if (this.timer) return
    this.startedAt = performance.now()
    this.timer = setTimeout(this.onOver, this.left)
  }

  pause(): void {
    if (!this.timer) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.left = Math.max(0, this.left - (performance.now() - this.startedAt))
  }
}
