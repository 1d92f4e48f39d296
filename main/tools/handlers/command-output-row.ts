import type { RunningCommand, TaskConfig } from '../task-config'

/** The row that shows what a command prints, made when it first prints something. */
export interface OutputRow {
  /** `text` is what the model gets: it takes the place of what grew. */
  finish(text: string): void
}

/** A row is no terminal: what goes on growing past this is to be seen there. */
const MAX_GROWN = 64 * 1024

export function createOutputRow(config: TaskConfig, running: RunningCommand, commandTs: number): OutputRow {
  const { callbacks } = config
  let ts: number | undefined
  let length = 0
  // The last line end is not kept, so it is shown only once something follows: the pieces are then the whole.
  let held = ''
  const show = (more: string): void => {
    if (length > MAX_GROWN) return
    const grown = held + more
    held = grown.endsWith('\n') ? '\n' : ''
    const text = held === '' ? grown : grown.slice(0, -1)
    if (text === '') return
    length += text.length
    const shown = length > MAX_GROWN ? '… [there is more; it is shortened here when the command has ended]\n' : text
    if (ts === undefined) ts = makeRow(shown, true)
    else callbacks.appendRow(ts, 'text', shown)
  }
  const makeRow = (text: string, partial: boolean): number =>
    callbacks.say({ say: 'command_output', text, ...(partial ? { partial } : {}), data: { commandTs, terminalId: running.terminalId } })
  const stop = running.onLines(show)
  return {
    finish: (text) => {
      stop()
      if (ts !== undefined) callbacks.patchRow(ts, { text, partial: null })
      else if (text.trim() !== '') ts = makeRow(text, false)
    },
  }
}
