import { z } from 'zod'
import { Draft } from '../../shared/extension-state'
import { atomicFile } from '../storage/atomic-write'
import { createSaver, type Saver } from '../storage/saver'

const Stored = z.object({
  currentId: z.string().optional(),
  sessions: z.array(z.object({ sessionId: z.string(), cwd: z.string(), taskId: z.string().optional(), draft: Draft })),
})
export type StoredSessions = z.infer<typeof Stored>

const QUIET_MS = 400
const LONGEST_MS = 1_500

export interface SessionsFile {
  read(): Promise<StoredSessions>
  readonly saver: Saver
}

/** The sessions that are open and their drafts, so that the next start finds them. A damaged file only means none. */
export function openSessionsFile(path: string, current: () => StoredSessions): SessionsFile {
  const file = atomicFile(path)
  return {
    read: async () => {
      const read = await file.read()
      const parsed = read.kind === 'ok' ? Stored.safeParse(read.value) : undefined
      return parsed?.success ? parsed.data : { sessions: [] }
    },
    saver: createSaver({ save: () => file.write(current()), quietMs: QUIET_MS, longestMs: LONGEST_MS }),
  }
}
