import type { ReactNode } from 'react'
import styles from './field.module.css'
import { VisuallyHidden } from './visually-hidden'

interface FieldLabelProps {
  readonly htmlFor: string
  readonly hidden?: boolean | undefined
  readonly children: ReactNode
}

/** The name of a field, seen or only heard. */
export function FieldLabel({ htmlFor, hidden, children }: FieldLabelProps) {
  const label = (
    <label className={styles.label} htmlFor={htmlFor}>
      {children}
    </label>
  )
  return hidden ? <VisuallyHidden>{label}</VisuallyHidden> : label
}

interface FieldNoteProps {
  readonly id: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** What stands below a field: what it is for, or what is wrong with it. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** The ids that `FieldNote` uses, for the field's `aria-describedby`. */
export function describedBy(id: string, hint: string | undefined, error: string | undefined): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
