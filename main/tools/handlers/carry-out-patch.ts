import type { RemovedFile, TaskConfig } from '../task-config'
import { done, toolFailed, type ToolResponse } from '../tool-handler'
import { describeWrite } from './describe-write'
import { plural } from './path-facts'
import type { FileOperation } from './plan-patch'
import { carryOut, finish, type PlannedWrite, takeBack, type Written } from './planned-write'
import { forgetFile } from './read-memory'

/** Carries a planned patch out: all of it, or what was done is taken back. */
export async function carryOutPatch(
  config: TaskConfig,
  operations: readonly FileOperation[],
  words: readonly string[],
): Promise<ToolResponse> {
  const journal: Undoable[] = []
  const failure = await perform(config, operations, journal)
  if (failure) return rollBack(config, journal, failure)
  const told: string[] = []
  const sum = { added: 0, removed: 0 }
  for (const operation of operations) {
    const { text, added, removed } = await conclude(config, operation, journal)
    told.push(text)
    sum.added += added
    sum.removed += removed
  }
  const heading = operations.length === 1 ? [] : [`The patch was applied to all of its ${operations.length} files.`]
  return done([...heading, ...told, ...words].join('\n\n'), { note: `+${sum.added} −${sum.removed}` })
}

/** Something that was done, and can be taken back. */
type Undoable =
  | { readonly kind: 'written'; readonly write: PlannedWrite; readonly written: Written }
  | { readonly kind: 'removed'; readonly name: string; readonly removed: RemovedFile }

/** Texts are written first and files deleted last, so that little ever has to be put back. */
async function perform(config: TaskConfig, operations: readonly FileOperation[], journal: Undoable[]): Promise<ToolResponse | undefined> {
  for (const operation of operations) {
    if (operation.kind === 'delete') continue
    const result = await carryOut(config, operation.write)
    if (!result.ok) return result.response
    journal.push({ kind: 'written', write: operation.write, written: result.written })
  }
  for (const operation of operations) {
    if (operation.kind === 'write') continue
    const path = operation.kind === 'move' ? operation.from : operation.path
    const removed = await config.services.files.remove(path, operation.hash)
    if (!removed.ok) return toolFailed(removed.error.message)
    journal.push({ kind: 'removed', name: path.display, removed: removed.value })
  }
  return undefined
}

async function rollBack(config: TaskConfig, journal: readonly Undoable[], failure: ToolResponse): Promise<ToolResponse> {
  const left: string[] = []
  for (const step of journal.toReversed()) {
    const problem = await takeBackStep(config, step)
    if (problem !== undefined) left.push(`- ${problem}`)
  }
  const why = typeof failure.content === 'string' ? failure.content : ''
  if (left.length === 0) return toolFailed(`The patch was not applied; nothing is changed. ${why}`, failure.note)
  const heading = 'The patch was not applied whole, and not all that was done of it could be taken back:'
  return toolFailed([heading, ...left, `It stopped because: ${why}`].join('\n'), heading)
}

async function takeBackStep(config: TaskConfig, step: Undoable): Promise<string | undefined> {
  if (step.kind === 'written') return takeBack(config, step.write, step.written)
  const back = await step.removed.undo()
  return back.ok ? undefined : back.error.message
}

interface Told {
  readonly text: string
  readonly added: number
  readonly removed: number
}

async function conclude(config: TaskConfig, operation: FileOperation, journal: readonly Undoable[]): Promise<Told> {
  if (operation.kind === 'delete') {
    const { path, removed } = operation
    forgetFile(config.state, path.real)
    return { text: `Deleted ${path.display}${removed === 0 ? '' : ` (${plural(removed, 'line', 'lines')})`}.`, added: 0, removed }
  }
  const { write } = operation
  const step = journal.find((each) => each.kind === 'written' && each.write === write)
  if (step?.kind !== 'written') throw new Error(`${write.path.display} was not written.`)
  const finished = await finish(config, write, step.written)
  if (operation.kind === 'move') forgetFile(config.state, operation.from.real)
  const lines = write.places.map((place) => place.startLine).join(', ')
  const hunks =
    write.places.length === 0
      ? ''
      : `\n${plural(write.places.length, 'hunk', 'hunks')} applied, at ${write.places.length === 1 ? 'line' : 'lines'} ${lines}.`
  return { text: `${describeWrite(write, finished, config, 'Hunk')}${hunks}`, added: finished.added, removed: finished.removed }
}
