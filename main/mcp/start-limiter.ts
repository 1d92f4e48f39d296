/** How often something may start by itself. */
export class StartLimiter {
  private starts: number[] = []
  private readonly most: number
  private readonly withinMs: number

  constructor(most: number, withinMs: number) {
    this.most = most
    this.withinMs = withinMs
  }

  /** True when another start is allowed; it then counts. */
  take(): boolean {
    const now = performance.now()
    this.starts = this.starts.filter((at) => now - at < this.withinMs)
    if (this.starts.length >= this.most) return false
    this.starts.push(now)
    return true
  }
}
