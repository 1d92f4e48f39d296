import type { StrangersText } from '../../shared/effects'
import type { JudgedEffects } from './policy'
import { mayHoldSecrets } from './secret-paths'

/** What has come into a task: text of strangers, or a file that may hold keys. */
export const taintFacts = ['web', 'servers', 'secrets'] as const satisfies readonly (StrangersText | 'secrets')[]
export type TaintFact = (typeof taintFacts)[number]

/**
 * Why a call is asked about once strangers have had a word in the task: what it could carry out of here, and what would be worth
 * carrying. A server that the person approved is trusted further than the web: what calls could carry out is asked about once there is
 * something to carry. Files of the project may be of strangers too: once there is something to carry, what plainly reaches out is asked
 * about. Undefined for what only works on the project. Pure.
 */
export function reasonOfTaint(effects: JudgedEffects, taint: ReadonlySet<TaintFact>): string | undefined {
  const since = sinceWhen(taint)
  const risk = since && riskOf(effects, taint)
  return risk && `${risk}, and this task has read ${since}`
}

function riskOf(effects: JudgedEffects, taint: ReadonlySet<TaintFact>): string | undefined {
  if (taint.has('web') || (taint.has('servers') && taint.has('secrets')))
    return reachesOut(effects, taint) ?? couldReachOut(effects) ?? readsSecrets(effects)
  return taint.has('servers') ? readsSecrets(effects) : reachesOut(effects, taint)
}

function sinceWhen(taint: ReadonlySet<TaintFact>): string | undefined {
  if (taint.has('web')) return 'text from the web'
  if (!taint.has('servers')) return taint.has('secrets') ? 'a file that may hold keys' : undefined
  return taint.has('secrets') ? 'what an MCP server wrote and a file that may hold keys' : 'what an MCP server wrote'
}

function reachesOut({ network, networkAgain = [], mcp = [], executes }: JudgedEffects, taint: ReadonlySet<TaintFact>): string | undefined {
  const place = network[0] ?? (taint.has('secrets') ? networkAgain[0] : undefined)
  if (place !== undefined) return `reaches ${place}`
  if (mcp[0]) return `calls ${mcp[0].target} of the MCP server ${mcp[0].server}`
  const reaching = executes.find((command) => command.network.length > 0)
  return reaching && `runs a command that reaches ${reaching.network[0]}`
}

function couldReachOut({ executes }: JudgedEffects): string | undefined {
  const unread = executes.find((command) => !command.harmless)
  return unread && `runs a command that could reach out (${unread.why})`
}

function readsSecrets({ reads, executes }: JudgedEffects): string | undefined {
  const secret = [...reads, ...executes.flatMap((command) => [...command.reads, ...(command.exposes ?? [])])].find(({ real }) =>
    mayHoldSecrets(real),
  )
  return secret && `reads ${secret.display}, which may hold keys`
}
