import type { Effects, JudgedCommand, PathEffect } from '../../shared/effects'
import type { AutoApprovalActions, Mode } from '../../shared/settings'
import { isProtected } from './protected-paths'
import { reasonOfTaint, type TaintFact } from './taint'

/** What a person has set that bears on approval. */
export interface ApprovalSettings {
  readonly actions: AutoApprovalActions
  /** Yolo, or approve-all: nothing asks. Plan mode still holds, and so do the stops. */
  readonly approveAll: boolean
  readonly mode: Mode
  readonly strictPlanMode: boolean
  /** What has come into the task: no category covers what is risky since. */
  readonly taint?: ReadonlySet<TaintFact>
}

export type Decision =
  /** `byRule`: the reason names the rule. */
  | { readonly kind: 'allow'; readonly reason: string; readonly byRule?: true }
  | { readonly kind: 'ask'; readonly reason: string }
  | { readonly kind: 'refuse'; readonly reason: string }

/** What rules of the person say of a call. */
export interface RuleVerdict {
  readonly decision: 'allow' | 'ask' | 'deny' | undefined
  /** In words for a person: which rule it was; without a decision, which one would allow it and why it does not hold, or nothing. */
  readonly reason: string
}

/** Effects with each command judged: `harmless` only if it can do nothing but read. */
export interface JudgedEffects extends Omit<Effects, 'executes'> {
  readonly executes: readonly JudgedCommand[]
  /** Why it never runs: an ignored file, a command that is not permitted here. */
  readonly denied?: string
  /** Why it is asked about whatever is set and whatever rules say, short of approving everything. */
  readonly hard?: string
  readonly rules?: RuleVerdict
}

/** Decides one call from what it would do. Pure and total; the reason is shown to the person. */
export function decide(effects: JudgedEffects, settings: ApprovalSettings): Decision {
  const refused = reasonToRefuse(effects, settings)
  if (refused !== undefined) return { kind: 'refuse', reason: refused }
  const barred = settings.mode === 'plan' ? reasonBarredInPlanMode(effects) : undefined
  if (barred !== undefined) return { kind: 'ask', reason: barred }
  if (isNothing(effects)) return { kind: 'allow', reason: 'does nothing outside the chat' }
  const { rules } = effects
  if (rules?.decision === 'ask') return { kind: 'ask', reason: rules.reason }
  if (settings.approveAll) return { kind: 'allow', reason: 'everything is approved' }
  const hard = reasonOfProtection(effects)
  if (hard !== undefined) return { kind: 'ask', reason: hard }
  if (rules?.decision === 'allow') return { kind: 'allow', reason: rules.reason, byRule: true }
  const reason = reasonNotCovered(effects, settings)
  return reason === undefined ? { kind: 'allow', reason: 'covered by your auto-approval' } : { kind: 'ask', reason }
}

/** What holds in every mode. Nobody is there to look when everything is approved: what needs a look does not run then. */
function reasonToRefuse(effects: JudgedEffects, settings: ApprovalSettings): string | undefined {
  if (effects.denied !== undefined) return effects.denied
  const stopped = effects.executes.find(({ stop }) => stop !== undefined)
  if (stopped) return stopped.stop
  const unseen = settings.approveAll ? effects.executes.find(({ needsPerson }) => needsPerson !== undefined) : undefined
  if (unseen) return unseen.needsPerson
  if (effects.rules?.decision === 'deny') return effects.rules.reason
  return settings.mode === 'plan' && settings.strictPlanMode ? reasonBarredInPlanMode(effects) : undefined
}

/** Where a rule would allow it and does not hold any more, that is the reason. */
function reasonNotCovered(effects: JudgedEffects, { actions, taint }: ApprovalSettings): string | undefined {
  const tainting = taint && reasonOfTaint(effects, taint)
  if (tainting !== undefined) return tainting
  const reason = reasonToAsk(effects, actions)
  return reason === undefined ? undefined : effects.rules?.reason || reason
}

function isNothing(effects: JudgedEffects): boolean {
  const { reads, writes, deletes, executes, network, networkAgain = [], mcp = [], agents = 0, unknown } = effects
  return !unknown && agents === 0 && [reads, writes, deletes, executes, network, networkAgain, mcp].every((list) => list.length === 0)
}

function reasonBarredInPlanMode(effects: JudgedEffects): string | undefined {
  if (effects.writes.length > 0) return 'plan mode changes no files'
  if (effects.deletes.length > 0) return 'plan mode deletes nothing'
  if (effects.executes.some((command) => !command.harmless)) return 'plan mode runs only commands that are known to read'
  if (effects.mcp?.some(({ readOnly }) => !readOnly)) return 'plan mode calls only tools that are marked as reading only'
  if (effects.unknown) return 'plan mode runs nothing whose effects are unknown'
  return undefined
}

/** What these hold is no file, and may be another program's environment. */
const KERNEL_VIEW = /^\/(?:proc|sys|dev)\/(?!(?:null|zero|tty|stdin|fd\/0)$)/

/** Asked whatever is set and whatever rules say, short of approving everything. */
export function reasonOfProtection({ hard, writes, deletes, executes }: JudgedEffects): string | undefined {
  if (hard !== undefined) return hard
  const all = {
    writes: [...writes, ...executes.flatMap((command) => command.writes)],
    deletes: [...deletes, ...executes.flatMap((command) => command.deletes)],
  }
  for (const verb of ['deletes', 'writes'] as const) {
    const own = all[verb].find((path) => isProtected(path.real) || isProtected(path.display))
    if (own) return `${verb} ${own.display}, which can run programs or change how tools behave`
  }
  const view = executes.flatMap((command) => command.reads).find(({ real }) => KERNEL_VIEW.test(real))
  return view ? `reads ${view.real}, a device or a view into other programs` : undefined
}

function reasonToAsk(effects: JudgedEffects, actions: AutoApprovalActions): string | undefined {
  if (effects.unknown) return 'nobody can say what it would do'
  if (effects.network.length > 0 && !actions.useBrowser) return `reaches ${effects.network[0]}`
  const foreign = actions.useMcp ? undefined : effects.mcp?.find(({ approved }) => !approved)
  if (foreign) return `you have not allowed ${foreign.target} of the MCP server ${foreign.server} without asking`
  // As in the source, who lets files be read lets others read them.
  if (effects.agents && !actions.readFiles) return 'starting agents is not auto-approved'
  const commands = effects.executes
  const reads = [...effects.reads, ...commands.flatMap((command) => command.reads)]
  return (
    reasonForPaths('deletes', effects.deletes, actions.editFiles, actions.editFilesExternally) ??
    reasonForPaths('writes', effects.writes, actions.editFiles, actions.editFilesExternally) ??
    reasonForCommands(commands, actions) ??
    reasonForPaths('reads', reads, actions.readFiles, actions.readFilesExternally)
  )
}

function reasonForPaths(
  verb: 'reads' | 'writes' | 'deletes',
  paths: readonly PathEffect[],
  inside: boolean,
  outside: boolean,
): string | undefined {
  const [foreign, ...more] = new Set(paths.filter((path) => !path.inside).map(({ real }) => real))
  if (foreign !== undefined && !(inside && outside))
    return `${verb} outside the project: ${foreign}${more.length === 0 ? '' : ` and ${more.length} more`}`
  if (paths.length > 0 && !inside)
    return verb === 'reads' ? 'reading files is not auto-approved' : `${verb} ${plural(paths.length)} in the project`
  return undefined
}

const plural = (count: number): string => (count === 1 ? 'a file' : `${count} files`)

function reasonForCommands(commands: JudgedEffects['executes'], actions: AutoApprovalActions): string | undefined {
  const foreign = commands.flatMap(({ deletes, writes }) => [
    reasonForPaths('deletes', deletes, true, actions.editFilesExternally),
    reasonForPaths('writes', writes, true, actions.editFilesExternally),
  ])
  const outside = foreign.find((reason) => reason !== undefined)
  if (outside !== undefined) return outside
  if (actions.executeSafeCommands && actions.executeAllCommands) return undefined
  const risky = commands.find((command) => !command.harmless)
  if (risky) return `runs a command: ${risky.why}`
  const doubted = commands.find((command) => command.requiresApproval)
  if (doubted) return 'the model itself asks for approval of this command'
  return commands.length > 0 && !actions.executeSafeCommands ? 'commands are not auto-approved' : undefined
}
