import { createWriteStream, mkdirSync, type WriteStream, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** All text of a command, for whoever wants to look at what was left out. A file is made only once there is much of it. */
export interface OutputLog {
  write(text: string): void
  /** The file that holds everything so far, made now if need be; undefined when it cannot be written. */
  file(): string | undefined
  /** Characters that wait to be written. */
  readonly waiting: number
  flush(): Promise<void>
  /** Nothing more is written. What is still in memory can be put into a file later on. */
  close(): void
}

/** Up to here the text is kept in memory. */
const KEPT_LENGTH = 64 * 1024
const MAX_LENGTH = 1024 * 1024 * 1024
const OWNER_ONLY = 0o600

export function createOutputLog(path: string): OutputLog {
  let kept = ''
  let stream: WriteStream | undefined
  let length = 0
  let isMade = false
  let broken = false

  const append = (text: string): void => {
    if (!stream) {
      stream = createWriteStream(path, { flags: 'a', mode: OWNER_ONLY })
      // A full disk must not stop the command: its log ends here, and is then not pointed to.
      stream.on('error', () => {
        broken = true
      })
    }
    stream.write(text)
  }
  const makeFile = (): void => {
    if (isMade) return
    isMade = true
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(path, kept, { mode: OWNER_ONLY })
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      broken = true
    }
    kept = ''
  }
  return {
    write: (text) => {
      if (length > MAX_LENGTH || broken) return
      length += text.length
      if (!isMade && length <= KEPT_LENGTH) {
        kept += text
        return
      }
      makeFile()
      append(length > MAX_LENGTH ? `\n[This log ends here: it has reached ${MAX_LENGTH / 1024 / 1024} MB.]\n` : text)
    },
    file: () => {
      if (length === 0) return undefined
      makeFile()
      return broken ? undefined : path
    },
    get waiting() {
      return broken ? 0 : (stream?.writableLength ?? 0)
    },
    flush: async () => {
      const open = stream
      if (!open || broken || open.destroyed) return
      if (open.writableEnded) await new Promise<void>((settle) => open.once('close', settle))
      else await new Promise<void>((settle) => open.write('', () => settle()))
    },
    close: () => stream?.end(),
  }
}
