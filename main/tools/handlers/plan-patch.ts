import type { PatchAction, ResolvedPath, TaskConfig, TextFile } from '../task-config'
import { type ToolResponse, toolFailed } from '../tool-handler'
import { explainRefusal, explainUnreadable, problemOfTarget } from './edit-problems'
import { plural } from './path-facts'
import { type PlannedWrite, planWrite, type WriteTarget } from './planned-write'
import { readBefore } from './shared-tool-handler'

/** What a patch does to one file. */
export type FileOperation =
  | { readonly kind: 'write'; readonly write: PlannedWrite }
  | { readonly kind: 'move'; readonly write: PlannedWrite; readonly from: ResolvedPath; readonly hash: string }
  | { readonly kind: 'delete'; readonly path: ResolvedPath; readonly hash: string; readonly diff: string; readonly removed: number }

export type PatchPlan =
  | { readonly kind: 'planned'; readonly operations: readonly FileOperation[]; readonly concerns: readonly string[] }
  | { readonly kind: 'problem'; readonly response: ToolResponse }

/** Of the diff of a deleted file that a person sees. */
const MAX_DELETED_DIFF = 64 * 1024
/** A larger file is deleted without being shown. */
const MAX_SHOWN_BYTES = 4 * 1024 * 1024

/** Works the whole patch out in memory. One file that cannot be changed as it says keeps all of it from being applied. */
export async function planPatch(config: TaskConfig, actions: readonly PatchAction[]): Promise<PatchPlan> {
  const planned: Step[] = []
  for (const action of actions) planned.push(await planAction(config, action))
  const problems = [...planned.flatMap((step) => (step.kind === 'problem' ? [step.response] : [])), ...clashes(planned)]
  if (problems.length > 0) return { kind: 'problem', response: joinProblems(problems, actions.length) }
  const steps = planned.filter((step) => step.kind === 'planned')
  return { kind: 'planned', operations: steps.map((step) => step.operation), concerns: steps.flatMap((step) => step.concerns) }
}

type Step =
  | { readonly kind: 'planned'; readonly operation: FileOperation; readonly concerns: readonly string[] }
  | { readonly kind: 'problem'; readonly response: ToolResponse }

const problem = (message: string): Step => ({ kind: 'problem', response: toolFailed(message) })

async function planAction(config: TaskConfig, action: PatchAction): Promise<Step> {
  const path = await config.services.files.resolve(action.path)
  const refused = problemOfTarget(path)
  if (refused) return problem(refused)
  if (action.kind === 'add') return planAdded(config, path, action.text)
  if (path.kind === 'missing') return problem(`There is no file ${path.display}. To create it, use *** Add File.`)
  return action.kind === 'delete' ? planDeleted(config, path) : planUpdated(config, path, action)
}

function planAdded(config: TaskConfig, path: ResolvedPath, text: string): Step {
  if (path.kind !== 'missing') return problem(`${path.display} exists already, so it is not added. To change it, use *** Update File.`)
  return stepOf(config, { path, before: undefined, after: text, places: [] })
}

async function planDeleted(config: TaskConfig, path: ResolvedPath): Promise<Step> {
  const { files, edits } = config.services
  const read = await files.readText(path, MAX_SHOWN_BYTES)
  const hash = read.ok ? { ok: true as const, value: read.value.hash } : await files.hash(path)
  if (!hash.ok) return { kind: 'problem', response: explainUnreadable(path, hash.error) }
  const { diff, removed } = read.ok ? edits.diffTexts(read.value.text, '', MAX_DELETED_DIFF) : { diff: '', removed: 0 }
  return { kind: 'planned', operation: { kind: 'delete', path, hash: hash.value, diff, removed }, concerns: [] }
}

async function planUpdated(config: TaskConfig, path: ResolvedPath, action: Extract<PatchAction, { kind: 'update' }>): Promise<Step> {
  const read = await readBefore(path, config)
  if (read.kind === 'problem') return read
  const { file } = read
  if (!file) return problem(`There is no file ${path.display}.`)
  const outcome = config.services.edits.applyHunks(file.text, action.hunks)
  if (outcome.kind === 'refused') {
    return { kind: 'problem', response: explainRefusal(config, { path, text: file.text }, outcome, 'hunk') }
  }
  const { text: after, places } = outcome
  if (action.moveTo !== undefined) return planMoved(config, { path, file }, { to: action.moveTo, after, places })
  if (after === file.text) return problem(`Nothing to do: ${path.display} already holds exactly this text.`)
  return stepOf(config, { path, before: file, after, places })
}

async function planMoved(
  config: TaskConfig,
  from: { readonly path: ResolvedPath; readonly file: TextFile },
  { to, after, places }: { readonly to: string; readonly after: string; readonly places: WriteTarget['places'] },
): Promise<Step> {
  const path = await config.services.files.resolve(to)
  const refused = problemOfTarget(path)
  if (refused) return problem(refused)
  if (path.kind !== 'missing') return problem(`${path.display} exists already, so ${from.path.display} is not moved there.`)
  return stepOf(config, { path, before: undefined, after, places, from })
}

function stepOf(config: TaskConfig, target: WriteTarget): Step {
  const planned = planWrite(config, target)
  if (planned.kind === 'problem') return planned
  const { write } = planned
  const { from } = target
  const operation: FileOperation = from ? { kind: 'move', write, from: from.path, hash: from.file.hash } : { kind: 'write', write }
  return { kind: 'planned', operation, concerns: [...planned.encoding, ...planned.content] }
}

/** Two names may lead to one file. */
function clashes(planned: readonly Step[]): readonly ToolResponse[] {
  const seen = new Set<string>()
  return planned.flatMap((step) => {
    const paths = step.kind === 'planned' ? pathsOf(step.operation) : []
    const twice = paths.find(({ real }) => seen.has(real))
    for (const { real } of paths) seen.add(real)
    return twice ? [toolFailed(`${twice.display} is changed twice: put all that is done to it into one.`)] : []
  })
}

/** Every path that an operation changes. */
export function pathsOf(operation: FileOperation): readonly ResolvedPath[] {
  if (operation.kind === 'delete') return [operation.path]
  return operation.kind === 'move' ? [operation.write.path, operation.from] : [operation.write.path]
}

function joinProblems(problems: readonly ToolResponse[], files: number): ToolResponse {
  const [only] = problems
  if (problems.length === 1 && files === 1 && only) return only
  const heading = `Nothing was changed: ${plural(problems.length, 'file', 'files')} of this patch could not be changed as it says.`
  return toolFailed([heading, ...problems.map((each) => textOf(each.content))].join('\n\n'), heading)
}

const textOf = (content: ToolResponse['content']): string => (typeof content === 'string' ? content : '')
