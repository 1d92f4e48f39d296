import { type KeyboardEvent, useState } from 'react'
import { TextField } from '../../ui/text-field'
import { useOnLeave } from '../../ui/use-on-leave'

interface CommittedFieldProps {
  readonly label: string
  /** What is stored now. */
  readonly value: string
  /** Called once for a change, when the person leaves the field, presses Enter or closes the view. Never without one. */
  readonly onCommit: (value: string) => void
  /** A sentence when the text cannot be stored. */
  readonly check?: (value: string) => string | undefined
  readonly hint?: string
  readonly mono?: boolean
  readonly placeholder?: string
  readonly inputMode?: 'numeric' | 'decimal' | 'url'
  /** Suggestions: the id of a datalist. */
  readonly list?: string
}

/** A setting that is typed. Saved when it is left, not with every key. Escape brings the stored text back. */
export function CommittedField({ value, onCommit, check, ...field }: CommittedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  const error = typed === undefined ? undefined : check?.(text.trim())
  const commit = () => {
    if (typed === undefined || error) return
    setTyped(undefined)
    if (text.trim() !== value) onCommit(text.trim())
  }
  // A view that closes while a field has the focus must not lose what was typed.
  useOnLeave(commit)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    if (event.key !== 'Escape' || typed === undefined) return
    event.stopPropagation()
    setTyped(undefined)
  }
  return <TextField {...field} value={text} error={error} onChange={setTyped} onBlur={commit} onKeyDown={onKeyDown} />
}
