import type { HistoryItem } from '../../shared/extension-state'
import { atomicFile } from './atomic-write'
import { dataPaths } from './data-dir'
import { makePrivateFolder } from './folders'
import { type KnownTask, fromCache, toCache } from './history-cache'
import type { JournalDamage } from './journal-reader'
import type { JournalEntry } from './journal-record'
import { createSaver } from './saver'
import { type StorageError, toStorageError } from './storage-error'
import type { JournalStamp, TaskStore } from './task-store'

/** The row of a task in the list, told from its journal; undefined for a task that is none yet. */
export type Summarise = (taskId: string, records: readonly JournalEntry[], damage: JournalDamage) => HistoryItem | undefined

export interface UnreadableTask {
  readonly taskId: string
  readonly message: string
}

/** The list of tasks: a cache. It is checked against the journals and made again from them by itself. */
export interface HistoryIndex {
  /**
   * Brings the list up to date with the disk: only journals that changed are read. Answers with the tasks
   * that could not be read. Rejects with a StorageError when the folder of tasks cannot be.
   */
  load(): Promise<readonly UnreadableTask[]>
  /** A task of this process changed. */
  upsert(item: HistoryItem): void
  /** A task was deleted. */
  remove(taskId: string): void
  /** Newest first. The same array until something changes. */
  list(): readonly HistoryItem[]
  /** Tasks whose title or folder holds every word, newest first. */
  query(text: string): readonly HistoryItem[]
  flush(): Promise<void>
}

export interface HistoryOptions {
  /** The cache could not be written: nothing is lost, the next start reads more. Called once when that begins. */
  readonly onFailure?: (error: StorageError) => void
}

const SAVE_EVERY_MS = 1_000
const JOURNALS_AT_ONCE = 4

export function createHistoryIndex(dataDir: string, store: TaskStore, summarise: Summarise, options: HistoryOptions = {}): HistoryIndex {
  const paths = dataPaths(dataDir)
  const file = atomicFile(paths.history)
  const known = new Map<string, KnownTask>()
  /** Tasks this process changed or deleted: what it knows of them is newer than any reading. */
  const touched = new Set<string>()
  let sorted: readonly HistoryItem[] | undefined
  let isCacheRead = false

  const saver = createSaver({
    quietMs: SAVE_EVERY_MS,
    longestMs: SAVE_EVERY_MS,
    ...(options.onFailure && { onFailure: options.onFailure }),
    save: async () => {
      await makePrivateFolder(paths.state)
      await file.write(toCache(known))
    },
  })
  const changed = (): void => {
    sorted = undefined
    saver.request()
  }

  const list = (): readonly HistoryItem[] => (sorted ??= newestFirst(known))

  const forget = (taskId: string): undefined => {
    if (known.delete(taskId)) changed()
  }

  /** Reads the journal of a task if it is another one than the cache tells of. */
  const check = async (taskId: string): Promise<UnreadableTask | undefined> => {
    const stamp = await store.stamp(taskId)
    if (touched.has(taskId) || (stamp && isSame(known.get(taskId)?.stamp, stamp))) return undefined
    if (!stamp) return forget(taskId)
    const content = await store.read(taskId)
    const item = content.ok ? summarise(taskId, content.value.records, content.value.damage) : undefined
    // While it was read, this process may have changed or deleted it.
    if (touched.has(taskId)) return undefined
    if (!content.ok) return content.error.kind === 'not_found' ? forget(taskId) : { taskId, message: content.error.message }
    known.set(taskId, { item, stamp })
    changed()
    return undefined
  }

  return {
    async load() {
      if (!isCacheRead) {
        isCacheRead = true
        for (const [taskId, task] of fromCache(await file.read())) if (!touched.has(taskId)) known.set(taskId, task)
        sorted = undefined
      }
      const ids = new Set([...known.keys(), ...(await store.list())])
      return (await eachOf([...ids], (taskId) => orUnreadable(taskId, check(taskId)))).filter((problem) => problem !== undefined)
    },
    upsert(item) {
      touched.add(item.id)
      known.set(item.id, { item, stamp: undefined })
      changed()
    },
    remove(taskId) {
      touched.add(taskId)
      forget(taskId)
    },
    list,
    query: (text) => list().filter((item) => holdsAll(item, text.toLowerCase().split(/\s+/))),
    flush: () => saver.flush(),
  }
}

async function orUnreadable(taskId: string, checked: Promise<UnreadableTask | undefined>): Promise<UnreadableTask | undefined> {
  try {
    return await checked
  } catch (cause) {
    return { taskId, message: toStorageError(cause, taskId).message }
  }
}

const holdsAll = (item: HistoryItem, words: readonly string[]): boolean =>
  words.every((word) => item.task.toLowerCase().includes(word) || item.cwd.toLowerCase().includes(word))

const isSame = (one: JournalStamp | undefined, other: JournalStamp): boolean => one?.size === other.size && one.mtimeMs === other.mtimeMs

const newestFirst = (known: ReadonlyMap<string, KnownTask>): readonly HistoryItem[] =>
  [...known.values()].flatMap(({ item }) => (item ? [item] : [])).sort((a, b) => b.ts - a.ts || (a.id < b.id ? 1 : -1))

/** Does the work for each, a few at a time. */
async function eachOf<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> {
  const results: Value[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: JOURNALS_AT_ONCE }, worker))
  return results
}
