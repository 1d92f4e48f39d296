import { assertNever } from '../../../shared/assert-never'
import type { Effects } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { ClineDefaultTool } from '../../../shared/tools'
import type { EditPlace, ResolvedPath, TaskConfig, TextFile } from '../task-config'
import {
  done,
  type IFullyManagedTool,
  type PartialCard,
  type PartialToolUse,
  type Preparation,
  toolFailed,
  type ToolResponse,
  type ToolSpec,
  type ToolUse,
} from '../tool-handler'
import { explainChange, explainUnreadable, explainUnwritable, problemOfTarget } from './edit-problems'
import { describeCall, readableText } from './partial-input'
import { pathEffect, plural } from './path-facts'
import { forgetReads } from './read-memory'

/** What a write would do, worked out before anyone was asked: this and nothing else is written. */
export interface EditBasis {
  readonly path: ResolvedPath
  /** Undefined for a file that does not exist yet. */
  readonly before: TextFile | undefined
  readonly after: string
  readonly diff: string
  readonly added: number
  readonly removed: number
  readonly places: readonly EditPlace[]
}

export type NewText =
  | { readonly kind: 'text'; readonly text: string; readonly places: readonly EditPlace[] }
  | { readonly kind: 'problem'; readonly response: ToolResponse }

/** What distinguishes one tool that writes a file from another. */
export interface EditWork<Input> {
  readonly name: ClineDefaultTool
  readonly spec: ToolSpec<Input>
  /** The argument that is drawn while it streams. */
  readonly streamed: string
  readonly draftedAs: 'editedExistingFile' | 'newFileCreated'
  newText(input: Input, file: { readonly path: ResolvedPath; readonly before: TextFile | undefined }, config: TaskConfig): NewText
  /** What the person is asked, in one line: "Edit 2 places in src/sum.js". */
  summarise(basis: EditBasis): string
}

/** Larger files are not edited as a whole. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Of the diff that a person sees; it is cut only where nobody would read on. */
const MAX_SHOWN_DIFF = 256 * 1024
/** Of the diff that the model gets back. */
const MAX_RETURNED_DIFF = 6000
const SHOWN_HASH = 16

/** One body for every tool that writes a file: read, work out, show, and write only if the file is still the one that was shown. */
export class SharedToolHandler<Input extends { readonly path: string }> implements IFullyManagedTool<Input, EditBasis> {
  readonly name: ClineDefaultTool
  readonly spec: ToolSpec<Input>
  private readonly work: EditWork<Input>

  constructor(work: EditWork<Input>) {
    this.name = work.name
    this.spec = work.spec
    this.work = work
  }

  async effects(input: Input, config: TaskConfig): Promise<Effects> {
    return { ...noEffects, writes: [pathEffect(await config.services.files.resolve(input.path))] }
  }

  async prepare(input: Input, config: TaskConfig): Promise<Preparation<EditBasis>> {
    const path = await config.services.files.resolve(input.path)
    const failed = (response: ToolResponse): Preparation<EditBasis> => ({ kind: 'failed', card: this.card(path, response.note), response })
    const problem = problemOfTarget(path)
    if (problem) return failed(toolFailed(problem))
    const before = await readBefore(path, config)
    if (before.kind === 'problem') return failed(before.response)
    const made = this.work.newText(input, { path, before: before.file }, config)
    if (made.kind === 'problem') return failed(made.response)
    if (made.text === before.file?.text) return failed(toolFailed(`Nothing to do: ${path.display} already holds exactly this text.`))
    const diff = config.services.edits.diffTexts(before.file?.text ?? '', made.text, MAX_SHOWN_DIFF)
    const basis = { path, before: before.file, after: made.text, places: made.places, ...diff }
    return { kind: 'ready', card: cardOf(basis), summary: this.work.summarise(basis), basis }
  }

  async execute(config: TaskConfig, _block: ToolUse<Input>, basis: EditBasis): Promise<ToolResponse> {
    const { path, before, after, added, removed } = basis
    const options = { expectedHash: before?.hash ?? null, bom: before?.hasBom ?? false, encoding: before?.encoding ?? 'utf-8' }
    const written = await config.services.files.writeText(path, after, options)
    if (!written.ok && written.error.code === 'changed') return explainChange(config, basis, written.error.message)
    if (!written.ok) return toolFailed(written.error.message)
    forgetReads(config.state, path.real, written.value.hash)
    config.state.failedEdits.delete(path.real)
    config.callbacks.recordChange({ path: path.display, added, removed })
    return done(describeResult(basis, written.value.hash, config), { note: `+${added} −${removed}` })
  }

  handlePartialBlock(block: PartialToolUse): PartialCard | undefined {
    const path = readableText(block, 'path', 'absolutePath')
    const content = readableText(block, this.work.streamed)
    if (path === '') return undefined
    return { kind: 'tool', data: { tool: this.work.draftedAs, path, content, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['path'] ?? input['absolutePath'])
  }

  private card(path: ResolvedPath, note: string | undefined) {
    const tool = path.kind === 'missing' ? 'newFileCreated' : 'editedExistingFile'
    const place = { path: path.display, operationIsLocatedInWorkspace: path.inside }
    return { kind: 'tool', data: { tool, ...place, status: 'failed', ...(note === undefined ? {} : { note }) } } as const
  }
}

type Before = { readonly kind: 'file'; readonly file: TextFile | undefined } | { readonly kind: 'problem'; readonly response: ToolResponse }

async function readBefore(path: ResolvedPath, config: TaskConfig): Promise<Before> {
  if (path.kind === 'missing') return { kind: 'file', file: undefined }
  const read = await config.services.files.readText(path, MAX_FILE_BYTES)
  if (!read.ok) return { kind: 'problem', response: explainUnreadable(path, read.error) }
  if (!read.value.writable) return { kind: 'problem', response: explainUnwritable(path, read.value.encoding) }
  return { kind: 'file', file: read.value }
}

/** `content` is emptied: the diff takes the place of what streamed. */
const cardOf = ({ path, before, diff, added, removed, places }: EditBasis) =>
  ({
    kind: 'tool',
    data: {
      tool: before ? 'editedExistingFile' : 'newFileCreated',
      path: path.display,
      content: '',
      diff,
      added,
      removed,
      operationIsLocatedInWorkspace: path.inside,
      ...(places.length > 0 ? { startLineNumbers: places.map((place) => place.startLine) } : {}),
      status: 'running',
    },
  }) as const

/** Short on purpose: the model knows what it wrote. */
function describeResult(basis: EditBasis, hash: string, config: TaskConfig): string {
  const { path, before, after, added, removed, places } = basis
  const stamp = `Hash of its content now: ${hash.slice(0, SHOWN_HASH)}.`
  if (!before) return `Created ${path.display} (${plural(added, 'line', 'lines')}). ${stamp}`
  const { diff } = config.services.edits.diffTexts(before.text, after, MAX_RETURNED_DIFF)
  const loose = places.flatMap(describePlace)
  return [`Saved ${path.display} (+${added} −${removed}). ${stamp}`, ...loose, '', diff].join('\n')
}

/** How a block was found that does not stand there exactly. */
function describePlace({ block, startLine, endLine, match }: EditPlace): readonly string[] {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`
  switch (match) {
    case 'exact':
      return []
    case 'within_lines':
      return [`Block ${block} begins or ends inside a line (line ${startLine}); the rest of that line was kept. Check the diff.`]
    case 'trailing_blanks':
      return [`Block ${block} matched ${lines} only with the blanks at line ends ignored. Check the diff.`]
    case 'indentation':
      return [
        `Block ${block} matched ${lines} only with the blanks around lines ignored; new lines were indented as there. Check the diff.`,
      ]
    case 'typographic':
      return [
        `Block ${block} matched ${lines} only with typographic quotes, dashes and blanks read as plain ones; where a line stays they were kept. Check the diff.`,
      ]
    default:
      return assertNever(match)
  }
}
