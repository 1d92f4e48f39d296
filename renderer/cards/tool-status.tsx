import { Ban, Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ToolStatus } from '../../shared/tool-status'
import { classNames } from '../ui/class-names'
import { Spinner } from '../ui/spinner'
import { VisuallyHidden } from '../ui/visually-hidden'
import styles from './tool-status.module.css'

interface Look {
  readonly words: string
  readonly mark: ReactNode
  readonly tone?: 'waiting' | 'failed' | 'done'
}

const looks: Readonly<Record<ToolStatus, Look>> = {
  drafting: { words: 'Being written', mark: <Spinner /> },
  awaiting_approval: { words: 'Waiting for you', mark: <span className={styles.dot} />, tone: 'waiting' },
  running: { words: 'Running', mark: <Spinner /> },
  done: { words: 'Done', mark: <Check aria-hidden />, tone: 'done' },
  denied: { words: 'Not allowed', mark: <Ban aria-hidden /> },
  failed: { words: 'Failed', mark: <X aria-hidden />, tone: 'failed' },
  cancelled: { words: 'Cancelled', mark: <Ban aria-hidden /> },
}

interface ToolStatusMarkProps {
  readonly status: ToolStatus
  /** In place of the usual ones of a call. */
  readonly words?: string | undefined
}

/** How one call stands: a mark of its own shape, with its words for those who cannot see it. */
export function ToolStatusMark({ status, words }: ToolStatusMarkProps) {
  const { words: usual, mark, tone } = looks[status]
  return (
    <span className={classNames(styles.mark, tone && styles[tone])} title={words ?? usual}>
      {mark}
      <VisuallyHidden>{words ?? usual}</VisuallyHidden>
    </span>
  )
}

/** The words of a status, for names that are heard. */
export const toolStatusWords = (status: ToolStatus): string => looks[status].words
