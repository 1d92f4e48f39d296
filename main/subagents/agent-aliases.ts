import type { Settings } from '../../shared/settings'
import { subagentToolName } from '../../shared/subagents'
import { ClineDefaultTool } from '../../shared/tools'
import { AGENT_ARGUMENT } from '../tools/handlers/use-subagents'
import type { AgentProfile } from '../tools/subagents-port'
import type { ToolAlias, ToolFeature } from '../tools/tool-handler'

const inputSchema = {
  type: 'object',
  properties: { prompt: { type: 'string', description: 'What the agent is to do, with all that it needs to know.' } },
  required: ['prompt'],
  additionalProperties: false,
} as const

/** How subagents are offered: each agent by a name of its own, or, where there is none, as many as are wanted by their prompts. */
export function offeredSubagents(agents: { list(): readonly AgentProfile[] }, settings: () => Pick<Settings, 'subagentsEnabled'>) {
  return {
    features: (): readonly ToolFeature[] => (settings().subagentsEnabled && agents.list().length === 0 ? ['subagents'] : []),
    aliases: (): readonly ToolAlias[] => (settings().subagentsEnabled ? agentAliases(agents.list()) : []),
  }
}

/** A tool for each agent, under a name of its own. */
export function agentAliases(agents: readonly AgentProfile[]): readonly ToolAlias[] {
  const taken = new Set<string>()
  return agents.map(({ name, description }) => {
    const toolName = subagentToolName(name, taken)
    taken.add(toolName)
    return {
      name: toolName,
      description: `Hand a job to the subagent "${name}", which works in a conversation of its own and reports back. ${description}`,
      inputSchema,
      tool: ClineDefaultTool.USE_SUBAGENTS,
      toInput: (input) => ({ prompt_1: input['prompt'] ?? input['prompt_1'], [AGENT_ARGUMENT]: name }),
    }
  })
}
