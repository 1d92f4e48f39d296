import { randomBytes } from 'node:crypto'
import { type FileHandle, chmod, link, mkdir, open, readFile, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { type LockRecord, decodeLockRecord, encodeLockRecord } from './lock-record'
import { type ProcessIdentity, currentProcess, lifeOf } from './process-identity'
import { type StorageError, isMissing, systemCode, toStorageError } from './storage-error'

export interface LockHolder {
  readonly pid: number
  /** Milliseconds UTC. */
  readonly since: number
}

export interface TaskLock {
  /** Lets the task go. Safe to call twice. */
  release(): Promise<void>
}

export type LockResult = { readonly ok: true; readonly lock: TaskLock } | { readonly ok: false; readonly holder: LockHolder }

export interface LockOptions {
  /** False: answer at once when somebody holds it. Otherwise it is tried again for 30 s, as the source does. */
  readonly wait?: boolean
  /** Stops waiting: the promise rejects with its reason. */
  readonly signal?: AbortSignal
  /** Another holder took the lock, because this process seemed gone (a shared disk, a machine that slept): stop writing. */
  readonly onLost?: () => void
  /** The sign of life could not be written; it is tried again. */
  readonly onHeartbeatFailed?: (error: StorageError) => void
  readonly now?: () => number
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Pauses before the next tries: 500 + 1000·n ms, as long as their sum is below 30 s. */
export const LOCK_RETRY_DELAYS_MS: readonly number[] = [500, 1_500, 2_500, 3_500, 4_500, 5_500, 6_500]
const HEARTBEAT_MS = 3_000
/** Only where death cannot be proved: on another machine, or where the system tells no start times. */
const SILENT_FOR_MS = 120_000
/** A lock file that says nothing was left by a process that ended between making and filling it. */
const EMPTY_FOR_MS = 10_000
/** Older turns that are kept: one who still reads them must not find their names free. */
const KEPT_TURNS = 4

/**
 * The right to write to a task. The folder `lock` holds one numbered file per turn and the highest number is the lock:
 * who finds its holder gone makes the next number, which only one can. Numbers never come back, so a slow
 * rival cannot take what a faster one has taken, released or cleaned up meanwhile. Rejects with a StorageError when
 * the folder of the task is missing or cannot be written.
 */
export async function acquireTaskLock(taskFolder: string, options: LockOptions = {}): Promise<LockResult> {
  const folder = join(taskFolder, 'lock')
  try {
    const identity = await currentProcess()
    await makeLockFolder(folder)
    const delays = options.wait === false ? [] : LOCK_RETRY_DELAYS_MS
    const sleep = options.sleep ?? ((milliseconds, signal) => sleepFor(milliseconds, undefined, { signal }))
    for (let attempt = 0; ; attempt++) {
      const result = await tryToLock(folder, identity, options)
      const delay = delays[attempt]
      if (result.ok || delay === undefined) return result
      await sleep(delay, options.signal)
    }
  } catch (cause) {
    throw toStorageError(cause, folder)
  }
}

/** Who holds the task now, if anyone. Takes nothing. */
export async function lockHolder(taskFolder: string, now: () => number = Date.now): Promise<LockHolder | undefined> {
  const folder = join(taskFolder, 'lock')
  try {
    const turn = await highestTurn(folder)
    return turn === 0 ? undefined : await holderOf(turnFile(folder, turn), now())
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw toStorageError(cause, folder)
  }
}

/** Losing a race to the next number only means to look again. */
async function tryToLock(folder: string, identity: ProcessIdentity, options: LockOptions): Promise<LockResult> {
  const now = options.now ?? Date.now
  for (;;) {
    const turn = await highestTurn(folder)
    const holder = turn === 0 ? undefined : await holderOf(turnFile(folder, turn), now())
    if (holder) return { ok: false, holder }
    const since = now()
    const record: LockRecord = { ...identity, since, heartbeat: since, released: false }
    const mine = await createTurn(folder, turn + 1, record)
    if (!mine) continue
    const lock = holdLock({ folder, turn: turn + 1, file: mine, record, options })
    if (await isLatest(folder, turn + 1, lock)) return { ok: true, lock }
  }
}

/** An old number may have been free because it was cleaned up: then there is a higher one, and this turn counts for nothing. */
async function isLatest(folder: string, turn: number, lock: TaskLock): Promise<boolean> {
  try {
    if ((await highestTurn(folder)) === turn) {
      await removeOldTurns(folder, turn)
      return true
    }
  } catch (error) {
    await lock.release()
    throw error
  }
  await lock.release()
  return false
}

/** Undefined when the turn is free to be followed: released, or its holder is gone. */
async function holderOf(path: string, now: number): Promise<LockHolder | undefined> {
  let record: LockRecord | undefined
  let changedAt: number
  try {
    record = decodeLockRecord(await readFile(path, 'utf8'))
    changedAt = (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (!record) return now - changedAt > EMPTY_FOR_MS ? undefined : { pid: 0, since: changedAt }
  if (record.released) return undefined
  const life = await lifeOf(record)
  const isGone = life === 'dead' || (life === 'unknown' && now - record.heartbeat > SILENT_FOR_MS)
  return isGone ? undefined : { pid: record.pid, since: record.since }
}

/** Makes the file of a turn with all its content at once. Undefined when somebody else has that turn. */
async function createTurn(folder: string, turn: number, record: LockRecord): Promise<FileHandle | undefined> {
  const temporary = join(folder, `.${process.pid}-${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(temporary, 'wx+', 0o600)
  let taken = false
  try {
    await file.chmod(0o600)
    await writeRecord(file, record)
    await link(temporary, turnFile(folder, turn))
    taken = true
    return file
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined
    if (noHardLinks.has(systemCode(error) ?? '')) return await createTurnInPlace(folder, turn, record)
    throw error
  } finally {
    if (!taken) await file.close()
    await unlink(temporary)
  }
}

/** For disks without hard links (exFAT, some network shares): the file is empty for a moment, which counts as held. */
async function createTurnInPlace(folder: string, turn: number, record: LockRecord): Promise<FileHandle | undefined> {
  try {
    const file = await open(turnFile(folder, turn), 'wx+', 0o600)
    await writeRecord(file, record)
    return file
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined
    throw error
  }
}

const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

interface Held {
  readonly folder: string
  readonly turn: number
  readonly file: FileHandle
  readonly record: LockRecord
  readonly options: LockOptions
}

function holdLock({ folder, turn, file, record, options }: Held): TaskLock {
  const now = options.now ?? Date.now
  let ended: Promise<void> | undefined
  let beating: Promise<void> = Promise.resolve()

  const beat = async (): Promise<void> => {
    try {
      if ((await highestTurn(folder)) > turn) {
        clearInterval(timer)
        options.onLost?.()
        return
      }
      await writeRecord(file, { ...record, heartbeat: now() })
    } catch (cause) {
      options.onHeartbeatFailed?.(toStorageError(cause, folder))
    }
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, HEARTBEAT_MS)
  timer.unref()

  const end = async (): Promise<void> => {
    clearInterval(timer)
    await beating
    try {
      await writeRecord(file, { ...record, heartbeat: now(), released: true })
    } catch (cause) {
      // Whoever comes next finds this process alive until it ends; they must be able to know why.
      options.onHeartbeatFailed?.(toStorageError(cause, folder))
    } finally {
      await file.close()
    }
  }
  return { release: () => (ended ??= end()) }
}

async function writeRecord(file: FileHandle, record: LockRecord): Promise<void> {
  await file.write(encodeLockRecord(record), 0, undefined, 0)
}

/** Not its parent: a task that was deleted must not come back as an empty folder. */
async function makeLockFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

const TURN_NAME = /^(\d{1,15})\.json$/
const turnFile = (folder: string, turn: number): string => join(folder, `${turn}.json`)

async function turnsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names.map((name) => Number(TURN_NAME.exec(name)?.[1] ?? 0))
}

const highestTurn = async (folder: string): Promise<number> => Math.max(0, ...(await turnsIn(folder)))

async function removeOldTurns(folder: string, current: number): Promise<void> {
  for (const turn of await turnsIn(folder)) {
    if (turn === 0 || turn > current - KEPT_TURNS) continue
    try {
      await unlink(turnFile(folder, turn))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}
