import { useContext, useEffect, useState } from 'react'
import type { ClineSayMessage } from '../../shared/messages'
import { useActions, useApp } from '../store/app-context'
import type { AppState } from '../store/app-store'
import { Button } from '../ui/button'
import { counted } from '../../shared/amounts'
import styles from './error-card.module.css'
import { ErrorCard, WarningLine } from './error-card'
import { LogOwner } from './log-owner'

type RetryRow = Extract<ClineSayMessage, { say: 'error_retry' }>

const selectResumeAt = (state: AppState) => (state.main.taskState.kind === 'retrying' ? state.main.taskState.resumeAt : undefined)
const selectLastTs = (state: AppState) => {
  const last = state.rows.entries.at(-1)
  return last?.ts
}

/** A request that failed and is tried again: while it waits, the seconds left and what can be done about it. */
export function RetryCard({ row }: { readonly row: RetryRow }) {
  const owner = useContext(LogOwner)
  const taskResumesAt = useApp(selectResumeAt)
  const isLast = useApp(selectLastTs) === row.ts
  // In the log of a subagent the row is there for as long as it waits, or tries.
  const resumeAt = owner ? row.data.resumeAt : isLast ? taskResumesAt : undefined
  const { attempt, maxAttempts, errorMessage, failed } = row.data
  if (failed) {
    const message = `${errorMessage} Tried ${counted(maxAttempts, 'time')} without success.`
    return <ErrorCard id={`${row.ts}`} error={{ kind: 'network', message }} />
  }
  if (resumeAt === undefined) return <WarningLine>{`${errorMessage} Tried again.`}</WarningLine>
  return <Waiting words={errorMessage} attempt={`Attempt ${attempt} of ${maxAttempts}`} resumeAt={resumeAt} />
}

function Waiting({ words, attempt, resumeAt }: { readonly words: string; readonly attempt: string; readonly resumeAt: number }) {
  const { retryNow, stopRetrying } = useActions()
  const owner = useContext(LogOwner)
  const seconds = useSecondsUntil(resumeAt)
  return (
    <div className={styles.wait}>
      <div className={styles.waitWords}>
        <p>{words}</p>
        <p className={styles.countdown} role="timer">
          {seconds > 0 ? `${attempt} starts in ${seconds} s` : `${attempt} starts now`}
        </p>
      </div>
      <Button size="small" onClick={() => void retryNow(owner)}>
        Retry now
      </Button>
      {!owner && (
        <Button size="small" variant="ghost" onClick={() => void stopRetrying()}>
          Stop waiting
        </Button>
      )}
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}
