import {
  type Bridge,
  type CallInput,
  type CallName,
  type CallOutput,
  type IpcError,
  type Push,
  type PushName,
  calls,
  pushes,
} from '../shared/ipc'
import { BRIDGE_KEY } from '../shared/ipc-names'
import { type Result, failed, ok } from '../shared/result'

/** The one door to the main process. What comes through it has been checked against the contract. */
export interface AppBridge {
  /** Never rejects: a refusal, a broken answer and silence all come back as values. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>, IpcError>>
  /** `onUnreadable` is told of a push that does not fit the contract. Returns what ends the listening. */
  listen<Name extends PushName>(name: Name, listener: (payload: Push<Name>) => void, onUnreadable?: () => void): () => void
}

const CALL_TIMEOUT_MS = 20_000
/** What waits for a person or for a network takes as long as it takes there. */
const patientCalls: Partial<Record<CallName, number>> = {
  'folder.pick': Number.POSITIVE_INFINITY,
  'provider.check': 90_000,
  'hook.tryOut': 60_000,
  'servers.find': 60_000,
  'secret.set': 120_000,
}

export function createBridge(port: Bridge): AppBridge {
  return {
    async call(name, input) {
      const answer = await answerInTime(port, name, input)
      if (!answer.ok) return answer
      const parsed = calls[name].output.safeParse(answer.value)
      // The schema belongs to this very name; TypeScript cannot follow that through the lookup.
      if (parsed.success) return ok(parsed.data as CallOutput<typeof name>)
      return failed({ code: 'failed', message: `The answer to “${name}” could not be read.`, detail: parsed.error.message })
    },
    listen(name, listener, onUnreadable) {
      return port.on(name, (payload) => {
        const parsed = pushes[name].safeParse(payload)
        // As above: the schema was looked up by this name.
        if (parsed.success) listener(parsed.data as Push<typeof name>)
        else onUnreadable?.()
      })
    },
  }
}

/** The bridge that the preload put on the window. Throws where there is none: the page was opened outside of the app. */
export function bridgeOfWindow(scope: object): Bridge {
  const port: unknown = Reflect.get(scope, BRIDGE_KEY)
  if (!isBridge(port)) throw new Error('This page works only inside of the app: there is nothing on the other side.')
  return port
}

function isBridge(value: unknown): value is Bridge {
  return typeof value === 'object' && value !== null && 'invoke' in value && 'on' in value
}

async function answerInTime<Name extends CallName>(
  port: Bridge,
  name: Name,
  input: CallInput<Name>,
): Promise<Result<CallOutput<Name>, IpcError>> {
  const limit = patientCalls[name] ?? CALL_TIMEOUT_MS
  const { promise: silence, resolve } = Promise.withResolvers<Result<CallOutput<Name>, IpcError>>()
  const timer = Number.isFinite(limit) ? setTimeout(() => resolve(failed(noAnswer(name, limit))), limit) : undefined
  try {
    return await Promise.race([port.invoke(name, input), silence])
  } catch (cause) {
    return failed({ code: 'failed', message: `The app could not carry out “${name}”.`, detail: String(cause) })
  } finally {
    clearTimeout(timer)
  }
}

const noAnswer = (name: CallName, limit: number): IpcError => ({
  code: 'failed',
  message: `The app did not answer within ${limit / 1000} seconds. Try again.`,
  detail: name,
})
