import type { JudgedEffects } from './policy'
import { mayHoldSecrets } from './secret-paths'

/**
 * Why a call is asked about once strangers have had a word in the task: what it could carry out of here, and what would be worth
 * carrying. Undefined for what only works on the project. Pure.
 */
export function reasonOfTaint(effects: JudgedEffects): string | undefined {
  const { network, mcp = [], executes } = effects
  if (network.length > 0) return `reaches ${network[0]}, ${SINCE}`
  if (mcp[0]) return `calls ${mcp[0].target} of the MCP server ${mcp[0].server}, ${SINCE}`
  const reaching = executes.find((command) => command.network.length > 0)
  if (reaching) return `runs a command that reaches ${reaching.network[0]}, ${SINCE}`
  const unread = executes.find((command) => !command.harmless)
  if (unread) return `runs a command that could reach out (${unread.why}), ${SINCE}`
  const secret = [...effects.reads, ...executes.flatMap(({ reads }) => reads)].find(({ real }) => mayHoldSecrets(real))
  return secret && `reads ${secret.display}, which may hold keys, ${SINCE}`
}

const SINCE = 'and this task has read text from the web'
