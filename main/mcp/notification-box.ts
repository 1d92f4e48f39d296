import { firstOf, plain } from './server-log'

const MAX_KEPT = 20
const MAX_LENGTH = 1_000

/** What a server told by itself, until somebody shows it. Bounded, however much it tells. */
export class NotificationBox {
  private kept: string[] = []
  private dropped = 0

  /** Gives the line that stands for it. */
  add(level: string, text: string): string {
    const line = `[${level}] ${firstOf(plain(firstOf(text, MAX_LENGTH * 4)), MAX_LENGTH)}`
    if (this.kept.length < MAX_KEPT) this.kept.push(line)
    else this.dropped += 1
    return line
  }

  take(): readonly string[] {
    const { kept, dropped } = this
    this.kept = []
    this.dropped = 0
    return dropped === 0 ? kept : [...kept, `${dropped} more messages were left out.`]
  }
}
