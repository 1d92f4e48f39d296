import { ClineDefaultTool, isToolUseName } from '../../shared/tools'
import type { AgentProfile } from '../tools/subagents-port'

/**
 * What a subagent may be given: nothing that talks with the person, changes the task itself, or starts further subagents, and no browser:
 * a task has one, and those who share it would close it, or act on a page that another has opened meanwhile.
 */
const POSSIBLE: ReadonlySet<ClineDefaultTool> = new Set([
  ClineDefaultTool.ATTEMPT,
  ClineDefaultTool.BASH,
  ClineDefaultTool.FILE_EDIT,
  ClineDefaultTool.FILE_READ,
  ClineDefaultTool.FILE_NEW,
  ClineDefaultTool.SEARCH,
  ClineDefaultTool.LIST_FILES,
  ClineDefaultTool.LIST_CODE_DEF,
  ClineDefaultTool.MCP_USE,
  ClineDefaultTool.MCP_ACCESS,
  ClineDefaultTool.WEB_FETCH,
  ClineDefaultTool.WEB_SEARCH,
  ClineDefaultTool.APPLY_PATCH,
  ClineDefaultTool.USE_SKILL,
])

const BY_DEFAULT: readonly ClineDefaultTool[] = [
  ClineDefaultTool.FILE_READ,
  ClineDefaultTool.LIST_FILES,
  ClineDefaultTool.SEARCH,
  ClineDefaultTool.LIST_CODE_DEF,
  ClineDefaultTool.BASH,
  ClineDefaultTool.USE_SKILL,
]

/** The tools of one subagent: those its agent file names, or the ones to explore with. It can always finish. */
export const offeredTo = (agent: AgentProfile | undefined): ReadonlySet<string> =>
  new Set([...(agent?.tools ?? BY_DEFAULT), ClineDefaultTool.ATTEMPT])

/** Why an agent cannot be given this tool, or undefined when it can. */
export function whyNotOffered(name: string): string | undefined {
  if (!isToolUseName(name)) return `There is no tool named ${JSON.stringify(name)}.`
  return POSSIBLE.has(name) ? undefined : `A subagent cannot be given the tool ${name}.`
}
