import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import styles from './queued-messages.module.css'

interface QueuedEditorProps {
  readonly text: string
  /** `undefined` leaves the message as it was. */
  readonly onDone: (text: string | undefined) => void
}

/** A queued message, being changed. Enter keeps the change, Escape drops it. */
export function QueuedEditor({ text, onDone }: QueuedEditorProps) {
  const [value, setValue] = useState(text)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone(undefined)
    }
    if (event.key === 'Enter' && !event.shiftKey && value.trim() !== '') {
      event.preventDefault()
      onDone(value.trim())
    }
  }
  return (
    <li className={styles.editor}>
      <textarea
        ref={box}
        className={styles.box}
        aria-label="Queued message"
        dir="auto"
        rows={1}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="small" variant="primary" disabled={value.trim() === ''} onClick={() => onDone(value.trim())}>
        Save change
      </Button>
      <Button size="small" onClick={() => onDone(undefined)}>
        Discard change
      </Button>
    </li>
  )
}
