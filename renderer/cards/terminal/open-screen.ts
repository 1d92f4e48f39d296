import type { Terminal as TerminalClass } from '@xterm/xterm'
import type { CallOutput } from '../../../shared/ipc'
import { letRowsKeepStyles, nonceOf, withNoncedStyles } from './allowed-styles'
import type { Screen } from './screen-shape'

export interface DrawnScreen {
  write(data: string): void
  /** Calls back after what was written has been taken in. */
  onChange(listener: () => void): void
  screen(): Screen
  /** The height of one row in px. */
  rowHeight(): number
  dispose(): void
}

const SCROLLBACK_ROWS = 2_000

/** Draws a terminal's screen in `box`, for reading only. The emulator is loaded when the first command runs. */
export async function openScreen(
  box: HTMLElement,
  shown: CallOutput<'terminal.open'>,
  onLink: (address: string) => void,
): Promise<DrawnScreen> {
  const [{ Terminal }] = await Promise.all([import('@xterm/xterm'), import('@xterm/xterm/css/xterm.css')])
  const style = getComputedStyle(box)
  const terminal = new Terminal({
    cols: shown.cols,
    rows: shown.rows,
    disableStdin: true,
    scrollback: SCROLLBACK_ROWS,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    lineHeight: 1.2,
    theme: themeFrom(style),
    minimumContrastRatio: 4.5,
    cursorInactiveStyle: 'none',
    // Without a handler of ours the emulator would open what a command prints.
    linkHandler: { activate: (_event, address) => onLink(address) },
  })
  withNoncedStyles(document, nonceOf(document), () => terminal.open(box))
  letRowsKeepStyles(terminal, document)
  // It takes no input, so the keyboard has no business in it.
  if (terminal.textarea) terminal.textarea.disabled = true
  terminal.write(shown.data)
  return drawn(terminal, box)
}

function drawn(terminal: TerminalClass, box: HTMLElement): DrawnScreen {
  const rowText = (row: number) => {
    const { active } = terminal.buffer
    return active.getLine(active.baseY + row)?.translateToString(true) ?? ''
  }
  return {
    write: (data) => terminal.write(data),
    onChange: (listener) => void terminal.onWriteParsed(listener),
    screen: () => ({ rows: terminal.rows, rowText, cursorRow: terminal.buffer.active.cursorY }),
    rowHeight: () => (box.querySelector('.xterm-screen')?.clientHeight ?? 0) / terminal.rows,
    dispose: () => terminal.dispose(),
  }
}

/** The emulator paints by itself, so it is told the colours that the page would give. */
function themeFrom(style: CSSStyleDeclaration) {
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const pick = (light: string, dark: string) => (prefersDark() ? dark : light)
  return {
    background: style.backgroundColor,
    foreground: style.color,
    cursor: style.backgroundColor,
    ...ansiColours(pick),
    selectionBackground: colour('--color-selected') || pick('#bcd3fb', '#2f4b7e'),
  }
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

function ansiColours(pick: (light: string, dark: string) => string) {
  return {
    black: pick('#1b1d20', '#6b7079'),
    red: pick('#b3231b', '#ff8f85'),
    green: pick('#1a7136', '#67cf84'),
    yellow: pick('#7a5200', '#e3c26b'),
    blue: pick('#1d55c0', '#83adff'),
    magenta: pick('#8a2f8f', '#d99be0'),
    cyan: pick('#0c6a75', '#6fcad6'),
    white: pick('#575b63', '#e7e8ea'),
    brightBlack: pick('#666a72', '#949aa3'),
    brightRed: pick('#b3231b', '#ff8f85'),
    brightGreen: pick('#1a7136', '#67cf84'),
    brightYellow: pick('#7a5200', '#e3c26b'),
    brightBlue: pick('#1d55c0', '#83adff'),
    brightMagenta: pick('#8a2f8f', '#d99be0'),
    brightCyan: pick('#0c6a75', '#6fcad6'),
    brightWhite: pick('#1b1d20', '#ffffff'),
  }
}
