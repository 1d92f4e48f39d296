import { CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClineAskMessage, TaskError } from '../../shared/messages'
import { useOpened } from '../store/app-context'
import { Button } from '../ui/button'
import { CopyButton } from './copy-button'
import styles from './error-card.module.css'

interface ErrorCardProps {
  readonly id: string
  readonly error: TaskError
  readonly children?: ReactNode
}

/** What went wrong, in one sentence, with the raw text one click away. */
export function ErrorCard({ id, error, children }: ErrorCardProps) {
  const [isOpen, setOpen] = useOpened(`${id}:detail`, false)
  const facts = factsOf(error)
  const detail = [facts, error.detail].filter(Boolean).join('\n')
  return (
    <div className={styles.error}>
      <CircleX className={styles.icon} aria-hidden />
      <div className={styles.content}>
        <p className={styles.message}>{error.message}</p>
        {detail && (
          <div className={styles.tools}>
            <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide details' : 'Show details'}
            </Button>
            <CopyButton text={() => `${error.message}\n${detail}`} label="Copy error" />
          </div>
        )}
        {isOpen && (
          <pre className={styles.detail} tabIndex={0} role="group" aria-label="Error details">
            {detail}
          </pre>
        )}
        {children}
      </div>
    </div>
  )
}

/** A request that failed. While it waits for the person, all about it stands in the card above the message box. */
export function FailedRequestCard({ row }: { readonly row: Extract<ClineAskMessage, { ask: 'api_req_failed' }> }) {
  if (!row.answer) return <FailureLine>The request to the model failed</FailureLine>
  return (
    <ErrorCard id={`${row.ts}`} error={row.data}>
      <p className={styles.outcome}>{row.answer.response === 'yesButtonClicked' ? 'Tried again by you' : 'Left by you'}</p>
    </ErrorCard>
  )
}

/** A failure of which more stands elsewhere. */
function FailureLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.failure}>
      <CircleX aria-hidden />
      <span>{children}</span>
    </p>
  )
}

/** A smaller misfortune: one line, nothing to do. */
export function WarningLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <TriangleAlert aria-hidden />
      <span>{children}</span>
    </p>
  )
}

function factsOf(error: TaskError): string {
  const facts = [
    error.providerId && `Provider: ${error.providerId}`,
    error.modelId && `Model: ${error.modelId}`,
    error.status !== undefined && `Status: ${error.status}`,
    error.requestId && `Request: ${error.requestId}`,
  ]
  return facts.filter(Boolean).join('\n')
}
