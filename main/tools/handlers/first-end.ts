import type { CommandExit, RunningCommand, TaskConfig } from '../task-config'

export type End =
  | { readonly kind: 'exited'; readonly exit: CommandExit }
  /** The person let it go on. */
  | { readonly kind: 'detached' }
  /** It was to go on in the background, and has had time to start. */
  | { readonly kind: 'started' }
  /** It waited for input too long, and was ended. */
  | { readonly kind: 'unanswered' }
  /** It was ended by Cancel. */
  | { readonly kind: 'cancelled' }

export interface EndOptions {
  readonly background: boolean
  readonly startMs: number
  readonly unansweredMs: number
}

/** What ends the waiting for a command. What must not go on is over when this resolves. */
export async function firstEnd(running: RunningCommand, config: TaskConfig, options: EndOptions): Promise<End> {
  const { services, callbacks, settings, signal } = config
  const stops: (() => void)[] = []
  const { promise, resolve } = Promise.withResolvers<End>()
  const cancel = (): void => resolve({ kind: 'cancelled' })
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  stops.push(() => signal.removeEventListener('abort', cancel))
  void running.exited.then((exit) => resolve({ kind: 'exited', exit }))
  void callbacks.detached(running.terminalId).then(() => resolve({ kind: 'detached' }))
  if (options.background) stops.push(after(options.startMs, () => resolve({ kind: 'started' })))
  if (settings.yoloModeToggled || !services.jobs.attended)
    stops.push(whenUnanswered(running, config, options.unansweredMs, () => resolve({ kind: 'unanswered' })))
  const end = await promise
  for (const stop of stops) stop()
  if (end.kind === 'cancelled' || end.kind === 'unanswered') await running.end()
  return end
}

/** Calls back when a command has waited for input so long without a break. */
function whenUnanswered(running: RunningCommand, { services }: TaskConfig, ms: number, act: () => void): () => void {
  let stopTimer: (() => void) | undefined
  const stopListening = services.jobs.onAwaitedInput(running.terminalId, (awaited) => {
    if (!awaited) {
      stopTimer?.()
      stopTimer = undefined
    } else stopTimer ??= after(ms, act)
  })
  return () => {
    stopListening()
    stopTimer?.()
  }
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
