import type { TaskError } from '../../shared/messages'
import { isStorageError } from '../tools/storage-failure'
import type { TaskJournal } from './journal-records'

/** What nobody expected, as people read it. */
export function describeBug(error: unknown): TaskError {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (isStorageError(error)) {
    return { kind: 'storage', message: `${error.message} The task waits; nothing it did is lost.`, detail }
  }
  return { kind: 'bug', message: 'Something in the app itself went wrong. What was done is kept; try again to go on.', detail }
}

/** Fit to be shown: without any known key. */
export function masked(error: TaskError, mask: (text: string) => string): TaskError {
  return { ...error, message: mask(error.message), ...(error.detail === undefined ? {} : { detail: mask(error.detail) }) }
}

/** A disk that refuses has been told of by the journal, which keeps the records and tries again. */
export async function saveIfPossible(journal: TaskJournal): Promise<void> {
  try {
    await journal.flush()
  } catch (error) {
    if (!isStorageError(error)) throw error
  }
}

interface Pause {
  /** A task that is done pauses for nothing. */
  readonly isOver: () => boolean
  readonly isCancelled: () => boolean
  /** True when it is to be tried again. */
  readonly askRetry: (error: TaskError) => Promise<boolean>
}

/** Resolves once everything so far is on the disk. While it cannot be written, the person says when to try again. */
export async function savedOrAsked(journal: TaskJournal, { isOver, isCancelled, askRetry }: Pause): Promise<void> {
  for (;;) {
    try {
      return await journal.flush()
    } catch (error) {
      if (isCancelled() || !isStorageError(error)) throw error
      if (isOver()) return
      if (!(await askRetry(describeBug(error)))) throw error
    }
  }
}
