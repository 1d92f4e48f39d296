import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { classNames } from './class-names'
import { FieldLabel, FieldNote, describedBy } from './field'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** What is wrong and what to do. Read out when it appears. */
  readonly error?: string | undefined
  readonly hideLabel?: boolean
  /** For paths, addresses, keys and ids. */
  readonly mono?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** One line of text with its name, its hint and its error. */
export function TextField({ label, value, onChange, hint, error, hideLabel, mono, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={classNames(styles.field, className)}>
      <FieldLabel htmlFor={id} hidden={hideLabel}>
        {label}
      </FieldLabel>
      <input
        type="text"
        autoComplete="off"
        spellCheck={mono ? false : undefined}
        {...rest}
        id={id}
        className={classNames(styles.input, mono && styles.mono)}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  )
}
