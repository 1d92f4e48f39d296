import type { Effects, PathEffect } from '../../shared/effects'
import type { Rule } from '../../shared/rules'
import { createGrammarSource, type GrammarSource } from './bash-grammar'
import { judgeCommand } from './judge-command'
import { lookAtCommand } from './look-at-command'
import { type IgnoredFiles, readIgnoredFiles } from './ignored-files'
import { type OwnData, reasonOfOwnData } from './own-data'
import { readPermissions, reasonNotPermitted } from './command-permissions'
import { type ApprovalSettings, type Decision, decide, type JudgedEffects } from './policy'
import { matchRules } from './rules'
import { secretsBelow } from './secrets-below'

/** Resolves a path: relative to the project, links followed, inside or outside of it. */
export type ResolvePath = (path: string) => Promise<PathEffect>

/** The one place that says whether a call may run: effects in, decision and reason out. */
export interface Approver {
  decide(effects: Effects): Promise<Decision>
  /** What the decision is made from: also what the window shows and rules are offered for. */
  judge(effects: Effects): Promise<JudgedEffects>
}

/** What commands are judged with besides their text. */
export interface ApproverFacts {
  /** What this program was started with. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What commands start from; `env` unless given. */
  readonly variables?: () => Promise<Readonly<Record<string, string | undefined>>>
  readonly grammar: GrammarSource
  /** The person's rules, read anew whenever something is decided. */
  readonly rules?: () => readonly Rule[]
  readonly taskId?: string
  readonly ownData?: OwnData
}

interface Parts extends ApproverFacts {
  readonly resolve: ResolvePath
  readonly platform: string
  readonly readIgnored: (project: string) => Promise<IgnoredFiles>
}

export function createApprover(
  settings: () => ApprovalSettings,
  resolve: ResolvePath,
  platform: string,
  facts: ApproverFacts = { env: process.env, grammar: createGrammarSource() },
): Approver {
  const readIgnored = keepFirstRules()
  const judge = (effects: Effects) => judgeEffects(effects, { resolve, platform, readIgnored, ...facts })
  return { judge, decide: async (effects) => decide(await judge(effects), settings()) }
}

/** What is added to the rules holds at once; what was out of reach first stays so: whatever took the rule away, it was not approved for that. */
function keepFirstRules(): Parts['readIgnored'] {
  let first: IgnoredFiles | undefined
  return async (project) => {
    const now = await readIgnoredFiles(project)
    if (now.canBeRead) first ??= now
    const reasonOfFirst = (path: Parameters<IgnoredFiles['reason']>[0]) => {
      const reason = first?.reason(path)
      return reason === undefined ? undefined : `${reason} as it stood when this task began`
    }
    return { ...now, reason: (path) => now.reason(path) ?? reasonOfFirst(path) }
  }
}

async function judgeEffects(effects: Effects, parts: Parts): Promise<JudgedEffects> {
  const project = (await parts.resolve('.')).real
  const executes = effects.executes.length === 0 ? [] : await judgeCommands(effects.executes, project, parts)
  const judged = { ...effects, executes }
  const denied = await reasonDenied(judged, project, parts)
  const rules = matchRules(parts.rules?.() ?? [], judged, { taskId: parts.taskId ?? '', folder: project, now: Date.now() })
  const hard = parts.ownData && reasonOfOwnData(judged, parts.ownData)
  return { ...judged, rules, ...(denied === undefined ? {} : { denied }), ...(hard === undefined ? {} : { hard }) }
}

async function judgeCommands(commands: Effects['executes'], project: string, parts: Parts): Promise<JudgedEffects['executes']> {
  const { resolve, platform } = parts
  const [grammar, env] = await Promise.all([parts.grammar.load(), parts.variables?.() ?? parts.env])
  const disk = { resolve, project, home: env['HOME'] ?? '', path: env['PATH'] ?? '' }
  return Promise.all(
    commands.map(async (effect) => {
      const seen = await lookAtCommand(effect, judgeCommand(effect.command, { grammar, platform, cwd: effect.cwd, env }), disk)
      const exposes = await secretsBelow(seen)
      return exposes.length === 0 ? seen : { ...seen, exposes: [...exposes] }
    }),
  )
}

/** What neither a person's click nor a setting allows: ignored files, and commands that are not permitted here. */
async function reasonDenied(effects: JudgedEffects, project: string, { env, readIgnored }: Parts): Promise<string | undefined> {
  const permissions = readPermissions(env['CLINE_COMMAND_PERMISSIONS'])
  for (const command of effects.executes) {
    const reason = reasonNotPermitted(command, permissions)
    if (reason !== undefined) return reason
  }
  const ignored = await readIgnored(project)
  const touched = [effects, ...effects.executes].flatMap(({ reads, writes, deletes }) => [...reads, ...writes, ...deletes])
  const mentioned = effects.executes.flatMap(({ mentions }) => mentions ?? [])
  return [...touched, ...mentioned].map((path) => ignored.reason(path)).find((reason) => reason !== undefined)
}
