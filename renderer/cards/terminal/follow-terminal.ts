import type { CallOutput, Push } from '../../../shared/ipc'
import type { AppBridge } from '../../bridge'

export interface TerminalSink {
  /** Begins anew with all that the screen has shown so far. */
  open(screen: CallOutput<'terminal.open'>): void
  write(data: string): void
  /** The screen can no longer be had: the row's text is all there is. */
  gone(): void
}

/**
 * Brings a running command's screen into a sink: first what it has shown so far, then what comes, each character once. A piece that is
 * missing makes it begin anew. Returns what ends it.
 */
export function followTerminal(bridge: AppBridge, terminalId: string, sink: TerminalSink): () => void {
  let offset: number | undefined
  let early: Push<'terminal.data'>[] = []
  let hasEnded = false

  const take = (push: Push<'terminal.data'>) => {
    if (offset === undefined) return void early.push(push)
    if (push.offset > offset) return void open()
    const fresh = push.data.slice(offset - push.offset)
    offset += fresh.length
    if (fresh) sink.write(fresh)
  }
  const open = async () => {
    offset = undefined
    early = []
    const answer = await bridge.call('terminal.open', { terminalId })
    if (hasEnded) return
    if (!answer.ok) return sink.gone()
    offset = answer.value.offset
    sink.open(answer.value)
    const waiting = early
    early = []
    for (const push of waiting) take(push)
  }

  const stopListening = bridge.listen('terminal.data', (push) => {
    if (push.terminalId === terminalId) take(push)
  })
  void open()
  return () => {
    hasEnded = true
    stopListening()
  }
}
