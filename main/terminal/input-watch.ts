import type { ReaderState } from './terminal-reader'
import type { TtyMode } from './tty-mode'

/** What a command waits for: a line or a key that is seen, or something that is typed unseen. */
export type AwaitedInput = 'line' | 'hidden'

export interface InputWatchParts {
  /** How the programs in the foreground stand to what is typed. */
  readonly reader: () => Promise<ReaderState>
  readonly mode: () => Promise<TtyMode | undefined>
  /** The last lines on the screen; the last of them is where the cursor stands, empty at the beginning of a line. */
  readonly lastLines: () => readonly string[]
  readonly onChange: (awaited: AwaitedInput | undefined) => void
}

export interface InputWatch {
  readonly awaited: AwaitedInput | undefined
  /** It printed something. */
  printed(): void
  /** Looks now, and again later on. */
  look(): Promise<void>
  stop(): void
}

/** After an output, before anything is looked at. */
const QUIET_MS = 150
/** Without an output, each look comes later than the one before. */
const FIRST_MS = 300
const MOST_MS = 2000
/** A program that may have other things to do waits for a person when nothing moved for so long. */
const SURE_MS = 600

/** Notices when a command waits for somebody to type. Looks only while nothing is printed. */
export function createInputWatch(parts: InputWatchParts): InputWatch {
  let awaited: AwaitedInput | undefined
  let printedAt = performance.now()
  let wait = FIRST_MS
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isLooking = false

  const tell = (next: AwaitedInput | undefined): void => {
    if (next === awaited || isStopped) return
    awaited = next
    parts.onChange(next)
  }
  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    if (isLooking || isStopped) return
    isLooking = true
    const before = printedAt
    const next = await awaitedInput(parts, performance.now() - before)
    isLooking = false
    // What was printed meanwhile may be the answer to what was awaited.
    if (before !== printedAt) return schedule(QUIET_MS)
    tell(next)
    schedule(wait)
    wait = Math.min(MOST_MS, wait * 2)
  }
  schedule(FIRST_MS)
  return {
    get awaited() {
      return awaited
    },
    printed: () => {
      const now = performance.now()
      // A flood sets no timer for each of its pieces.
      if (now - printedAt > QUIET_MS / 2 || wait !== FIRST_MS) schedule(QUIET_MS)
      printedAt = now
      wait = FIRST_MS
    },
    look,
    stop: () => {
      tell(undefined)
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function awaitedInput(parts: InputWatchParts, quietMs: number): Promise<AwaitedInput | undefined> {
  if (quietMs < QUIET_MS) return undefined
  const state = await parts.reader()
  if (state === 'busy') return undefined
  const lines = parts.lastLines()
  if (state !== 'reads' && (quietMs < SURE_MS || !looksLikePrompt(lines))) return undefined
  return isHidden(await parts.mode(), lines) ? 'hidden' : 'line'
}

/** Who draws what is typed by itself has told the terminal not to: only its words tell whether it draws it. */
export function isHidden(mode: TtyMode | undefined, lines: readonly string[]): boolean {
  if (mode?.echo) return false
  return mode?.lines === true || asksForSecret(lines)
}

/** "Name: ", "Go on? [Y/n] ", "> ", "package name: (exp) ", and menus that mark a line. */
const PROMPT = /(?:[?:>$#%»❯›]|\([^()]*\)|\[[^[\]]*\])\s*$/
const MENU = /^\s*(?:\?\s+\S|[❯›>]\s+\S)/

function looksLikePrompt(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? ''
  return (last.trim() !== '' && PROMPT.test(last)) || lines.some((line) => MENU.test(line))
}

const asksForSecret = (lines: readonly string[]): boolean =>
  /pass(?:word|phrase|code)|secret|token|\bpin\b|api key|one-time code/i.test(lines.findLast((line) => line.trim() !== '') ?? '')
