import type { ClineApiReqInfo, HeardAnswer } from '../../shared/messages'
import type { SubagentSettings } from '../../shared/subagents'
import type { TaskJournal } from '../task/journal-records'
import type { RowOp } from '../task/message-state'
import type { SubagentHost, Subagents, TaskParams } from '../task/task-environment'
import type { LoadedSkill, SkillsPort } from '../tools/skills-port'
import type { AgentProfile } from '../tools/subagents-port'
import type { NewAsk } from '../tools/task-config'
import type { OwnCommands } from './own-commands'
import type { Progress } from './progress-sheet'
import { offeredTo } from './tools-of-subagents'

/** What one subagent is made of. */
export interface SubagentParts {
  readonly host: SubagentHost
  readonly prompt: string
  readonly agent: AgentProfile | undefined
  readonly limits: SubagentSettings
  readonly journal: TaskJournal
  /** What is left to it of those of its task. */
  readonly subagents: Subagents
  /** Puts its question, which is the row `ts` of its log, to the person once nobody else's is open. Rejects when `signal` aborts. */
  readonly ask: (row: NewAsk, ts: number, signal: AbortSignal) => Promise<HeardAnswer>
  readonly progressed: (now: Progress) => void
  /** A request was paid for. */
  readonly used: (request: ClineApiReqInfo) => void
  /** A row of its log is another. */
  readonly logged: (op: RowOp) => void
}

/** What its tools work with: its parent's, but for what is its own. */
export function paramsOf(parts: SubagentParts, commands: OwnCommands, began: (callId: string) => void): TaskParams {
  const { host, agent, journal, subagents } = parts
  const { params } = host
  const tools = offeredTo(agent)
  return {
    ...params,
    journal: {
      append: (record) => {
        if (record.k === 'intent') began(record.callId)
        journal.append(record)
      },
      flush: () => journal.flush(),
    },
    coordinator: params.coordinator.only(tools),
    aliases: () => params.aliases().filter(({ tool }) => tools.has(tool)),
    services: {
      ...params.services,
      terminal: commands.terminal,
      jobs: commands.jobs,
      skills: skillsOf(params.services.skills, agent?.skills),
    },
    settings: () => {
      const settings = params.settings()
      return { ...settings, focusChainSettings: { ...settings.focusChainSettings, enabled: false } }
    },
    createHandler: (mode) => params.createHandler(mode, agent?.modelId),
    openSubagents: () => subagents,
    tell: () => undefined,
  }
}

/** Those that the agent's file names, or all. */
function skillsOf(skills: SkillsPort, names: readonly string[] | undefined): SkillsPort {
  if (names === undefined) return skills
  const isNamed = ({ name }: LoadedSkill): boolean => names.includes(name)
  return { list: async () => (await skills.list()).filter(isNamed), known: () => skills.known().filter(isNamed) }
}
