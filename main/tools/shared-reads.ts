import type { Effects } from '../../shared/effects'

/** A read that shares the question of one before it in the same answer. */
export interface SharedRead {
  readonly callId: string
  readonly effects: Effects
  /** One line: "Read src/a.ts". */
  readonly summary: string
}

/** Of one question: more is not looked over at a glance. */
export const MAX_SHARED_READS = 20

/** True for a call that reads files or folders and does nothing else. */
export const isOnlyReading = ({ reads, writes, deletes, executes, network, mcp = [], agents = 0, unknown }: Effects): boolean =>
  !unknown && agents === 0 && reads.length > 0 && [writes, deletes, executes, network, mcp].every((list) => list.length === 0)

/** Reads that were approved with another one: each holds once, for exactly what was shown, and only until another call comes. */
export class SharedReads {
  private readonly approved = new Map<string, string>()

  approve({ callId, effects }: SharedRead): void {
    this.approved.set(callId, JSON.stringify(effects))
  }

  takes(callId: string, effects: Effects): boolean {
    const shown = this.approved.get(callId)
    this.approved.delete(callId)
    const isShown = shown === JSON.stringify(effects)
    if (!isShown) this.approved.clear()
    return isShown
  }
}
