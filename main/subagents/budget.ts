import type { ClineApiReqInfo } from '../../shared/messages'
import type { SubagentSettings } from '../../shared/subagents'

const MS_PER_MINUTE = 60_000
/** With a longer delay a timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What one subagent has used of what it may. Its clock stands still while it waits for the person. */
export class Budget {
  private readonly limits: SubagentSettings
  private readonly timeIsUp: (why: string) => void
  private turns = 0
  private tokens = 0
  private cost = 0
  private workedMs = 0
  private since: number | undefined
  private waiting = 0
  private timer: NodeJS.Timeout | undefined

  /** `timeIsUp` is called once, with a sentence. */
  constructor(limits: SubagentSettings, timeIsUp: (why: string) => void) {
    this.limits = limits
    this.timeIsUp = timeIsUp
  }

  /** From here on its time counts, until `end`. */
  begin(): void {
    this.startClock()
  }

  /** Before each request: why there may be none, or undefined. */
  takeTurn(): string | undefined {
    const { maxTurns, maxTokens, maxCost } = this.limits
    if (this.turns >= maxTurns) return `It used all of its ${maxTurns} requests to the model.`
    if (this.tokens >= maxTokens)
      return `It used ${this.tokens.toLocaleString('en')} tokens; the limit is ${maxTokens.toLocaleString('en')}.`
    if (this.cost >= maxCost && this.cost > 0) return `It cost $${this.cost.toFixed(2)}; the limit is $${maxCost.toFixed(2)}.`
    this.turns += 1
    return undefined
  }

  /** The turn that was taken is the last one there is. */
  get isLastTurn(): boolean {
    return this.turns >= this.limits.maxTurns
  }

  used({ tokensIn = 0, tokensOut = 0, cacheReads = 0, cacheWrites = 0, cost = 0 }: ClineApiReqInfo): void {
    this.tokens += tokensIn + tokensOut + cacheReads + cacheWrites
    this.cost += cost
  }

  /** For as long as the person is asked. */
  async whileWaiting<Value>(answer: Promise<Value>): Promise<Value> {
    this.stopClock()
    this.waiting += 1
    try {
      return await answer
    } finally {
      this.waiting -= 1
      if (this.waiting === 0) this.startClock()
    }
  }

  end(): void {
    this.stopClock()
    this.waiting = Number.POSITIVE_INFINITY
  }

  private startClock(): void {
    const left = this.limits.maxMinutes * MS_PER_MINUTE - this.workedMs
    this.since = Date.now()
    const delay = Math.min(Math.max(0, left), LONGEST_TIMER_MS)
    this.timer = setTimeout(() => this.timeIsUp(`It worked for ${this.limits.maxMinutes} minutes, which is its limit.`), delay)
  }

  private stopClock(): void {
    clearTimeout(this.timer)
    if (this.since !== undefined) this.workedMs += Date.now() - this.since
    this.since = undefined
  }
}
