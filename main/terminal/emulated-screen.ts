import type { IBuffer, IBufferLine, IMarker, Terminal } from '@xterm/headless'

/** A screen as a person would see it, for output that moves the cursor. Nothing it would answer to a program is ever sent. */
export interface EmulatedScreen {
  feed(output: string): void
  /** Characters that wait to be drawn. */
  readonly waiting: number
  /** What stands on the screen now and may still change. */
  lines(): readonly string[]
  /** The last `count` lines down to the one on which the cursor stands. */
  untilCursor(count: number): readonly string[]
  /** Resolves when everything fed so far has been drawn. */
  settle(): Promise<void>
  dispose(): void
}

export interface ScreenSize {
  readonly cols: number
  readonly rows: number
}

/** No piece may hold more lines than are kept behind the screen: they are taken from there after each piece. */
const PIECE_LENGTH = 2048
const SCROLLBACK = PIECE_LENGTH + 64

/** `onSettled` gets lines that have left the screen for good, in order. */
export function createEmulatedScreen(size: ScreenSize, onSettled: (line: string) => void): EmulatedScreen {
  let waiting = 0
  let terminal: Terminal | undefined
  let taken: IMarker | undefined
  let isDisposed = false
  const pieces: string[] = []

  const start = async (): Promise<void> => {
    const { Terminal: HeadlessTerminal } = await import('@xterm/headless')
    if (isDisposed) return
    terminal = new HeadlessTerminal({ ...size, scrollback: SCROLLBACK, allowProposedApi: true, logLevel: 'off' })
    for (const piece of pieces.splice(0)) draw(terminal, piece)
  }
  const started = start()

  const draw = (screen: Terminal, piece: string): void =>
    screen.write(piece, () => {
      waiting -= piece.length
      if (!isDisposed) takeSettled(screen)
    })
  const takeSettled = (screen: Terminal): void => {
    const buffer = screen.buffer.normal
    const top = firstLineOfTop(buffer)
    const from = firstUntaken()
    if (screen.buffer.active.type !== 'normal' || top <= from) return
    for (const line of joinWrapped(buffer, from, top)) onSettled(line)
    taken?.dispose()
    taken = screen.registerMarker(top - (buffer.baseY + buffer.cursorY))
  }
  const firstUntaken = (): number => (taken && !taken.isDisposed ? taken.line : 0)

  return {
    feed: (output) => {
      waiting += output.length
      for (let from = 0; from < output.length; from += PIECE_LENGTH) {
        const piece = output.slice(from, from + PIECE_LENGTH)
        if (terminal) draw(terminal, piece)
        else pieces.push(piece)
      }
    },
    get waiting() {
      return waiting
    },
    lines: () => {
      if (!terminal) return []
      const { normal, active, alternate } = terminal.buffer
      const below = joinWrapped(normal, firstUntaken(), normal.length)
      return withoutBlankEnd(
        active.type === 'alternate' ? [...withoutBlankEnd(below), ...joinWrapped(alternate, 0, alternate.length)] : below,
      )
    },
    untilCursor: (count) => (terminal ? linesUntilCursor(terminal.buffer.active, count) : []),
    settle: async () => {
      await started
      const screen = terminal
      if (screen && !isDisposed) await new Promise<void>((settle) => screen.write('', settle))
    },
    dispose: () => {
      isDisposed = true
      terminal?.dispose()
    },
  }
}

/** The first line on the screen, or where the long line begins that it goes on. */
function firstLineOfTop(buffer: IBuffer): number {
  let top = buffer.baseY
  while (top > 0 && buffer.getLine(top)?.isWrapped) top -= 1
  return top
}

function linesUntilCursor(buffer: IBuffer, count: number): readonly string[] {
  const end = buffer.baseY + buffer.cursorY + 1
  return joinWrapped(buffer, Math.max(0, end - count), end)
}

/** Lines as they were printed, not as the width of the screen broke them. */
function joinWrapped(buffer: IBuffer, from: number, to: number): string[] {
  const lines: string[] = []
  for (let at = from; at < to; at += 1) {
    const line = buffer.getLine(at)
    if (!line) continue
    const isContinued = buffer.getLine(at + 1)?.isWrapped ?? false
    const text = textOf(line, !isContinued)
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text)
  }
  return lines
}

/** Text that is drawn invisibly is not what a person sees: it is named, not given. */
function textOf(line: IBufferLine, trimEnd: boolean): string {
  const text = line.translateToString(trimEnd)
  return hasHidden(line, text.length) ? visibleText(line, text.length) : text
}

function hasHidden(line: IBufferLine, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (line.getCell(at)?.isInvisible()) return true
  return false
}

function visibleText(line: IBufferLine, length: number): string {
  let text = ''
  let hidden = false
  for (let at = 0; at < length; at += 1) {
    const cell = line.getCell(at)
    const isHidden = Boolean(cell?.isInvisible())
    if (isHidden && !hidden) text += '[hidden text]'
    else if (!isHidden) text += cell?.getChars() || (cell?.getWidth() === 0 ? '' : ' ')
    hidden = isHidden
  }
  return text.trimEnd()
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && lines[end - 1]?.trim() === '') end -= 1
  return lines.slice(0, end)
}
