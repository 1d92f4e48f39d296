import type { Handlers } from '../../shared/ipc'
import { type AccountParts, accountCalls } from './account-calls'
import { type BrowserParts, browserCalls } from './browser-calls'
import { type ClineParts, clineCalls } from './cline-calls'
import { changeCalls } from './change-calls'
import { type JobParts, jobCalls } from './job-calls'
import { type McpParts, mcpCalls } from './mcp-calls'
import { type HookParts, hookCalls } from './hook-calls'
import { type RuleParts, ruleCalls } from './rule-calls'
import { type SessionParts, sessionCalls } from './session-calls'
import { subagentCalls } from './subagent-calls'
import { taskCalls } from './task-calls'
import { type TrustParts, trustCalls } from './trust-calls'

export type CallParts = AccountParts & SessionParts & RuleParts & JobParts & McpParts & BrowserParts & ClineParts & TrustParts & HookParts

/** One short function per call of shared/ipc.ts, by area. A call without a function does not compile. */
export function createCalls(parts: CallParts): Handlers {
  return {
    ...accountCalls(parts),
    ...sessionCalls(parts),
    ...taskCalls(parts.sessions),
    ...changeCalls(parts.sessions),
    ...ruleCalls(parts),
    ...jobCalls(parts),
    ...mcpCalls(parts),
    ...trustCalls(parts),
    ...hookCalls(parts),
    ...browserCalls(parts),
    ...clineCalls(parts),
    ...subagentCalls(parts.sessions),
  }
}
