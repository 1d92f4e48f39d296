import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styles from './field.module.css'
import { FieldLabel, FieldNote, describedBy } from './field'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly hint?: string
  readonly hideLabel?: boolean
  readonly disabled?: boolean
}

/** A choice of one, on the system's own list: it is known to every screen reader, and types ahead. */
export function Select<Value extends string>({ label, value, options, onChange, hint, hideLabel, disabled }: SelectProps<Value>) {
  const id = useId()
  const pick = (picked: string): void => {
    const option = options.find((candidate) => candidate.value === picked)
    if (option) onChange(option.value)
  }
  return (
    <div className={styles.field}>
      <FieldLabel htmlFor={id} hidden={hideLabel}>
        {label}
      </FieldLabel>
      <div className={styles.selectBox}>
        <select
          id={id}
          className={styles.select}
          value={value}
          disabled={disabled}
          aria-describedby={describedBy(id, hint, undefined)}
          onChange={(event) => pick(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className={styles.chevron} />
      </div>
      <FieldNote id={id} hint={hint} />
    </div>
  )
}
