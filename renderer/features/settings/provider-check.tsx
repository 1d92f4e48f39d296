import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { CallOutput } from '../../../shared/ipc'
import type { ProviderId } from '../../../shared/models'
import { type AppParts, useBridge } from '../../store/app-context'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Spinner } from '../../ui/spinner'
import styles from './key-form.module.css'

export type CheckResult = Pick<CallOutput<'provider.check'>, 'works' | 'message' | 'models'>

/** Tries the stored key and address. A call that failed is a result as well: it says so in one sentence. */
export async function checkProvider(bridge: AppParts['bridge'], provider: ProviderId): Promise<CheckResult> {
  const result = await bridge.call('provider.check', { provider })
  return result.ok ? result.value : { works: false, message: result.error.message, models: [] }
}

/** A button that tries a provider, and what came of it. */
export function ProviderCheck({ provider }: { readonly provider: ProviderId }) {
  const bridge = useBridge()
  const [result, setResult] = useState<CheckResult>()
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    setResult(undefined)
    setResult(await checkProvider(bridge, provider))
    setChecking(false)
  }
  return (
    <div className={styles.form}>
      <div className={styles.buttons}>
        <Button aria-disabled={isChecking} icon={isChecking && <Spinner />} onClick={() => void (isChecking || check())}>
          Check connection
        </Button>
      </div>
      <CheckOutcome result={result} />
    </div>
  )
}

/** The sentence that a check ended in. Its place is there before, so that it is read out. */
export function CheckOutcome({ result }: { readonly result: CheckResult | undefined }) {
  return (
    <p role="status" className={classNames(styles.result, result && (result.works ? styles.works : styles.fails))}>
      {result && (result.works ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />)}
      {result && <span>{result.message}</span>}
    </p>
  )
}
