import { CommittedField } from './committed-field'

interface NumberFieldProps {
  readonly label: string
  readonly value: number | undefined
  /** `undefined` for an emptied field, which only fields with `optional` take. */
  readonly onCommit: (value: number | undefined) => void
  readonly min: number
  readonly whole?: boolean
  readonly optional?: boolean
  readonly hint?: string
  readonly placeholder?: string
}

/** A number that is typed, checked before it is stored. */
export function NumberField({ value, onCommit, min, whole = true, optional, ...field }: NumberFieldProps) {
  const check = (text: string) => problemOf(text, { min, whole, optional: optional ?? false })
  return (
    <CommittedField
      {...field}
      value={value === undefined ? '' : whole ? value.toLocaleString('en') : String(value)}
      inputMode={whole ? 'numeric' : 'decimal'}
      check={check}
      onCommit={(text) => onCommit(text === '' ? undefined : numberOf(text, whole))}
    />
  )
}

interface Bounds {
  readonly min: number
  readonly whole: boolean
  readonly optional: boolean
}

/** Commas between the thousands are read where no fraction can be meant. */
function numberOf(text: string, whole: boolean): number {
  return Number(whole && /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text)
}

/** What is wrong with a typed number, as a sentence. */
export function problemOf(text: string, { min, whole, optional }: Bounds): string | undefined {
  if (text === '') return optional ? undefined : `Enter a number of at least ${min}.`
  const number = numberOf(text, whole)
  if (!Number.isFinite(number)) return 'This is not a number. Use digits, as in 500.'
  if (whole && !Number.isInteger(number)) return 'Enter a whole number.'
  return number < min ? `Enter a number of at least ${min}.` : undefined
}
