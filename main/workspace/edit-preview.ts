import { locate, tierOf } from './edits'
import { indexLines } from './line-index'
import { copyLines, replaceRegion } from './replace-region'
import { END, readingsOf, START } from './search-replace-blocks'
import { diffPassage } from './text-diff'
import { splitLines, usualEnd } from './text-lines'

/** What SEARCH/REPLACE blocks that still stream would change so far. For display only. */
export interface EditPreview {
  /** Takes the text that arrived since. Costs what that is long, however much came before. */
  feed(piece: string): void
  /** Unified hunks of the blocks that are whole, in their order; it only grows. Cut behind a line, at most `MAX_DIFF` characters; the counts are not. */
  readonly diff: string
  readonly added: number
  readonly removed: number
}

const MAX_DIFF = 16 * 1024

/** A block is looked up once, when it closes, in an index of the file that is made once. */
export function createEditPreview(original: string): EditPreview {
  const lines = splitLines(original)
  const index = indexLines(lines.texts)
  const end = usualEnd(lines.ends)
  let number = 0
  let body: string[] | undefined
  let rest = ''
  let diff = ''
  let isFull = false
  let added = 0
  let removed = 0

  const close = (block: readonly string[]): void => {
    const located = locate({ number, readings: readingsOf(block) }, index)
    if (located.kind !== 'found') return
    const { start, reading } = located
    const to = start + reading.search.length
    const after = replaceRegion({ lines, from: start, to, ...reading, match: tierOf(located), usualEnd: end })
    const passage = diffPassage(copyLines(lines, start, to), after, { old: start, now: start + added - removed })
    added += passage.added
    removed += passage.removed
    if (passage.diff === '' || isFull) return
    const grown = diff === '' ? passage.diff : `${diff}\n${passage.diff}`
    isFull = grown.length > MAX_DIFF
    diff = isFull ? grown.slice(0, Math.max(grown.lastIndexOf('\n', MAX_DIFF), 0)) : grown
  }
  const read = (line: string): void => {
    if (START.test(line)) {
      number += 1
      body = []
    } else if (body && END.test(line)) {
      close(body)
      body = undefined
    } else body?.push(line)
  }
  return {
    feed: (piece) => {
      let from = 0
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
        const line = rest + piece.slice(from, at)
        rest = ''
        read(line.endsWith('\r') ? line.slice(0, -1) : line)
        from = at + 1
      }
      rest += piece.slice(from)
    },
    get diff() {
      return diff
    },
    get added() {
      return added
    },
    get removed() {
      return removed
    },
  }
}
