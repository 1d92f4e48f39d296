import type { Effects, PathEffect } from '../../shared/effects'
import type { AutoApprovalActions, Mode } from '../../shared/settings'

/** What a person has set that bears on approval. */
export interface ApprovalSettings {
  readonly actions: AutoApprovalActions
  /** Yolo, or approve-all: nothing asks. Plan mode still holds. */
  readonly approveAll: boolean
  readonly mode: Mode
  readonly strictPlanMode: boolean
}

export type Decision =
  | { readonly kind: 'allow'; readonly reason: string }
  | { readonly kind: 'ask'; readonly reason: string }
  | { readonly kind: 'refuse'; readonly reason: string }

/** Effects with each command judged: `reads` only if nothing else can happen. */
export interface JudgedEffects extends Omit<Effects, 'executes'> {
  readonly executes: readonly {
    readonly command: string
    readonly cwd: string
    readonly harmless: boolean
    readonly why: string
    readonly requiresApproval: boolean
  }[]
}

/** Decides one call from what it would do. Pure and total; the reason is shown to the person. */
export function decide(effects: JudgedEffects, settings: ApprovalSettings): Decision {
  const barred = settings.mode === 'plan' ? reasonBarredInPlanMode(effects) : undefined
  if (barred && settings.strictPlanMode) return { kind: 'refuse', reason: barred }
  if (barred) return { kind: 'ask', reason: barred }
  if (isNothing(effects)) return { kind: 'allow', reason: 'does nothing outside the chat' }
  if (settings.approveAll) return { kind: 'allow', reason: 'everything is approved' }
  const reason = reasonToAsk(effects, settings.actions)
  return reason === undefined ? { kind: 'allow', reason: 'covered by your auto-approval' } : { kind: 'ask', reason }
}

function isNothing(effects: JudgedEffects): boolean {
  const { reads, writes, deletes, executes, network, unknown } = effects
  return !unknown && [reads, writes, deletes, executes, network].every((list) => list.length === 0)
}

function reasonBarredInPlanMode(effects: JudgedEffects): string | undefined {
  if (effects.writes.length > 0) return 'plan mode changes no files'
  if (effects.deletes.length > 0) return 'plan mode deletes nothing'
  if (effects.executes.some((command) => !command.harmless)) return 'plan mode runs only commands that are known to read'
  if (effects.unknown) return 'plan mode runs nothing whose effects are unknown'
  return undefined
}

function reasonToAsk(effects: JudgedEffects, actions: AutoApprovalActions): string | undefined {
  if (effects.unknown) return 'nobody can say what it would do'
  if (effects.network.length > 0 && !actions.useBrowser) return `reaches ${effects.network[0]}`
  return (
    reasonForPaths('deletes', effects.deletes, actions.editFiles, actions.editFilesExternally) ??
    reasonForPaths('writes', effects.writes, actions.editFiles, actions.editFilesExternally) ??
    reasonForCommands(effects.executes, actions) ??
    reasonForPaths('reads', effects.reads, actions.readFiles, actions.readFilesExternally)
  )
}

function reasonForPaths(
  verb: 'reads' | 'writes' | 'deletes',
  paths: readonly PathEffect[],
  inside: boolean,
  outside: boolean,
): string | undefined {
  const own = paths.find((path) => verb !== 'reads' && isProtected(path.real))
  if (own) return `${verb} ${own.display}, which can run programs or change how tools behave`
  const foreign = paths.find((path) => !path.inside)
  if (foreign && !(inside && outside)) return `${verb} outside the project: ${foreign.real}`
  if (paths.length > 0 && !inside)
    return verb === 'reads' ? 'reading files is not auto-approved' : `${verb} ${plural(paths.length)} in the project`
  return undefined
}

const plural = (count: number): string => (count === 1 ? 'a file' : `${count} files`)

function reasonForCommands(commands: JudgedEffects['executes'], actions: AutoApprovalActions): string | undefined {
  if (actions.executeSafeCommands && actions.executeAllCommands) return undefined
  const risky = commands.find((command) => !command.harmless)
  if (risky) return `runs a command: ${risky.why}`
  const doubted = commands.find((command) => command.requiresApproval)
  if (doubted) return 'the model itself asks for approval of this command'
  return commands.length > 0 && !actions.executeSafeCommands ? 'commands are not auto-approved' : undefined
}

/** Files that make other programs act. Never written unasked, whatever is set short of approving everything. */
const PROTECTED =
  /(?:^|[\\/])(?:\.git(?:$|[\\/])|\.gitmodules$|\.gitattributes$|\.vscode[\\/]|\.idea[\\/]|\.devcontainer|\.envrc$|\.npmrc$|\.yarnrc|\.ssh(?:$|[\\/])|\.bashrc$|\.zshrc$|\.profile$)/i

export const isProtected = (path: string): boolean => PROTECTED.test(path)
