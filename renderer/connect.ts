import type { StateOp } from '../shared/extension-state'
import type { Push } from '../shared/ipc'
import type { AppBridge } from './bridge'
import { type AppStore, applyPush, setUi } from './store/app-store'

/** Calls `run` once, soon: at the next frame while the page is seen. */
export type Schedule = (run: () => void) => void

const MAX_RECOVERIES = 3

/**
 * Brings what main pushes into the store, at most once a frame, and asks for the whole state at the start and whenever something was
 * missed: a gap in the numbers, a push that cannot be read, a change that fits no row. Returns what ends it.
 */
export function connect(bridge: AppBridge, store: AppStore, schedule: Schedule): () => void {
  let lastSeq: number | undefined
  let pending: StateOp[] = []
  let isScheduled = false
  let failures = 0

  const requestWhole = () => {
    lastSeq = undefined
    pending = []
    void requestState(bridge, store)
  }
  /** Asks anew, but not for ever: a state that cannot be read does not get better by being sent again. */
  const recover = () => {
    failures += 1
    if (failures <= MAX_RECOVERIES) requestWhole()
    else setUi(store, { connectionError: 'What the app says cannot be read by this window. They may be of different versions.' })
  }
  const flush = () => {
    isScheduled = false
    const ops = pending
    pending = []
    if (ops.length === 0) return
    try {
      applyPush(store, ops)
      failures = 0
      if (store.getState().ui.connectionError !== undefined) setUi(store, { connectionError: undefined })
    } catch {
      // A patch fits no row: the picture is wrong, and only a whole state mends it.
      recover()
    }
  }
  const take = ({ seq, ops }: Push<'state'>) => {
    const startsAnew = ops.some((op) => op.op === 'snapshot')
    if (!startsAnew && lastSeq === undefined) return
    if (!startsAnew && seq !== (lastSeq ?? 0) + 1) return recover()
    lastSeq = seq
    pending.push(...ops)
    if (isScheduled) return
    isScheduled = true
    schedule(flush)
  }

  const end = bridge.listen('state', take, recover)
  requestWhole()
  return end
}

/** Asks main to push everything. What stands in the way is shown in place of the window's content. */
export async function requestState(bridge: AppBridge, store: AppStore): Promise<void> {
  const answer = await bridge.call('state.request', null)
  if (!answer.ok) setUi(store, { connectionError: answer.error.message })
}

/** The next frame; where frames stand still because nobody sees the page, soon all the same. */
export const nextFrame: Schedule = (run) => {
  if (document.visibilityState === 'hidden') setTimeout(run, 50)
  else requestAnimationFrame(run)
}
