import { CircleCheck, CircleX } from 'lucide-react'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Spinner } from '../../ui/spinner'
import styles from './key-form.module.css'
import type { Checking } from './use-checking'

/** A button that tries a provider, and what came of it. */
export function ProviderCheck({ checking }: { readonly checking: Checking }) {
  const { isChecking, check } = checking
  return (
    <div className={styles.form}>
      <div className={styles.buttons}>
        <Button aria-disabled={isChecking} onClick={() => void (isChecking || check())}>
          Check connection
        </Button>
      </div>
      <CheckOutcome checking={checking} />
    </div>
  )
}

/** That a check runs, and the sentence that it ended in. Its place is there before, so that it is read out. */
export function CheckOutcome({ checking: { isChecking, result } }: { readonly checking: Checking }) {
  return (
    <p role="status" className={classNames(styles.result, result && (result.works ? styles.works : styles.fails))}>
      {isChecking && (
        <>
          <Spinner /> <span>Checking</span>
        </>
      )}
      {result && (result.works ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />)}
      {result && <span>{result.message}</span>}
    </p>
  )
}
