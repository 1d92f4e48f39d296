import type { Effects } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { Amendment } from '../../../shared/messages'
import type { ClineDefaultTool } from '../../../shared/tools'
import type { EditPlace, ResolvedPath, TaskConfig, TextFile } from '../task-config'
import {
  denied,
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
import { amendText, whyMisfit } from './amend-write'
import { describeWrite } from './describe-write'
import { explainUnreadable, explainUnwritable, problemOfTarget } from './edit-problems'
import { describeCall, readableText } from './partial-input'
import { pathEffect } from './path-facts'
import { growPreview } from './grow-preview'
import { carryOut, conversionOf, finish, type PlannedWrite, planWrite } from './planned-write'

/** What a write would do, worked out before anyone was asked: this and nothing else is written. */
export interface EditBasis {
  readonly write: PlannedWrite
  /** What the model is told besides, once it is written. */
  readonly words: readonly string[]
}

export type NewText =
  /** `words` is what the model is told besides. */
  | { readonly kind: 'text'; readonly text: string; readonly places: readonly EditPlace[]; readonly words?: readonly string[] }
  | { readonly kind: 'problem'; readonly response: ToolResponse }

/** What distinguishes one tool that writes a file from another. */
export interface EditWork<Input> {
  readonly name: ClineDefaultTool
  readonly spec: ToolSpec<Input>
  /** The argument that is drawn while it streams. */
  readonly streamed: string
  readonly draftedAs: 'editedExistingFile' | 'newFileCreated'
  /** Why it must not be written to this path, whatever the text; undefined when it may. */
  refuse?(path: ResolvedPath): string | undefined
  newText(input: Input, file: { readonly path: ResolvedPath; readonly before: TextFile | undefined }, config: TaskConfig): NewText
  /** What the person is asked, in one line: "Edit 2 places in src/sum.js". */
  summarise(write: PlannedWrite): string
}

/** Larger files are not edited as a whole. */
const MAX_FILE_BYTES = 20 * 1024 * 1024

/** In characters. Longer texts are edited better where files are edited. */
const MAX_EDITED_TEXT = 64 * 1024

/** One body for every tool that writes a file: read, work out, show, and write only what was shown. */
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
    const problem = problemOfTarget(path) ?? this.work.refuse?.(path)
    if (problem) return failed(toolFailed(problem))
    const before = await readBefore(path, config)
    if (before.kind === 'problem') return failed(before.response)
    const made = this.work.newText(input, { path, before: before.file }, config)
    if (made.kind === 'problem') return failed(made.response)
    if (made.text === before.file?.text) return failed(toolFailed(`Nothing to do: ${path.display} already holds exactly this text.`))
    const planned = planWrite(config, { path, before: before.file, after: made.text, places: made.places })
    if (planned.kind === 'problem') return failed(planned.response)
    return this.ready(planned.write, [...planned.encoding, ...planned.content], made.words ?? [])
  }

  async amend(_input: Input, { write, words }: EditBasis, amendment: Amendment, config: TaskConfig): Promise<Preparation<EditBasis>> {
    const { path, before, after, places } = write
    const misfit = whyMisfit(amendment, 1)
    if (misfit !== undefined) return { kind: 'failed', response: denied(misfit) }
    const amended = amendText(config, write, amendment, 0)
    const isNothing = before ? amended.text === before.text : amendment.text === undefined && amended.words !== ''
    if (isNothing) return { kind: 'failed', response: denied(amended.words === '' ? undefined : amended.words) }
    if (amended.text === after) return this.ready(write, [], words)
    const planned = planWrite(config, { path, before, after: amended.text, places })
    if (planned.kind === 'problem') return { kind: 'failed', response: planned.response }
    const isNew = planned.write.convertedFrom !== write.convertedFrom
    return this.ready(planned.write, isNew ? planned.encoding : [], [...words, amended.words])
  }

  async execute(config: TaskConfig, _block: ToolUse<Input>, { write, words }: EditBasis): Promise<ToolResponse> {
    const result = await carryOut(config, write)
    if (!result.ok) return result.response
    const finished = await finish(config, write, result.written)
    const content = [describeWrite(write, finished, config), ...words].join('\n\n')
    return done(content, { note: `+${finished.added} −${finished.removed}` })
  }

  handlePartialBlock(block: PartialToolUse, config: TaskConfig): PartialCard | undefined {
    const path = readableText(block, 'path', 'absolutePath')
    const content = readableText(block, this.work.streamed)
    if (path === '') return undefined
    const diff = this.work.streamed === 'diff' && content !== '' ? growPreview(config, block.callId, { path, blocks: content }) : ''
    const shown = diff === '' ? {} : { diff }
    return { kind: 'tool', data: { tool: this.work.draftedAs, path, content, ...shown, status: 'drafting', callId: block.callId } }
  }

  getDescription(input: Readonly<Record<string, unknown>>): string {
    return describeCall(this.name, input['path'] ?? input['absolutePath'])
  }

  private ready(write: PlannedWrite, concerns: readonly string[], words: readonly string[]): Preparation<EditBasis> {
    const concern = concerns.length > 0 ? { concern: concerns.join(' ') } : {}
    const summary = `${conversionOf(write)}${this.work.summarise(write)}`
    const text = write.before && write.after.length <= MAX_EDITED_TEXT ? { text: write.after } : {}
    return { kind: 'ready', card: cardOf(write), summary, basis: { write, words }, ...text, ...concern }
  }

  private card(path: ResolvedPath, note: string | undefined) {
    const tool = path.kind === 'missing' ? 'newFileCreated' : 'editedExistingFile'
    const place = { path: path.display, operationIsLocatedInWorkspace: path.inside }
    return { kind: 'tool', data: { tool, ...place, diff: '', status: 'failed', ...(note === undefined ? {} : { note }) } } as const
  }
}

type Before = { readonly kind: 'file'; readonly file: TextFile | undefined } | { readonly kind: 'problem'; readonly response: ToolResponse }

/** The file as it stands, if it can be edited. */
export async function readBefore(path: ResolvedPath, config: TaskConfig): Promise<Before> {
  if (path.kind === 'missing') return { kind: 'file', file: undefined }
  const read = await config.services.files.readText(path, MAX_FILE_BYTES)
  if (!read.ok) return { kind: 'problem', response: explainUnreadable(path, read.error) }
  if (!read.value.writable) return { kind: 'problem', response: explainUnwritable(path, read.value.encoding) }
  return { kind: 'file', file: read.value }
}

/** `content` is emptied: the diff takes the place of what streamed. */
const cardOf = ({ path, before, diff, added, removed, places }: PlannedWrite) =>
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
