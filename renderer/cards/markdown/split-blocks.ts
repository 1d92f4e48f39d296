/** A piece of a message that is parsed and drawn by itself. */
export type TextBlock =
  | { readonly kind: 'prose'; readonly text: string }
  /** Long code comes in several pieces: `isStart` and `isEnd` say where the fences stood. */
  | { readonly kind: 'code'; readonly language: string; readonly code: string; readonly isStart: boolean; readonly isEnd: boolean }

export interface SplitText {
  /** Blocks that no later text can change. */
  readonly settled: readonly TextBlock[]
  /** The block that is still being written, if there is one. */
  readonly open: TextBlock | undefined
  /** How many characters the settled blocks cover, and in which fence the rest begins. */
  readonly settledUntil: number
  readonly fence: Fence | undefined
}

interface Fence {
  readonly mark: string
  readonly indent: number
  readonly language: string
  /** True once a piece of its code has been settled. */
  readonly isContinued: boolean
}

export const MAX_CODE_LINES = 400
/** No single parse is longer than this, whatever a model writes. */
export const MAX_PROSE_CHARACTERS = 12_000

const nothing: SplitText = { settled: [], open: undefined, settledUntil: 0, fence: undefined }

/**
 * Splits a message into blocks. With the split of an earlier part of the same message only what came since the last settled
 * block is looked at, so that a streamed piece costs the same however long the message has grown.
 */
export function splitBlocks(text: string, before?: SplitText): SplitText {
  const start = before && before.settledUntil <= text.length ? before : nothing
  const found: TextBlock[] = []
  let at = start.settledUntil
  let fence = start.fence
  let open: TextBlock | undefined
  // A fence that was just opened is drawn before its first line is there.
  while (at < text.length || (fence && !open)) {
    const piece: Piece = fence ? codePiece(text, at, fence) : prosePiece(text, at)
    if (!piece.isSettled) {
      open = piece.block
      break
    }
    if (piece.block) found.push(piece.block)
    at = piece.end
    fence = piece.fence
  }
  const settled = found.length > 0 ? [...start.settled, ...found] : start.settled
  return { settled, open, settledUntil: at, fence }
}

interface Piece {
  readonly block: TextBlock | undefined
  readonly end: number
  /** The fence that what follows stands in. */
  readonly fence: Fence | undefined
  readonly isSettled: boolean
}

function codePiece(text: string, from: number, fence: Fence): Piece {
  const lines: string[] = []
  const { language } = fence
  const block = (isEnd: boolean): TextBlock => ({ kind: 'code', language, code: lines.join('\n'), isStart: !fence.isContinued, isEnd })
  let at = from
  while (at < text.length) {
    const { text: line, next, isWhole } = lineAt(text, at)
    if (isWhole && closes(line, fence.mark)) return { block: block(true), end: next, fence: undefined, isSettled: true }
    lines.push(withoutIndent(line, fence.indent))
    at = next
    if (isWhole && lines.length >= MAX_CODE_LINES) {
      return { block: block(false), end: next, fence: { ...fence, isContinued: true }, isSettled: true }
    }
  }
  if (mayClose(lines.at(-1) ?? '', fence.mark)) lines.pop()
  return { block: block(true), end: at, fence, isSettled: false }
}

function prosePiece(text: string, from: number): Piece {
  let prose = emptyProse
  let at = from
  while (at < text.length) {
    const line = lineAt(text, at)
    const step = readProse(prose, line, at - from)
    if (step === 'ends') return settledProse(text, from, at, undefined)
    if ('fence' in step) {
      // An opening fence counts only once its line is whole: its language may still be on the way.
      return line.isWhole ? settledProse(text, from, at, { fence: step.fence, next: line.next }) : openProse(text, from, at)
    }
    prose = step
    at = line.next
  }
  return openProse(text, from, text.length)
}

function settledProse(text: string, from: number, end: number, opened: { fence: Fence; next: number } | undefined): Piece {
  const prose = text.slice(from, end)
  return {
    block: prose.trim() ? { kind: 'prose', text: prose } : undefined,
    end: opened ? opened.next : end,
    fence: opened?.fence,
    isSettled: true,
  }
}

function openProse(text: string, from: number, end: number): Piece {
  const prose = text.slice(from, end)
  return { block: prose.trim() ? { kind: 'prose', text: prose } : undefined, end, fence: undefined, isSettled: false }
}

interface Prose {
  readonly isEmpty: boolean
  readonly isList: boolean
  readonly isAfterBlank: boolean
  /** The mark of a fence inside of a list. */
  readonly innerFence: string | undefined
}

const emptyProse: Prose = { isEmpty: true, isList: false, isAfterBlank: false, innerFence: undefined }

/** What one more line makes of the prose: it ends before it, at a blank line that is not inside of a list, or at a fence. */
function readProse(prose: Prose, line: Line, length: number): Prose | 'ends' | { readonly fence: Fence } {
  if (prose.innerFence !== undefined) return insideFence(prose, prose.innerFence, line.text, length)
  if (line.text.trim() === '') return { ...prose, isAfterBlank: !prose.isEmpty }
  if (!prose.isEmpty && (length > MAX_PROSE_CHARACTERS || (prose.isAfterBlank && !continuesList(prose, line)))) return 'ends'
  const fence = fenceOf(line.text)
  if (fence && !(prose.isList && fence.indent > 0)) return { fence }
  return { isEmpty: false, isAfterBlank: false, isList: prose.isList || LIST_ITEM.test(line.text), innerFence: fence?.mark }
}

function insideFence(prose: Prose, mark: string, line: string, length: number): Prose | 'ends' {
  if (length > MAX_PROSE_CHARACTERS) return 'ends'
  return closes(line, mark) ? { ...prose, innerFence: undefined } : prose
}

function continuesList(prose: Prose, { text, isWhole }: Line): boolean {
  return prose.isList && (/^[ \t]/.test(text) || LIST_ITEM.test(text) || (!isWhole && HALF_ITEM.test(text)))
}

/** A line that has not arrived whole may still become an item. */
const HALF_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)$/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const FENCE = /^( {0,12})(`{3,}|~{3,})[ \t]*([^\n]*)$/

function fenceOf(line: string): Fence | undefined {
  const match = FENCE.exec(line)
  const [, indent = '', mark = '', info = ''] = match ?? []
  if (!match || (mark.startsWith('`') && info.includes('`'))) return undefined
  return {
    mark,
    indent: indent.length,
    language:
      info
        .trim()
        .split(/[\s{:,]/)[0]
        ?.toLowerCase() ?? '',
    isContinued: false,
  }
}

function closes(line: string, mark: string): boolean {
  const trimmed = line.trim()
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? '').repeat(trimmed.length)
}

/** The last line of what has arrived may be a closing fence that is not all there yet. */
function mayClose(line: string, mark: string): boolean {
  const trimmed = line.trim()
  return trimmed !== '' && (mark.startsWith(trimmed) || closes(line, mark))
}

const withoutIndent = (line: string, indent: number): string => line.slice(Math.min(indent, line.length - line.trimStart().length))

interface Line {
  readonly text: string
  readonly next: number
  readonly isWhole: boolean
}

function lineAt(text: string, at: number): Line {
  const end = text.indexOf('\n', at)
  if (end === -1) return { text: text.slice(at), next: text.length, isWhole: false }
  return { text: text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end), next: end + 1, isWhole: true }
}
