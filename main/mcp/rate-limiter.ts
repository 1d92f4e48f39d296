/** How often something may happen by itself. */
export class RateLimiter {
  private times: number[] = []
  private readonly most: number
  private readonly withinMs: number

  constructor(most: number, withinMs: number) {
    this.most = most
    this.withinMs = withinMs
  }

  /** True when it may happen once more; it then counts. */
  take(): boolean {
    const now = performance.now()
    this.times = this.times.filter((at) => now - at < this.withinMs)
    if (this.times.length >= this.most) return false
    this.times.push(now)
    return true
  }
}
