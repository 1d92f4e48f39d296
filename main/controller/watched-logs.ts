import type { SubagentKey } from '../../shared/subagents'

/** The logs of subagents that are being looked at: only of these the window is told what changes. */
export class WatchedLogs {
  private readonly watchers = new Map<string, number>()

  add(key: SubagentKey): void {
    this.watchers.set(nameOf(key), (this.watchers.get(nameOf(key)) ?? 0) + 1)
  }

  remove(key: SubagentKey): void {
    const left = (this.watchers.get(nameOf(key)) ?? 0) - 1
    if (left > 0) this.watchers.set(nameOf(key), left)
    else this.watchers.delete(nameOf(key))
  }

  has(key: SubagentKey): boolean {
    return this.watchers.has(nameOf(key))
  }
}

const nameOf = ({ ts, index }: SubagentKey): string => `${ts}-${index}`
