import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names'

export type BadgeTone = 'neutral' | 'waiting' | 'danger' | 'passed'

/** A word or a count beside something. The tone repeats what the word says. */
export function Badge({ children, tone = 'neutral' }: { readonly children: ReactNode; readonly tone?: BadgeTone }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
