import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { CALL_CHANNEL, PUSH_CHANNEL } from '../../shared/ipc-names'
import { type CallName, calls, type Handlers, IpcError, type Push, type PushName, pushes } from '../../shared/ipc'
import { failed, ok, type Result } from '../../shared/result'
import type { Send } from './core'
import { isJson } from './is-json'

type Answer = Result<unknown, IpcError>

/**
 * Answers the calls of windows that are trusted. What a handler throws becomes a value too, because only the text of an error would
 * cross; an error whose `code` is one of IpcError's keeps it.
 */
export function serveCalls(ipc: Pick<IpcMain, 'handle'>, handlers: Handlers, trusts: (event: IpcMainInvokeEvent) => boolean): void {
  ipc.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Answer> => {
    if (!trusts(event)) return failed({ code: 'refused', message: 'This page may not talk to the app.' })
    if (!isCallName(name)) return failed({ code: 'bad_input', message: 'There is no such call.', detail: String(name) })
    return answer(handlers, name, input)
  })
}

const isCallName = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(calls, name)

async function answer<Name extends CallName>(handlers: Handlers, name: Name, input: unknown): Promise<Answer> {
  const parsed = isJson(input) ? calls[name].input.safeParse(input) : undefined
  if (!parsed?.success) return failed({ code: 'bad_input', message: `The input of ${name} is not valid.`, detail: parsed?.error.message })
  try {
    const handler: (input: never) => unknown = handlers[name]
    // The schema of this very name made the value, which the compiler cannot follow through the union of all calls.
    return ok(calls[name].output.parse(await handler(parsed.data as never)))
  } catch (error) {
    return failed(toIpcError(error, name))
  }
}

function toIpcError(error: unknown, name: string): IpcError {
  const known = IpcError.safeParse(error)
  if (known.success) return known.data
  const [message, detail] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined]
  process.stderr.write(`The call ${name} failed: ${detail ?? message}\n`)
  return { code: 'failed', message, detail }
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
