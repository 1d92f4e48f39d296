import { z } from 'zod'
import { HistoryItem } from '../../shared/extension-state'
import type { JsonRead } from './atomic-write'
import { type JournalStamp, isTaskId } from './task-store'

/** What the list knows of a task. */
export interface KnownTask {
  /** Undefined for a task that has nothing to show. */
  readonly item: HistoryItem | undefined
  /** The journal it was told from. Without one, the journal is read at the next load. */
  readonly stamp: JournalStamp | undefined
}

/** Raise it when what is told of a journal changes: every journal is then read once more. */
const CACHE_VERSION = 1

const Cached = z.object({ size: z.number(), mtimeMs: z.number(), item: HistoryItem.nullable() })
const Cache = z.object({ version: z.literal(CACHE_VERSION), tasks: z.record(z.string(), z.unknown()) })

/** An entry that does not fit is as good as none; so is a whole cache that is missing, damaged or of another version. */
export function fromCache(read: JsonRead): [string, KnownTask][] {
  const cache = Cache.safeParse(read.kind === 'ok' ? read.value : undefined)
  if (!cache.success) return []
  return Object.entries(cache.data.tasks).flatMap(([taskId, value]): [string, KnownTask][] => {
    const cached = Cached.safeParse(value)
    if (!cached.success || !isTaskId(taskId) || (cached.data.item && cached.data.item.id !== taskId)) return []
    const { size, mtimeMs, item } = cached.data
    return [[taskId, { item: item ?? undefined, stamp: { size, mtimeMs } }]]
  })
}

/** A task that this process wrote to has no stamp and is left out: the next start reads its journal, which is the truth. */
export function toCache(known: ReadonlyMap<string, KnownTask>): z.infer<typeof Cache> {
  const tasks: Record<string, z.infer<typeof Cached>> = {}
  for (const [taskId, { item, stamp }] of known) {
    if (stamp) tasks[taskId] = { ...stamp, item: item ?? null }
  }
  return { version: CACHE_VERSION, tasks }
}
