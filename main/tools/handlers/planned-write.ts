import type { EditPlace, FormatRun, PortResult, ResolvedPath, TaskConfig, TextFile } from '../task-config'
import { type ToolResponse, toolFailed } from '../tool-handler'
import { concernsOf } from './edit-concerns'
import { explainChange, explainConflict } from './edit-problems'
import { forgetFile, hasSeen, rememberWritten } from './read-memory'

/** What a write would do, worked out before anyone was asked: this and nothing else is written. */
export interface PlannedWrite {
  readonly path: ResolvedPath
  /** Undefined for a file that does not exist yet. */
  readonly before: TextFile | undefined
  readonly after: string
  /** What it will be written in; another than before only if that cannot write the new text. */
  readonly encoding: string
  /** What it is in now, where that is another. */
  readonly convertedFrom?: string
  readonly bom: boolean
  /** The file that is moved here: its text is what changes, its encoding and mode are taken over. */
  readonly from?: MovedFile
  readonly diff: string
  readonly added: number
  readonly removed: number
  readonly places: readonly EditPlace[]
}

export interface WriteTarget {
  readonly path: ResolvedPath
  readonly before: TextFile | undefined
  readonly after: string
  readonly places: readonly EditPlace[]
  readonly from?: MovedFile
}

export interface MovedFile {
  readonly path: ResolvedPath
  readonly file: TextFile
}

export type Planned =
  /** Sentences on what a person should look at first: those on the encoding hold for a text of their own too. */
  | { readonly kind: 'planned'; readonly write: PlannedWrite; readonly encoding: readonly string[]; readonly content: readonly string[] }
  | { readonly kind: 'problem'; readonly response: ToolResponse }

/** Of the diff that a person sees; it is cut only where nobody would read on. */
const MAX_SHOWN_DIFF = 256 * 1024

/** Of a file that somebody else changed meanwhile, in bytes. Larger than what is edited: it may have grown. */
const MAX_READ_AGAIN = 40 * 1024 * 1024

/** What is not ASCII: which of it a guessed encoding would write may be wrong. */
const FOREIGN = /[^\0-\x7f]/u

export function planWrite(config: TaskConfig, target: WriteTarget): Planned {
  const { path, before, after, places, from } = target
  const { edits } = config.services
  const like = from?.file ?? before
  const chosen = chooseEncoding(config, like, after)
  if (chosen.encoding === undefined)
    return { kind: 'problem', response: toolFailed(`${path.display} was not changed: no encoding can write ${chosen.unwritable}.`) }
  const write: PlannedWrite = {
    path,
    before,
    after,
    encoding: chosen.encoding,
    ...(like && chosen.unwritable !== undefined ? { convertedFrom: like.encoding } : {}),
    bom: like?.hasBom ?? false,
    ...(from ? { from } : {}),
    ...edits.diffTexts(like?.text ?? '', after, MAX_SHOWN_DIFF),
    places,
  }
  const encoding = [...explainConversion(write, chosen.unwritable), ...unsureEncoding(path, like, after)]
  return { kind: 'planned', write, encoding, content: concernsOf({ path: path.display, before: like?.text, after }) }
}

/** That of the file; UTF-8 where that cannot write the text; none where nothing can. */
function chooseEncoding(
  config: TaskConfig,
  like: TextFile | undefined,
  after: string,
): { readonly encoding: string | undefined; readonly unwritable?: string } {
  const { edits } = config.services
  const encoding = like?.encoding ?? 'utf-8'
  const unwritable = edits.unwritable(after, encoding)
  if (unwritable === undefined) return { encoding }
  const inUtf8 = edits.unwritable(after, 'utf-8')
  return inUtf8 === undefined ? { encoding: 'utf-8', unwritable } : { encoding: undefined, unwritable: inUtf8 }
}

function explainConversion({ path, convertedFrom }: PlannedWrite, unwritable: string | undefined): readonly string[] {
  if (convertedFrom === undefined) return []
  return [
    `${path.display} is in ${convertedFrom}, which cannot write ${unwritable}: approving saves the whole file as UTF-8 instead, rejecting changes nothing.`,
  ]
}

function unsureEncoding(path: ResolvedPath, before: TextFile | undefined, after: string): readonly string[] {
  if (!before?.unsure) return []
  const old = new Set(before.text.split('\n'))
  const line = after.split('\n').find((each) => FOREIGN.test(each) && !old.has(each))
  if (line === undefined) return []
  return [
    `${path.display} seems to be in ${before.encoding}, but too little in it tells: its new characters beyond ASCII may come out as others.`,
  ]
}

/** "Convert a.txt from gb18030 to UTF-8: " where approving would do that. */
export const conversionOf = ({ path, convertedFrom }: PlannedWrite): string =>
  convertedFrom === undefined ? '' : `Convert ${path.display} from ${convertedFrom} to UTF-8: `

/** A write that took place. */
export interface Written {
  readonly hash: string
  /** What it was put onto. */
  readonly base: TextFile | undefined
  readonly text: string
  /** True when the file had changed since it was planned, in other lines. */
  readonly isRebased: boolean
}

export type WriteResult = { readonly ok: true; readonly written: Written } | { readonly ok: false; readonly response: ToolResponse }

/** Writes what was planned. If the file changed since in other lines, the edit is put onto what it is now. */
export async function carryOut(config: TaskConfig, write: PlannedWrite): Promise<WriteResult> {
  const { before, after } = write
  const result = await put(config, write, before, after)
  if (result.ok) return { ok: true, written: { hash: result.value.hash, base: before, text: after, isRebased: false } }
  if (result.error.code !== 'changed') return { ok: false, response: toolFailed(result.error.message) }
  return rebaseOnto(config, write, result.error.message)
}

const put = (
  config: TaskConfig,
  write: PlannedWrite,
  base: TextFile | undefined,
  text: string,
): Promise<PortResult<{ readonly hash: string }>> =>
  config.services.files.writeText(write.path, text, {
    expectedHash: base?.hash ?? null,
    bom: write.bom,
    encoding: write.encoding,
    ...(write.from ? { modeOf: write.from.path } : {}),
  })

async function rebaseOnto(config: TaskConfig, write: PlannedWrite, message: string): Promise<WriteResult> {
  const { path, before, after } = write
  const { files, edits } = config.services
  const given = async (): Promise<WriteResult> => ({ ok: false, response: await explainChange(config, { path, before }, message) })
  const now = await files.resolve(path.absolute)
  if (!before || now.real !== path.real || now.kind !== 'file') return given()
  const read = await files.readText(now, MAX_READ_AGAIN)
  if (!read.ok || !read.value.writable || read.value.encoding !== before.encoding) return given()
  const rebased = edits.rebase(before.text, after, read.value.text)
  if (rebased.kind === 'conflict') return { ok: false, response: explainConflict(config, { path, text: read.value.text }, rebased.spans) }
  const result = await put(config, write, read.value, rebased.text)
  if (!result.ok) return given()
  return { ok: true, written: { hash: result.value.hash, base: read.value, text: rebased.text, isRebased: true } }
}

/** A write with all that follows from it. */
export interface Finished extends Written {
  readonly added: number
  readonly removed: number
  readonly format: FormatRun
  /** What the formatter changed; empty when nothing. */
  readonly formatted: string
  /** Whether the model had seen what was there before: else the difference would be a way to read it. */
  readonly wasSeen: boolean
  /** Whether it knows the whole of what stands there now. */
  readonly isKnown: boolean
}

/** Of each diff that the model gets back. */
const MAX_RETURNED_DIFF = 6000

/** Formats what was written, and lets the task know of it. */
export async function finish(config: TaskConfig, write: PlannedWrite, written: Written): Promise<Finished> {
  const { files, edits, formatter } = config.services
  const { path } = write
  const format = await formatter.format(path, config.signal)
  const read = format.kind === 'none' ? undefined : await files.readText(path, MAX_READ_AGAIN)
  const { text, hash } = read?.ok ? read.value : written
  const { added, removed } = edits.diffTexts((write.from?.file ?? written.base)?.text ?? '', text, 0)
  const wasSeen = hasSeen(config.state, (write.from?.path ?? path).real)
  const isKnown = knowsWhole(config, write)
  if (isKnown) rememberWritten(config.state, path.real, { text, hash })
  else forgetFile(config.state, path.real)
  const formatted = edits.diffTexts(written.text, text, MAX_RETURNED_DIFF).diff
  return { ...written, text, hash, added, removed, format, formatted, wasSeen, isKnown }
}

/** Whether the model knows the whole of what it wrote: its own text, or a change of one that it has seen. Else an edit would be a way to read. */
function knowsWhole(config: TaskConfig, { path, before, from, places }: PlannedWrite): boolean {
  const changed = from?.path ?? (before && places.length > 0 ? path : undefined)
  return changed === undefined || hasSeen(config.state, changed.real)
}

/** Takes a write back, if the file is still as it was written. Gives what went wrong with that. */
export async function takeBack(config: TaskConfig, write: PlannedWrite, { hash, base }: Written): Promise<string | undefined> {
  const { files } = config.services
  const path = await files.resolve(write.path.absolute)
  const back = base
    ? await files.writeText(path, base.text, { expectedHash: hash, bom: base.hasBom, encoding: base.encoding })
    : await files.remove(path, hash)
  return back.ok ? undefined : back.error.message
}
