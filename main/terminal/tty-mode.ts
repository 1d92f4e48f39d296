import { spawn } from 'node:child_process'

/** How a terminal treats what is typed. */
export interface TtyMode {
  /** It shows what is typed. */
  readonly echo: boolean
  /** It hands on whole lines: a program that takes single keys draws them itself. */
  readonly lines: boolean
}

const MOST_MS = 1000

/** Reads the mode of the terminal whose file is `fd`. Undefined where that cannot be known. */
export function readTtyMode(fd: number): Promise<TtyMode | undefined> {
  return new Promise((settle) => {
    const stty = spawn('stty', ['-a'], { stdio: [fd, 'pipe', 'ignore'], timeout: MOST_MS, env: { PATH: STTY_PATH } })
    let text = ''
    stty.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    // A system without stty, or a terminal that is gone.
    stty.on('error', () => settle(undefined))
    stty.on('close', (code) => settle(code === 0 ? parseStty(text) : undefined))
  })
}
const STTY_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin'

/** From what `stty -a` prints: a flag that is off has a dash before it. */
export function parseStty(text: string): TtyMode | undefined {
  const words = new Set(text.split(/[\s;]+/))
  if (!words.has('echo') && !words.has('-echo')) return undefined
  return { echo: words.has('echo'), lines: words.has('icanon') }
}
