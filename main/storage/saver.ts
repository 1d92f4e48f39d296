import { StorageError, ignoreTold } from './storage-error'

/** Saves something a little after it changed: not at every change, and never later than the longest wait. */
export interface Saver {
  /** Something changed. */
  request(): void
  /** Saves now what is not saved yet. Rejects with a StorageError when that fails; it stays to be saved. */
  flush(): Promise<void>
}

export interface SaverOptions {
  /** Rejects with a StorageError when it could not be done. Never runs twice at the same time. */
  readonly save: () => Promise<void>
  /** Waits until nothing has changed for this long… */
  readonly quietMs: number
  /** …but at most this long after the first change. */
  readonly longestMs: number
  /** Called once when saving begins to fail. It is tried again by itself. */
  readonly onFailure?: (error: StorageError) => void
  readonly onRecovered?: () => void
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

export function createSaver(options: SaverOptions): Saver {
  let changedAt: number | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0

  const schedule = (wait: number): void => {
    clearTimeout(timer)
    // A failure was told through onFailure, and what is not saved stays to be saved.
    timer = setTimeout(() => void flush().catch(ignoreTold), wait)
  }

  const save = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const since = changedAt
    changedAt = undefined
    try {
      await options.save()
    } catch (error) {
      changedAt ??= since
      if (error instanceof StorageError) retry(error)
      throw error
    }
    if (failures === 0) return
    failures = 0
    options.onRecovered?.()
  }

  const retry = (error: StorageError): void => {
    failures++
    schedule(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
    // A disk that refuses must not keep a program from ending.
    timer?.unref()
    if (failures === 1) options.onFailure?.(error)
  }

  const flush = async (): Promise<void> => {
    while (running) await running.catch(ignoreTold)
    if (changedAt === undefined) return
    running = save().finally(() => {
      running = undefined
    })
    await running
  }

  return {
    flush,
    request() {
      const now = performance.now()
      changedAt ??= now
      if (failures === 0) schedule(Math.max(0, Math.min(options.quietMs, changedAt + options.longestMs - now)))
    },
  }
}
