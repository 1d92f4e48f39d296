import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { CALL_CHANNEL, PUSH_CHANNEL } from '../../shared/ipc-names'
import { type CallName, calls, type Handlers, IpcError, type Push, type PushName, pushes } from '../../shared/ipc'
import { failed, ok, type Result } from '../../shared/result'
import type { Send } from './core'
import { isJson } from './is-json'

type Answer = Result<unknown, IpcError>

export interface CallRules {
  /** Asked for each call: only a page of ours may have one. */
  trusts(event: IpcMainInvokeEvent): boolean
  /** Told of what a handler threw that the contract does not know. */
  report(name: CallName, error: unknown): void
}

/**
 * Answers the calls of pages. What a handler throws becomes a value too, because only the text of an error would cross; an error
 * whose `code` is one of IpcError's keeps it.
 */
export function serveCalls(ipc: Pick<IpcMain, 'handle'>, handlers: Handlers, rules: CallRules): void {
  ipc.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Answer> => {
    if (!rules.trusts(event)) return failed({ code: 'refused', message: 'This page may not talk to the app.' })
    if (!isCallName(name)) return failed({ code: 'bad_input', message: 'There is no such call.', detail: String(name) })
    const parsed = isJson(input) ? calls[name].input.safeParse(input) : undefined
    if (!parsed?.success) return failed({ code: 'bad_input', message: `The input of ${name} is not valid.`, detail: parsed?.error.message })
    try {
      return ok(await answer(handlers, name, parsed.data))
    } catch (error) {
      return failed(toIpcError(error, () => rules.report(name, error)))
    }
  })
}

const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(calls, name)

async function answer<Name extends CallName>(handlers: Handlers, name: Name, input: unknown): Promise<unknown> {
  const handler: (input: never) => unknown = handlers[name]
  // The schema of this very name made the value, which the compiler cannot follow through the union of all calls.
  return calls[name].output.parse(await handler(input as never))
}

function toIpcError(error: unknown, reportUnknown: () => void): IpcError {
  const known = IpcError.safeParse(error)
  if (known.success) return known.data
  reportUnknown()
  return error instanceof Error
    ? { code: 'failed', message: error.message, detail: error.stack }
    : { code: 'failed', message: String(error) }
}

/**
 * The way to one window. `checks` parses what is sent: a push of the whole state costs 100 ms to check in a long task, and the window
 * checks it anyway, so only tests and development do it here, where a wrong value is still beside its cause.
 */
export function sender(contents: WebContents, checks: boolean): Send {
  return <Name extends PushName>(name: Name, payload: Push<Name>) => {
    if (checks) pushes[name].parse(payload)
    if (!contents.isDestroyed()) contents.send(PUSH_CHANNEL, name, payload)
  }
}
