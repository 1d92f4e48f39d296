import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './chip.module.css'

interface ChipProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly title?: string
  /** With it the chip has a button that takes it away. */
  readonly onRemove?: () => void
  /** The button's name: "Remove notes.txt". */
  readonly removeLabel?: string
}

/** A small thing that belongs to something: an attachment of a message. */
export function Chip({ children, icon, title, onRemove, removeLabel = 'Remove' }: ChipProps) {
  return (
    <span className={styles.chip} title={title}>
      {icon}
      <span className={styles.words}>{children}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}
