import { join } from 'node:path'
import { z } from 'zod'
import { Draft } from '../../shared/extension-state'
import { type AtomicFile, atomicFile } from '../storage/atomic-write'
import { createSaver, type Saver } from '../storage/saver'
import { StorageError } from '../storage/storage-error'
import type { Notices } from './notices'

const Stored = z.object({
  currentId: z.string().optional(),
  sessions: z.array(z.object({ sessionId: z.string(), cwd: z.string(), taskId: z.string().optional(), draft: Draft })),
})
export type StoredSessions = z.infer<typeof Stored>

const QUIET_MS = 400
const LONGEST_MS = 1_500
const NOTICE_ID = 'sessions-not-saved'

export interface SessionsFile {
  read(): Promise<StoredSessions>
  readonly saver: Saver
}

/** The sessions that are open and their drafts, in a file of this folder, so that the next start finds them. A damaged file means none, and is kept. */
export function openSessionsFile(folder: string, current: () => StoredSessions, notices: Notices): SessionsFile {
  const file = atomicFile(join(folder, 'sessions.json'))
  return {
    read: async () => {
      const read = await file.read()
      const parsed = read.kind === 'ok' ? Stored.safeParse(read.value) : undefined
      if (parsed?.success) return parsed.data
      if (read.kind !== 'missing') await keepDamaged(file, notices)
      return { sessions: [] }
    },
    saver: createSaver({
      save: () => file.write(current()),
      quietMs: QUIET_MS,
      longestMs: LONGEST_MS,
      onFailure: ({ message }) => {
        const text = `Your drafts and open sessions are not saved. ${message}`
        notices.add({ id: NOTICE_ID, level: 'error', code: 'sessions_not_saved', text })
      },
      onRecovered: () => notices.withdraw(NOTICE_ID),
    }),
  }
}

/** What stands in it may be somebody's words. */
async function keepDamaged(file: AtomicFile, notices: Notices): Promise<void> {
  const tell = (rest: string): void =>
    notices.add({
      id: 'sessions-damaged',
      level: 'warning',
      code: 'sessions_damaged',
      text: `Your drafts and open sessions could not be read. ${rest}`,
    })
  try {
    tell(`The damaged file is kept: ${await file.keepCopy()}`)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    tell(error.message)
  }
}
