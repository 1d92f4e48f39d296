import { useId } from 'react'
import { classNames } from './class-names'
import { describedBy } from './field'
import styles from './switch.module.css'
import { VisuallyHidden } from './visually-hidden'

interface SwitchProps {
  readonly label: string
  /** What it is about, where that is seen beside it: only heard. */
  readonly subject?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly hint?: string
  readonly disabled?: boolean
  /** Belongs to the switch above it. */
  readonly nested?: boolean
}

/** On or off, at once. */
export function Switch({ label, subject, checked, onChange, hint, disabled, nested }: SwitchProps) {
  const id = useId()
  return (
    <div className={classNames(styles.row, nested && styles.nested)}>
      <div className={styles.words}>
        <label htmlFor={id}>
          {label} {subject !== undefined && <VisuallyHidden>({subject})</VisuallyHidden>}
        </label>
        {hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy(id, hint, undefined)}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
