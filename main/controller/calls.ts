import type { Handlers } from '../../shared/ipc'
import { type AccountParts, accountCalls } from './account-calls'
import { type SessionParts, sessionCalls } from './session-calls'
import { taskCalls } from './task-calls'

export type CallParts = AccountParts & SessionParts

/** One short function per call of shared/ipc.ts, by area. A call without a function does not compile. */
export function createCalls(parts: CallParts): Handlers {
  return { ...accountCalls(parts), ...sessionCalls(parts), ...taskCalls(parts.sessions) }
}
