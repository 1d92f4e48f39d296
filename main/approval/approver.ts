import type { Effects, PathEffect } from '../../shared/effects'
import { createGrammarSource, type GrammarSource } from './bash-grammar'
import { judgeCommand } from './judge-command'
import { lookAtCommand } from './look-at-command'
import { type ApprovalSettings, type Decision, decide, type JudgedEffects } from './policy'

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
  readonly env: Readonly<Record<string, string | undefined>>
  readonly grammar: GrammarSource
}

export function createApprover(
  settings: () => ApprovalSettings,
  resolve: ResolvePath,
  platform: string,
  facts: ApproverFacts = { env: process.env, grammar: createGrammarSource() },
): Approver {
  const judge = (effects: Effects) => judgeEffects(effects, { resolve, platform, ...facts })
  return { judge, decide: async (effects) => decide(await judge(effects), settings()) }
}

async function judgeEffects(
  effects: Effects,
  parts: ApproverFacts & { readonly resolve: ResolvePath; readonly platform: string },
): Promise<JudgedEffects> {
  if (effects.executes.length === 0) return { ...effects, executes: [] }
  const { resolve, platform, env } = parts
  const [grammar, project] = await Promise.all([parts.grammar.load(), resolve('.')])
  const disk = { resolve, project: project.real, home: env['HOME'] ?? '', path: env['PATH'] ?? '' }
  const executes = await Promise.all(
    effects.executes.map((effect) =>
      lookAtCommand(effect, judgeCommand(effect.command, { grammar, platform, cwd: effect.cwd, env }), disk),
    ),
  )
  return { ...effects, executes }
}
