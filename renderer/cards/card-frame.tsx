import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpened } from '../store/app-context'
import { classNames } from '../ui/class-names'
import styles from './card-frame.module.css'

interface CardFrameProps {
  readonly title: ReactNode
  /** Stands at the end of the first line. */
  readonly meta?: ReactNode
  readonly tone?: 'waiting' | 'failed' | undefined
  readonly children?: ReactNode
}

/** The box of one effect: its name on the first line, what it holds below. */
export function CardFrame({ title, meta, tone, children }: CardFrameProps) {
  return (
    <div className={classNames(styles.frame, tone && styles[tone])}>
      <div className={styles.head}>
        <div className={styles.title}>{title}</div>
        {meta && <div className={styles.meta}>{meta}</div>}
      </div>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  )
}

interface FoldingCardProps extends CardFrameProps {
  /** Identifies what is folded, so that it stays as the person left it. */
  readonly id: string
  readonly opensByDefault: boolean
}

/** The same box, whose content can be folded away. */
export function FoldingCard({ id, opensByDefault, title, meta, tone, children }: FoldingCardProps) {
  const [isOpen, setOpen] = useOpened(id, opensByDefault)
  return (
    <div className={classNames(styles.frame, tone && styles[tone])}>
      <div className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight className={styles.chevron} aria-hidden />
          <span className={styles.title}>{title}</span>
        </button>
        {meta && <div className={styles.meta}>{meta}</div>}
      </div>
      {isOpen && <div className={styles.body}>{children}</div>}
    </div>
  )
}
