import type { Effects, PathEffect } from '../../shared/effects'
import { judgeCommand } from './commands'
import { type ApprovalSettings, type Decision, decide, type JudgedEffects } from './policy'

/** Resolves a path as a command in `cwd` would: links followed, inside or outside the project. */
export type ResolvePath = (path: string, cwd: string) => Promise<PathEffect>

/** The one place that says whether a call may run: effects in, decision and reason out. */
export interface Approver {
  decide(effects: Effects): Promise<Decision>
}

export function createApprover(settings: () => ApprovalSettings, resolve: ResolvePath, platform: string): Approver {
  return {
    decide: async (effects) => decide(await judge(effects, resolve, platform), settings()),
  }
}

async function judge(effects: Effects, resolve: ResolvePath, platform: string): Promise<JudgedEffects> {
  const reads = [...effects.reads]
  const executes: JudgedEffects['executes'][number][] = []
  for (const { command, cwd, requiresApproval } of effects.executes) {
    const judgement = judgeCommand(command, platform)
    if (judgement.kind === 'reads') reads.push(...(await Promise.all(judgement.paths.map((path) => resolve(path, cwd)))))
    const harmless = judgement.kind === 'reads'
    executes.push({ command, cwd, requiresApproval, harmless, why: harmless ? 'it only reads' : judgement.reason })
  }
  return { ...effects, reads, executes }
}
