import { useRef, useState } from 'react'
import type { CallOutput } from '../../../shared/ipc'
import type { ProviderId } from '../../../shared/models'
import { type AppParts, useBridge } from '../../store/app-context'

export type CheckResult = Pick<CallOutput<'provider.check'>, 'works' | 'message' | 'models'>

export interface Checking {
  readonly isChecking: boolean
  /** What the last check ended in. */
  readonly result: CheckResult | undefined
  readonly check: () => Promise<void>
  /** What was checked is no longer what is set: its result, also one that is still to come, says nothing any more. */
  readonly forget: () => void
}

/** Tries the stored key and address of a provider when it is asked to. */
export function useChecking(provider: ProviderId): Checking {
  const bridge = useBridge()
  const [result, setResult] = useState<CheckResult>()
  const [isChecking, setChecking] = useState(false)
  const round = useRef(0)
  const begin = (checks: boolean): number => {
    setResult(undefined)
    setChecking(checks)
    round.current += 1
    return round.current
  }
  const check = async () => {
    const own = begin(true)
    const found = await checkProvider(bridge, provider)
    if (own !== round.current) return
    setResult(found)
    setChecking(false)
  }
  return { isChecking, result, check, forget: () => void begin(false) }
}

/** A call that failed is a result as well: it says so in one sentence. */
async function checkProvider(bridge: AppParts['bridge'], provider: ProviderId): Promise<CheckResult> {
  const answer = await bridge.call('provider.check', { provider })
  return answer.ok ? answer.value : { works: false, message: answer.error.message, models: [] }
}
