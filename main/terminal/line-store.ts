/** Lines of output, of which the first and the last are kept: memory is bounded whatever comes. */
export interface LineStore {
  add(line: string): void
  readonly count: number
  /** The kept lines with those of `after` behind them, as the model gets them. `log` names the file that holds all of it. */
  render(lineLimit: number, after: readonly string[], log: () => string | undefined): string
}

const HEAD_LINES = 1000
const HEAD_LENGTH = 256 * 1024
const TAIL_LINES = 2000
const TAIL_LENGTH = 768 * 1024
/** What is longer is not text that anyone reads. */
export const MAX_LINE_LENGTH = 2000
/** Of the whole text that is given to the model. */
const MAX_RENDERED = 64 * 1024

export function createLineStore(): LineStore {
  const head: string[] = []
  let headLength = 0
  let tail: string[] = []
  let tailLength = 0
  let dropped = 0
  let next = 0

  const dropOldest = (): void => {
    tailLength -= tail[next]?.length ?? 0
    next += 1
    dropped += 1
    // Cut off now and then, not for every line.
    if (next > TAIL_LINES) {
      tail = tail.slice(next)
      next = 0
    }
  }
  return {
    add: (line) => {
      if (tail.length === 0 && head.length < HEAD_LINES && headLength + line.length <= HEAD_LENGTH) {
        head.push(line)
        headLength += line.length
        return
      }
      tail.push(line)
      tailLength += line.length
      while (tail.length - next > TAIL_LINES || (tailLength > TAIL_LENGTH && tail.length - next > 1)) dropOldest()
    },
    get count() {
      return head.length + dropped + tail.length - next
    },
    render: (lineLimit, after, log) => render({ head, tail: [...tail.slice(next), ...after], dropped }, lineLimit, log),
  }
}

interface Kept {
  readonly head: readonly string[]
  readonly tail: readonly string[]
  readonly dropped: number
}

function render({ head, tail, dropped }: Kept, lineLimit: number, log: () => string | undefined): string {
  const first = [...head, ...(dropped === 0 ? tail : [])]
  const last = dropped === 0 ? first : tail
  const total = head.length + dropped + tail.length
  if (total <= lineLimit && lengthOf(first) <= MAX_RENDERED) return first.join('\n')
  const begin = takeWhileFits(first, Math.floor(lineLimit / 2))
  const end = takeWhileFits([...last].reverse(), lineLimit - begin.length, total - begin.length).reverse()
  const left = total - begin.length - end.length
  const file = log()
  const where = file === undefined ? '' : `; all of it is in ${file}`
  return [...begin, `… [${left} lines left out${where}] …`, ...end].join('\n')
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0)

function takeWhileFits(lines: readonly string[], most: number, available = lines.length): string[] {
  let length = 0
  const fits: string[] = []
  for (const line of lines) {
    length += line.length + 1
    if (fits.length >= Math.min(most, available) || (length > MAX_RENDERED / 2 && fits.length > 0)) break
    fits.push(line)
  }
  return fits
}

/** A line as it is kept. `length` is that of the whole line. */
export function shortenLine(line: string, length = line.length): string {
  return length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH)}… [${length - MAX_LINE_LENGTH} more characters]`
}
