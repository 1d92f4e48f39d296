/** One way to read a block: a text to find and the one to put in its place, as lines. */
export interface Reading {
  readonly search: readonly string[]
  readonly replace: readonly string[]
}

/** A block has several readings when lines of `=` stand in the text itself. */
export interface EditBlock {
  /** 1-based. */
  readonly number: number
  readonly readings: readonly Reading[]
}

export type ParsedBlocks =
  | { readonly ok: true; readonly blocks: readonly EditBlock[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const START = /^(?:-{3,}|<{3,}) SEARCH>?\s*$/
const SEPARATOR = /^={3,}\s*$/
const END = /^(?:\+{3,}|>{3,}) REPLACE>?\s*$/
/** Around or between blocks these mean nothing. */
const IGNORED = /^\s*(?:```.*)?$/

/** Reads SEARCH/REPLACE blocks. A marker counts only where one may stand; the last end marker may be missing. */
export function parseBlocks(diff: string): ParsedBlocks {
  const reader = createReader()
  const lines = diff.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  if (lines.at(-1) === '') lines.pop()
  for (const line of lines) reader.read(line)
  return reader.finish()
}

interface Reader {
  read(line: string): void
  finish(): ParsedBlocks
}

function createReader(): Reader {
  const blocks: EditBlock[] = []
  const problems: string[] = []
  let body: string[] | undefined
  let number = 0

  const close = (isWhole: boolean): void => {
    if (!body) return
    const readings = readingsOf(body)
    if (readings.length > 0) blocks.push({ number, readings })
    else
      problems.push(`Block ${number} has no ======= line${isWhole ? ' before its REPLACE marker' : ': it ends in the middle of SEARCH'}.`)
    body = undefined
  }
  const readOutside = (line: string): void => {
    if (START.test(line)) {
      number += 1
      body = []
    } else if (!IGNORED.test(line))
      problems.push(`A line stands outside any block${number > 0 ? `, after block ${number}` : ''}: ${quote(line)}`)
  }
  const readInside = (line: string, lines: string[]): void => {
    if (START.test(line)) problems.push(`Block ${number} has a second SEARCH marker before its REPLACE marker.`)
    if (END.test(line)) close(true)
    else lines.push(line)
  }
  return {
    read: (line) => (body ? readInside(line, body) : readOutside(line)),
    finish: () => {
      close(false)
      if (number === 0) return { ok: false, problems: ['There is no SEARCH block in it.'] }
      return problems.length > 0 ? { ok: false, problems: problems.slice(0, MAX_PROBLEMS) } : { ok: true, blocks }
    },
  }
}

const MAX_PROBLEMS = 10

function readingsOf(body: readonly string[]): readonly Reading[] {
  return body.flatMap((line, at) => (SEPARATOR.test(line) ? [{ search: body.slice(0, at), replace: body.slice(at + 1) }] : []))
}

const MAX_QUOTED = 160

/** A piece of text on one line, with its invisible characters made visible. */
export const quote = (text: string): string => JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
