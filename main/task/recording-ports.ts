import { setImmediate as immediate } from 'node:timers/promises'
import type { FilesPort, FormatterPort, KeepBytes, ResolvedPath, RunningCommand, TerminalPort } from '../tools/task-config'

/** A write or a deletion that a tool is about to make. */
export interface NotedWrite {
  readonly keep: KeepBytes
  /** It was made. */
  done(): Promise<void>
}

/** Where a task notes what it changes. Structurally what main/changes offers. */
export interface ChangeRecorder {
  writeBegins(file: { readonly path: string; readonly real: string }): Promise<NotedWrite>
  /** Another program went over what a tool has just written. */
  wroteAgain(file: { readonly path: string; readonly real: string }): Promise<void>
  /** `goesOn` is called when it has exited and left something running, `ended` once nothing of it is left. */
  commandBegins(): Promise<{ goesOn(): void; ended(): void }>
}

/** Files as before, with the way back kept for every write: no tool can forget it. */
export function recordingFiles(files: FilesPort, changes: ChangeRecorder): FilesPort {
  const around = async <Value extends { readonly ok: boolean }>(
    path: ResolvedPath,
    write: (keep: KeepBytes) => Promise<Value>,
  ): Promise<Value> => {
    const noted = await changes.writeBegins({ path: path.display, real: path.real })
    const written = await write(noted.keep)
    if (written.ok) await noted.done()
    return written
  }
  return {
    ...files,
    writeText: (path, text, options) => around(path, (keep) => files.writeText(path, text, { ...options, keep })),
    remove: async (path, expectedHash) => {
      const removed = await around(path, (keep) => files.remove(path, expectedHash, keep))
      return removed.ok ? { ok: true, value: { undo: () => around(path, (keep) => removed.value.undo(keep)) } } : removed
    },
  }
}

/** A formatter as before: what it makes of a file belongs to the edit that it follows. */
export function recordingFormatter(formatter: FormatterPort, changes: ChangeRecorder): FormatterPort {
  return {
    async format(path, signal) {
      const formatted = await formatter.format(path, signal)
      if (formatted.kind !== 'none') await changes.wroteAgain({ path: path.display, real: path.real })
      return formatted
    },
  }
}

/** Commands as before, with what they change in the project noted. `mayWrite` says which can be left alone. */
export function recordingTerminal(terminal: TerminalPort, changes: ChangeRecorder, mayWrite: (command: string) => boolean): TerminalPort {
  return {
    async run(request) {
      if (!mayWrite(request.command)) return terminal.run(request)
      const noted = await changes.commandBegins()
      try {
        const running = await terminal.run(request)
        void noteEnd(running, noted)
        return running
      } catch (error) {
        noted.ended()
        throw error
      }
    },
  }
}

/** What a server that it left running writes is not the person's doing. */
async function noteEnd({ exited, over }: RunningCommand, noted: { goesOn(): void; ended(): void }): Promise<void> {
  let isOver = false
  const whole = over.then(() => {
    isOver = true
    noted.ended()
  })
  await exited
  // Most are over as soon as they have exited, and are looked at once.
  await immediate()
  if (!isOver) noted.goesOn()
  await whole
}
