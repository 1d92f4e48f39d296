import { quote } from './search-replace-blocks'

/** One passage of an update: lines that stay, go or come, in order. */
export interface PatchHunk {
  /** 1-based, within its file. */
  readonly number: number
  /** Lines of the file that stand somewhere before it, the outer ones first. */
  readonly headers: readonly string[]
  readonly lines: readonly PatchLine[]
  /** True when it ends where the file ends. */
  readonly endsFile: boolean
}

export interface PatchLine {
  readonly kind: 'keep' | 'add' | 'remove'
  readonly text: string
}

export type PatchAction =
  | { readonly kind: 'add'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly hunks: readonly PatchHunk[] }

export type ParsedPatch =
  | { readonly ok: true; readonly actions: readonly PatchAction[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const BEGIN = /^\*\*\* Begin Patch\s*$/
const END = /^\*\*\* End Patch\s*$/
const ACTION = /^\*\*\* (Add|Update|Delete) File: *(.*?)\s*$/
const MOVE = /^\*\*\* Move to: *(.*?)\s*$/
const END_OF_FILE = /^\*\*\* End of File\s*$/
const HEADER = /^@@(?: (.*?))?\s*$/
/** What a unified diff has in its place: line numbers that tell nothing here, and perhaps a line. */
const NUMBERS = /^-\d+(?:,\d+)? \+\d+(?:,\d+)?(?: @@ ?(.*))?$/
/** What models put around a patch. */
const WRAPPING = /^(?:```.*|%%bash.*|apply_patch\b.*|EOF|\s*)$/
const MAX_PROBLEMS = 10

/** Reads a patch: files that are added, deleted, or updated hunk by hunk and perhaps moved. */
export function parsePatch(input: string): ParsedPatch {
  const lines = input.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const begin = lines.findIndex((line) => BEGIN.test(line))
  const end = lines.findLastIndex((line) => END.test(line))
  if (begin < 0 !== end < 0) return { ok: false, problems: [begin < 0 ? NO_BEGIN : NO_END] }
  const body = begin < 0 ? lines.slice(0, lines.findLastIndex((line) => !WRAPPING.test(line)) + 1) : lines.slice(begin + 1, end)
  const reader = new PatchReader(body)
  return reader.read()
}

const NO_BEGIN = 'It has a *** End Patch line, but no *** Begin Patch line before it.'
const NO_END = 'It has no *** End Patch line, so it seems to be cut off. Send it again, perhaps in smaller patches.'

class PatchReader {
  private readonly lines: readonly string[]
  private readonly actions: PatchAction[] = []
  private readonly problems: string[] = []
  private readonly paths = new Set<string>()
  private at = 0

  constructor(lines: readonly string[]) {
    this.lines = lines
  }

  read(): ParsedPatch {
    while (this.at < this.lines.length) this.readAction()
    if (this.actions.length === 0 && this.problems.length === 0)
      this.problems.push('There is no *** Add, *** Update or *** Delete File line in it.')
    if (this.problems.length > 0) return { ok: false, problems: this.problems.slice(0, MAX_PROBLEMS) }
    return { ok: true, actions: this.actions }
  }

  private readAction(): void {
    const line = this.take()
    const action = ACTION.exec(line)
    if (!action) {
      if (!WRAPPING.test(line)) this.problems.push(`A line belongs to no file: ${quote(line)}`)
      return
    }
    const [, kind, path = ''] = action
    this.claim(path)
    if (kind === 'Delete') this.actions.push({ kind: 'delete', path })
    else if (kind === 'Add') this.actions.push({ kind: 'add', path, text: this.readAdded(path) })
    else this.readUpdate(path)
  }

  private claim(path: string): void {
    if (path === '') this.problems.push('A file has no name.')
    if (this.paths.has(path)) this.problems.push(`${path} is named twice: put all that is done to it into one.`)
    this.paths.add(path)
  }

  private readAdded(path: string): string {
    const lines = this.takeUntil((line) => ACTION.test(line))
    while (WRAPPING.test(lines.at(-1) ?? 'x')) lines.pop()
    for (const line of lines)
      if (!line.startsWith('+')) this.problems.push(`A line of the new file ${path} does not begin with +: ${quote(line)}`)
    return lines.map((line) => `${line.slice(1)}\n`).join('')
  }

  private readUpdate(path: string): void {
    const move = MOVE.exec(this.lines[this.at] ?? '')
    if (move) {
      this.at += 1
      this.claim(move[1] ?? '')
    }
    const body = this.takeUntil((line) => ACTION.test(line))
    const stray = body.find((line) => line.startsWith('***') && !END_OF_FILE.test(line))
    if (stray !== undefined) this.problems.push(`A line of ${path} is no part of a patch: ${quote(stray)}`)
    const hunks = splitHunks(body)
    const isChange = hunks.some((hunk) => hunk.lines.some((line) => line.kind !== 'keep'))
    if (!isChange && !move) this.problems.push(`The update of ${path} has no line that begins with + or -.`)
    this.actions.push({ kind: 'update', path, ...(move ? { moveTo: move[1] ?? '' } : {}), hunks: isChange ? hunks : [] })
  }

  private take(): string {
    const line = this.lines[this.at] ?? ''
    this.at += 1
    return line
  }

  private takeUntil(isEnd: (line: string) => boolean): string[] {
    const from = this.at
    while (this.at < this.lines.length && !isEnd(this.lines[this.at] ?? '')) this.at += 1
    return this.lines.slice(from, this.at)
  }
}

function splitHunks(body: readonly string[]): readonly PatchHunk[] {
  const hunks: { headers: string[]; lines: PatchLine[]; endsFile: boolean }[] = []
  for (const line of body) {
    const header = HEADER.exec(line)
    let hunk = hunks.at(-1)
    if (!hunk || hunk.endsFile || (header && hunk.lines.length > 0)) hunks.push((hunk = { headers: [], lines: [], endsFile: false }))
    if (header) hunk.headers.push(...headerOf(header[1]))
    else if (END_OF_FILE.test(line)) hunk.endsFile = true
    else hunk.lines.push(lineOf(line))
  }
  return hunks
    .filter((hunk) => hunk.lines.some((line) => line.text.trim() !== '' || line.kind !== 'keep'))
    .map((hunk, at) => ({ number: at + 1, ...hunk }))
}

function headerOf(text: string | undefined): readonly string[] {
  const header = text === undefined ? '' : (NUMBERS.exec(text)?.[1] ?? (NUMBERS.test(text) ? '' : text))
  const plain = header.replace(/ ?@@$/, '')
  return plain.trim() === '' ? [] : [plain]
}

const KINDS: Readonly<Record<string, PatchLine['kind']>> = { '+': 'add', '-': 'remove', ' ': 'keep' }

/** A line without a sign stands for itself. */
function lineOf(line: string): PatchLine {
  const kind = KINDS[line.charAt(0)]
  return kind ? { kind, text: line.slice(1) } : { kind: 'keep', text: line }
}
