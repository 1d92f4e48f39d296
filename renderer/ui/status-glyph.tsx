import { Ban, Circle, CircleCheck, CirclePause, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HistoryItem } from '../../shared/extension-state'
import type { TaskStateKind } from '../../shared/task-state'
import { classNames } from './class-names'
import { Spinner } from './spinner'
import styles from './status-glyph.module.css'
import { VisuallyHidden } from './visually-hidden'

export type StatusName = TaskStateKind | HistoryItem['status']

interface Look {
  readonly words: string
  readonly tone?: 'waiting' | 'danger' | 'passed'
  readonly mark: ReactNode
}

const working = (words: string): Look => ({ words, mark: <Spinner /> })
const waiting = (words: string): Look => ({ words, tone: 'waiting', mark: <span className={styles.dot} /> })

const looks: Readonly<Record<StatusName, Look>> = {
  idle: { words: 'Not started', mark: <Circle aria-hidden /> },
  preparing: working('Running'),
  streaming: working('Running'),
  running_tool: working('Running'),
  running: working('Running'),
  retrying: { words: 'Waiting to try again', mark: <Hourglass aria-hidden /> },
  awaiting_approval: waiting('Waiting for your approval'),
  awaiting_answer: waiting('Waiting for your answer'),
  waiting: waiting('Waiting for you'),
  completed: { words: 'Completed', tone: 'passed', mark: <CircleCheck aria-hidden /> },
  cancelled: { words: 'Cancelled', mark: <Ban aria-hidden /> },
  interrupted: { words: 'Interrupted', mark: <CirclePause aria-hidden /> },
  failed: { words: 'Failed', tone: 'danger', mark: <CircleX aria-hidden /> },
}

/** How a task stands, as a mark of its own shape with its words for those who cannot see it. */
export function StatusGlyph({ state }: { readonly state: StatusName }) {
  const look = looks[state]
  return (
    <span className={classNames(styles.glyph, look.tone && styles[look.tone])} title={look.words}>
      {look.mark}
      <VisuallyHidden>{look.words}</VisuallyHidden>
    </span>
  )
}

/** The words of a status, where there is room for them. */
export const statusWords = (state: StatusName): string => looks[state].words
