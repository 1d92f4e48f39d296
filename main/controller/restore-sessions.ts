import { isDeepStrictEqual } from 'node:util'
import { emptyDraft } from '../../shared/extension-state'
import type { Notices } from './notices'
import { CallError } from './call-error'
import { checkFolder } from './project-folder'
import { openFolder, type SessionParts } from './session-calls'
import type { StoredSessions } from './sessions-file'

type Parts = Pick<SessionParts, 'sessions' | 'settings'> & { readonly notices: Notices }

/** Sessions of the last run come back; a task that was cut off offers to be resumed. Then the folder named at the start is opened. */
export async function restoreSessions(parts: Parts, stored: StoredSessions, initialCwd: string | undefined): Promise<void> {
  const { sessions, notices } = parts
  for (const { taskId, ...session } of stored.sessions) {
    const restored = sessions.add(session)
    const opened = taskId === undefined ? undefined : await restored.reinitExistingTaskFromId(taskId, false)
    if (!opened || opened.ok) continue
    // What was being written in it is worth more than a tidy list.
    if (isDeepStrictEqual(session.draft, emptyDraft)) await sessions.close(restored.sessionId)
    notices.add({ id: `restore-${session.sessionId}`, level: 'warning', code: 'not_restored', text: opened.error.message })
  }
  if (stored.currentId !== undefined) sessions.open(stored.currentId)
  if (initialCwd === undefined || (await isLookedAt(parts, initialCwd))) return
  try {
    await openFolder(parts, initialCwd)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    notices.add({ id: 'initial-folder', level: 'error', code: 'bad_folder', text: error.message })
  }
}

/** A session of that folder is better than a new one beside it: the one that was looked at last, or else the newest. */
async function isLookedAt({ sessions }: Parts, folder: string): Promise<boolean> {
  const check = await checkFolder(folder)
  if (!check.usable) return false
  if (sessions.current?.cwd === check.path) return true
  const known = sessions.newestIn(check.path)
  return known !== undefined && sessions.open(known.sessionId)
}
