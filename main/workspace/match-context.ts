import { openFile } from './open-file'
import type { FoundLine } from './ripgrep-output'

export interface FoundMatch {
  /** Relative to the searched folder, with `/`. */
  readonly file: string
  readonly line: number
  /** One line, or several when the expression spans them. */
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Read on each side of a match: a longer line is shown in part. */
const REACH_BYTES = 1024
const MAX_SHOWN = 500
const NEWLINE = 10
const LENGTH_OF_MARK = 3

/**
 * Gives matches the line before and the line after them, each line once. Asking ripgrep for them costs 8 % of the whole search; reading them
 * costs nothing that can be measured. `found` is in order, `realOf` names the real path of a file. A file that has changed, or is not UTF-8 by its
 * bytes, has its matches without their neighbours; of one that a link leads to by now, nothing is given.
 */
export async function withContext(found: readonly FoundLine[], realOf: (file: string) => string): Promise<readonly FoundMatch[]> {
  const byFile = Map.groupBy(found, ({ file }) => file)
  const files = await Promise.all([...byFile].map(([file, lines]) => matchesOf(lines, realOf(file))))
  return files.flat()
}

async function matchesOf(lines: readonly FoundLine[], real: string): Promise<readonly FoundMatch[]> {
  const neighbours = await readNeighbours(lines, real)
  if (neighbours === 'elsewhere') return []
  let shownTo = 0
  return lines.map(({ file, line, text }, at) => {
    const { before, after } = neighbours[at] ?? {}
    const last = line + text.split('\n').length - 1
    const isNext = lines[at + 1]?.line === last + 1
    const match = {
      file,
      line,
      text,
      before: before === undefined || line - 1 <= shownTo ? [] : [before],
      after: after === undefined || isNext ? [] : [after],
    }
    shownTo = last + match.after.length
    return match
  })
}

interface Neighbours {
  readonly before?: string
  readonly after?: string
}

type Handle = { read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }> }

async function readNeighbours(lines: readonly FoundLine[], real: string): Promise<readonly Neighbours[] | 'elsewhere'> {
  const opened = await openFile({ given: real, absolute: real, real, display: real, inside: false, kind: 'file', size: 0 })
  if (!opened.ok) return opened.error.code === 'changed' ? 'elsewhere' : []
  const { handle } = opened.value
  try {
    const found: Neighbours[] = []
    for (const line of lines) found.push(await neighboursOf(line, handle))
    return found
  } finally {
    await handle.close()
  }
}

async function neighboursOf({ start, bytes }: FoundLine, handle: Handle): Promise<Neighbours> {
  if (bytes.length === 0) return {}
  const from = Math.max(0, start - REACH_BYTES)
  const piece = Buffer.alloc(start - from + bytes.length + REACH_BYTES + LENGTH_OF_MARK)
  const { bytesRead } = await handle.read(piece, 0, piece.length, from)
  const read = piece.subarray(0, bytesRead)
  // What ripgrep counts begins behind a byte order mark.
  const at = [start - from, start - from + LENGTH_OF_MARK].find((each) => read.subarray(each, each + bytes.length).equals(bytes))
  return at === undefined ? {} : { ...lineBefore(read.subarray(0, at), from === 0), ...lineAfter(read.subarray(at + bytes.length)) }
}

function lineBefore(bytes: Buffer, isWhole: boolean): Neighbours {
  if (bytes.at(-1) !== NEWLINE) return {}
  const begin = bytes.lastIndexOf(NEWLINE, bytes.length - 2) + 1
  const text = shown(bytes.subarray(begin, -1)).replace(/^\ufeff/, '')
  return { before: begin === 0 && !isWhole ? `… ${text}` : text }
}

function lineAfter(bytes: Buffer): Neighbours {
  if (bytes.length === 0) return {}
  const end = bytes.indexOf(NEWLINE)
  if (end !== -1) return { after: shown(bytes.subarray(0, end)) }
  const text = shown(bytes)
  return { after: bytes.length < REACH_BYTES || text.endsWith(' …') ? text : `${text} …` }
}

function shown(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/\r$/, '')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text
}
