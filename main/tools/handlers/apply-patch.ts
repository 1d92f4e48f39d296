import { z } from 'zod'
import type { Effects } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { Amendment, ClineSayTool, FileInCall } from '../../../shared/messages'
import { ClineDefaultTool } from '../../../shared/tools'
import type { TaskConfig } from '../task-config'
import {
  denied,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolSpec,
  type ToolUse,
  writesPatches,
} from '../tool-handler'
import { amendText, whyMisfit } from './amend-write'
import { carryOutPatch } from './carry-out-patch'
import { textField } from './input-fields'
import { readableText } from './partial-input'
import { pathEffect, plural } from './path-facts'
import { type FileOperation, planPatch } from './plan-patch'
import { conversionOf, planWrite } from './planned-write'

const description = `Change files with one patch: add, update, delete or move them. All of it is applied, or nothing. It is the way to change files here.
*** Begin Patch
*** Add File: path
+every line of the new file
*** Update File: path
*** Move to: new path (only if it moves)
@@ the line of a function or class above the change, where the lines below occur more than once
 a line that stays
-a line that goes
+a line that comes
*** End of File (only where the hunk ends the file)
*** Delete File: path
*** End Patch
Paths are relative to the project folder or absolute. Give about three unchanged lines before and after each change, exactly as they are in the file, \
with their indentation. Lines must be found in one place only. Name each file once, with all its hunks in the order of the file.`

const Input = z.object({ input: textField('The whole patch, from *** Begin Patch to *** End Patch.') })
type Input = z.infer<typeof Input>

export interface PatchBasis {
  readonly operations: readonly FileOperation[]
  /** What the model is told besides, once it is applied. */
  readonly words: readonly string[]
}

/** Changes several files at once: planned in memory, shown in one card, applied whole or not at all. */
export class ApplyPatchHandler implements IFullyManagedTool<Input, PatchBasis> {
  readonly name = ClineDefaultTool.APPLY_PATCH
  readonly spec: ToolSpec<Input> = { description, input: Input, offered: writesPatches }

  async effects({ input }: Input, config: TaskConfig): Promise<Effects> {
    const { files, edits } = config.services
    const parsed = edits.parsePatch(input)
    const writes: string[] = []
    const deletes: string[] = []
    for (const action of parsed.ok ? parsed.actions : []) {
      const target = action.kind === 'update' ? action.moveTo : undefined
      if (action.kind === 'delete' || target !== undefined) deletes.push(action.path)
      if (action.kind !== 'delete') writes.push(target ?? action.path)
    }
    const resolve = (paths: readonly string[]) => Promise.all(paths.map(async (path) => pathEffect(await files.resolve(path))))
    return { ...noEffects, writes: await resolve(writes), deletes: await resolve(deletes) }
  }

  async prepare({ input }: Input, config: TaskConfig): Promise<Preparation<PatchBasis>> {
    const parsed = config.services.edits.parsePatch(input)
    if (!parsed.ok) {
      const problems = parsed.problems.map((problem) => `- ${problem}`).join('\n')
      return failed(
        toolFailed(`Nothing was changed, because the patch is malformed:\n${problems}`, 'The patch is malformed; the model was told how.'),
      )
    }
    const plan = await planPatch(config, parsed.actions)
    return plan.kind === 'problem' ? failed(plan.response) : ready(plan.operations, plan.concerns, [])
  }

  amend(_input: Input, { operations }: PatchBasis, amendment: Amendment, config: TaskConfig): Promise<Preparation<PatchBasis>> {
    const left: FileOperation[] = []
    const concerns: string[] = []
    const words: string[] = []
    const [first] = operations
    if (amendment.text !== undefined && (operations.length > 1 || first?.kind === 'delete')) {
      const message = 'The person wrote a text for a patch that has no single text, so nothing was changed.'
      return Promise.resolve({ kind: 'failed', response: denied(message) })
    }
    const misfit = whyMisfit(amendment, operations.length)
    if (misfit !== undefined) return Promise.resolve({ kind: 'failed', response: denied(misfit) })
    for (const [file, operation] of operations.entries()) {
      const amended = amendOperation(config, operation, amendment, file)
      if ('problem' in amended) return Promise.resolve({ kind: 'failed', response: amended.problem })
      if (amended.operation) left.push(amended.operation)
      concerns.push(...amended.concerns)
      if (amended.words !== '') words.push(amended.words)
    }
    if (left.length === 0) return Promise.resolve({ kind: 'failed', response: denied(words.join('\n\n')) })
    return Promise.resolve(ready(left, concerns, words))
  }

  execute(config: TaskConfig, _block: ToolUse<Input>, { operations, words }: PatchBasis): Promise<ToolResponse> {
    return carryOutPatch(config, operations, words)
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const content = readableText(block, 'input')
    const first = FIRST_FILE.exec(content)
    if (!first) return undefined
    const tool = DRAFTED_AS[first[1] ?? ''] ?? 'editedExistingFile'
    return { kind: 'tool', data: { tool, path: first[2] ?? '', content, status: 'drafting', callId: block.callId } }
  }

  getDescription(): string {
    return `[${this.name}]`
  }
}

/** Only once its line has arrived whole. */
const FIRST_FILE = /^\*\*\* (Add|Update|Delete) File: *(\S.*?)\s*\n/m
const DRAFTED_AS: Readonly<Record<string, ClineSayTool['tool']>> = { Add: 'newFileCreated', Delete: 'fileDeleted' }

const failed = (response: ToolResponse): Preparation<PatchBasis> => ({
  kind: 'failed',
  card: {
    kind: 'tool',
    data: { tool: 'editedExistingFile', status: 'failed', ...(response.note === undefined ? {} : { note: response.note }) },
  },
  response,
})

function ready(operations: readonly FileOperation[], concerns: readonly string[], words: readonly string[]): Preparation<PatchBasis> {
  return {
    kind: 'ready',
    card: { kind: 'tool', data: cardOf(operations) },
    summary: summarise(operations),
    basis: { operations, words },
    ...(concerns.length > 0 ? { concern: concerns.join(' ') } : {}),
  }
}

function cardOf(operations: readonly FileOperation[]): ClineSayTool {
  const files = operations.map(fileOf)
  const [only] = files
  const alone = files.length === 1 && only ? { path: only.to ?? only.path, diff: only.diff } : {}
  return {
    tool: files.length === 1 && only && only.tool !== 'fileMoved' ? only.tool : 'editedExistingFile',
    ...alone,
    content: '',
    files,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
    operationIsLocatedInWorkspace: operations.every(isInside),
    status: 'running',
  }
}

function fileOf(operation: FileOperation): FileInCall {
  if (operation.kind === 'delete') {
    const { path, diff, removed } = operation
    return { path: path.display, tool: 'fileDeleted', diff, added: 0, removed }
  }
  const { path, before, diff, added, removed } = operation.write
  if (operation.kind === 'move') return { path: operation.from.display, to: path.display, tool: 'fileMoved', diff, added, removed }
  return { path: path.display, tool: before ? 'editedExistingFile' : 'newFileCreated', diff, added, removed }
}

const isInside = (operation: FileOperation): boolean =>
  operation.kind === 'delete' ? operation.path.inside : operation.write.path.inside && (operation.kind !== 'move' || operation.from.inside)

const MAX_NAMED = 4

/** "Change 3 files: edit a.ts, create b.ts, delete c.ts". */
function summarise(operations: readonly FileOperation[]): string {
  const conversions = operations.map((operation) => (operation.kind === 'delete' ? '' : conversionOf(operation.write))).join('')
  const named = operations.slice(0, MAX_NAMED).map(verbOf)
  const more = operations.length > MAX_NAMED ? `, and ${operations.length - MAX_NAMED} more` : ''
  const text = `${named.join(', ')}${more}`
  if (operations.length === 1) return conversions + text.charAt(0).toUpperCase() + text.slice(1)
  return `${conversions}Change ${plural(operations.length, 'file', 'files')}: ${text}`
}

function verbOf(operation: FileOperation): string {
  if (operation.kind === 'delete') return `delete ${operation.path.display}`
  const { path, before } = operation.write
  if (operation.kind === 'move') return `move ${operation.from.display} to ${path.display}`
  return `${before ? 'edit' : 'create'} ${path.display}`
}

type AmendedOperation =
  | { readonly operation: FileOperation | undefined; readonly concerns: readonly string[]; readonly words: string }
  | { readonly problem: ToolResponse }

/** One file of a patch as a person left it; without an operation when nothing of it is left. */
function amendOperation(config: TaskConfig, operation: FileOperation, amendment: Amendment, file: number): AmendedOperation {
  const unchanged = { operation, concerns: [], words: '' }
  if (operation.kind === 'delete') {
    const leftOut = amendment.leftOut?.find((each) => each.file === file)
    if (!leftOut) return unchanged
    const reason = leftOut.reason?.trim() ? `, because: ${leftOut.reason.trim()}` : ''
    return { operation: undefined, concerns: [], words: `The person did not let ${operation.path.display} be deleted${reason}.` }
  }
  const { write } = operation
  const { text, words } = amendText(config, write, amendment, file)
  if (text === write.after) return unchanged
  const isNothing = write.from === undefined && (write.before ? text === write.before.text : text === '')
  if (isNothing) return { operation: undefined, concerns: [], words }
  const planned = planWrite(config, { ...write, after: text })
  if (planned.kind === 'problem') return { problem: planned.response }
  const isNew = planned.write.convertedFrom !== write.convertedFrom
  return { operation: { ...operation, write: planned.write }, concerns: isNew ? planned.encoding : [], words }
}
