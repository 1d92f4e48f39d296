import { useId } from 'react'
import { classNames } from './class-names'
import { describedBy, FieldLabel, FieldNote } from './field'
import styles from './field.module.css'

interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** What is wrong and what to do. Read out when it appears. */
  readonly error?: string | undefined
  readonly rows?: number
}

/** A few lines of text, with their name and their hint. */
export function TextArea({ label, value, onChange, hint, error, rows = 2 }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <textarea
        id={id}
        className={classNames(styles.input, styles.mono, styles.area)}
        rows={rows}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  )
}
