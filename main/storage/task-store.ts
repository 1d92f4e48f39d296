import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Result, failed, ok } from '../../shared/result'
import { dataPaths } from './data-dir'
import { makePrivateFolder, syncFolder } from './folders'
import { type Journal, openJournal } from './journal'
import { type JournalContent, type JournalDamage, readJournal } from './journal-reader'
import type { JournalEntry } from './journal-record'
import { type StorageError, isMissing, toStorageError } from './storage-error'
import { type LockHolder, type LockOptions, type TaskLock, acquireTaskLock } from './task-lock'

/** A task that this process alone may write to, until `close`. */
export interface OpenTask {
  readonly taskId: string
  readonly folder: string
  readonly journal: Journal
  readonly records: readonly JournalEntry[]
  readonly damage: JournalDamage
  readonly lock: TaskLock
  /** Flushes, then lets the journal and the lock go; they are let go even when the flush rejects with a StorageError. */
  close(): Promise<void>
}

/** Why a task is not there to be used. `message` is one sentence for people. */
export type TaskFailure =
  | { readonly kind: 'bad_id' | 'not_found' | 'exists'; readonly message: string }
  | { readonly kind: 'held'; readonly message: string; readonly holder: LockHolder }
  | { readonly kind: 'storage'; readonly message: string; readonly error: StorageError }

export interface OpenTaskOptions extends LockOptions {
  /** The journal cannot be written: called once when that begins; what was appended is kept and tried again. */
  readonly onFailure?: (error: StorageError) => void
  readonly onRecovered?: () => void
}

/** Size and time of a journal, by which a cache knows whether it changed. */
export interface JournalStamp {
  readonly size: number
  readonly mtimeMs: number
}

export interface TaskStore {
  /** Makes a task with an empty journal. */
  create(taskId: string, options?: OpenTaskOptions): Promise<Result<OpenTask, TaskFailure>>
  /** Takes the lock, then reads the journal. Nothing is changed when it fails. */
  open(taskId: string, options?: OpenTaskOptions): Promise<Result<OpenTask, TaskFailure>>
  /** Reads without a lock. While somebody writes, the last record may be torn. */
  read(taskId: string): Promise<Result<JournalContent, TaskFailure>>
  /** Ids of all tasks on the disk, oldest first. Rejects with a StorageError when the folder cannot be read. */
  list(): Promise<string[]>
  /** Undefined when the task has no journal. */
  stamp(taskId: string): Promise<JournalStamp | undefined>
  /** Deletes a task for good. Refuses while it is open here or in another process. */
  remove(taskId: string): Promise<Result<undefined, TaskFailure>>
  folderOf(taskId: string): string
}

const TASK_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const JOURNAL_NAME = 'journal.jsonl'

/** True for a ULID as it names a folder: nothing else reaches a path. */
export const isTaskId = (text: string): boolean => TASK_ID.test(text)

/** The tasks of a data folder. */
export function createTaskStore(dataDir: string): TaskStore {
  const { tasks } = dataPaths(dataDir)
  const placeOf = (taskId: string): TaskPlace => {
    if (!isTaskId(taskId)) throw new TypeError('Not the id of a task')
    const folder = join(tasks, taskId)
    return { taskId, folder, path: join(folder, JOURNAL_NAME) }
  }
  const at = <Value>(
    taskId: string,
    work: (place: TaskPlace) => Promise<Result<Value, TaskFailure>>,
  ): Promise<Result<Value, TaskFailure>> => (isTaskId(taskId) ? attempt(placeOf(taskId), work) : Promise.resolve(failed(badId())))

  return {
    folderOf: (taskId) => placeOf(taskId).folder,
    stamp: (taskId) => stampOf(placeOf(taskId)),
    create: (taskId, options = {}) =>
      at(taskId, async (place) => {
        if (await isThere(place)) return failed(exists(place))
        await makePrivateFolder(place.folder)
        await syncFolder(tasks)
        return openLocked(place, options, 'new')
      }),
    open: (taskId, options = {}) =>
      at(taskId, async (place) => ((await isThere(place)) ? openLocked(place, options, 'old') : failed(notFound(place)))),
    read: (taskId) => at(taskId, async (place) => ((await isThere(place)) ? ok(await readJournal(place.path)) : failed(notFound(place)))),
    remove: (taskId) => at(taskId, (place) => removeTask(place)),
    async list() {
      try {
        const entries = await readdir(tasks, { withFileTypes: true })
        return entries.flatMap((entry) => (entry.isDirectory() && isTaskId(entry.name) ? [entry.name] : [])).sort()
      } catch (cause) {
        if (isMissing(cause)) return []
        throw toStorageError(cause, tasks)
      }
    },
  }
}

interface TaskPlace {
  readonly taskId: string
  readonly folder: string
  /** The journal's path. */
  readonly path: string
}

/** Turns what the disk refuses into a failure; anything else is a bug and is thrown on. */
async function attempt<Value>(
  place: TaskPlace,
  work: (place: TaskPlace) => Promise<Result<Value, TaskFailure>>,
): Promise<Result<Value, TaskFailure>> {
  try {
    return await work(place)
  } catch (cause) {
    const error = toStorageError(cause, place.folder)
    // While it waited for the lock, another process may have deleted the task.
    if (error.code === 'missing' && (await isDeleted(place))) return failed(notFound(place))
    return failed({ kind: 'storage', message: error.message, error })
  }
}

/** True for a folder of that name with a journal in it. A link is none: it could lead anywhere. */
async function isThere(place: TaskPlace): Promise<boolean> {
  try {
    return (await lstat(place.folder)).isDirectory() && (await stampOf(place)) !== undefined
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** True when the task's folder is gone and the one it stood in is not. */
async function isDeleted({ folder }: TaskPlace): Promise<boolean> {
  const names = await readdir(dirname(folder)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return names !== undefined && !names.includes(basename(folder))
}

async function stampOf({ path }: TaskPlace): Promise<JournalStamp | undefined> {
  try {
    const stats = await lstat(path)
    return stats.isFile() ? { size: stats.size, mtimeMs: stats.mtimeMs } : undefined
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw toStorageError(cause, path)
  }
}

async function openLocked(place: TaskPlace, options: OpenTaskOptions, expected: 'new' | 'old'): Promise<Result<OpenTask, TaskFailure>> {
  const locked = await acquireTaskLock(place.folder, options)
  if (!locked.ok) return failed(held(place, locked.holder))
  const { lock } = locked
  try {
    // Another process may have made or deleted the task before the lock was ours.
    if ((await isThere(place)) !== (expected === 'old')) {
      await lock.release()
      return failed(expected === 'old' ? notFound(place) : exists(place))
    }
    const { journal, records, damage } = await openJournal(place.path, options)
    const close = async (): Promise<void> => {
      try {
        await journal.close()
      } finally {
        await lock.release()
      }
    }
    return ok({ taskId: place.taskId, folder: place.folder, journal, records, damage, lock, close })
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function removeTask(place: TaskPlace): Promise<Result<undefined, TaskFailure>> {
  if (!(await isThere(place))) return failed(notFound(place))
  const locked = await acquireTaskLock(place.folder, { wait: false })
  if (!locked.ok) return failed(held(place, locked.holder))
  try {
    // Without its journal the task is gone, even if the program ends before the rest is.
    await rm(place.path, { force: true })
  } finally {
    await locked.lock.release()
  }
  await rm(place.folder, { recursive: true, force: true, maxRetries: 3 })
  await syncFolder(dirname(place.folder))
  return ok(undefined)
}

const badId = (): TaskFailure => ({ kind: 'bad_id', message: 'That is not the id of a task: it has 26 letters and digits.' })
const notFound = ({ taskId }: TaskPlace): TaskFailure => ({ kind: 'not_found', message: `There is no task ${taskId}.` })
const exists = ({ taskId }: TaskPlace): TaskFailure => ({ kind: 'exists', message: `The task ${taskId} exists already.` })

function held({ taskId }: TaskPlace, holder: LockHolder): TaskFailure {
  const where = holder.pid === process.pid ? 'in this program' : `in another process (pid ${holder.pid})`
  return { kind: 'held', holder, message: `The task ${taskId} is open ${where} since ${timeOf(holder)}: close it there first.` }
}

const timeOf = ({ since }: LockHolder): string => new Date(since).toISOString().replace(/\.\d+Z$/, 'Z')
