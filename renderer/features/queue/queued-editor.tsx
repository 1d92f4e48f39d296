import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { useOnLeave } from '../../ui/use-on-leave'
import { useKeptFocus } from '../composer/use-kept-focus'
import styles from './queued-messages.module.css'

interface QueuedEditorProps {
  readonly text: string
  /** `undefined` leaves the message as it was. */
  readonly onDone: (text: string | undefined) => void
  /** Called with what was typed when the editor goes before the person was done. */
  readonly onGone: (text: string) => void
}

/** A queued message, being changed. Enter keeps the change, Escape drops it. */
export function QueuedEditor({ text, onDone, onGone }: QueuedEditorProps) {
  const [value, setValue] = useState(text)
  const box = useRef<HTMLTextAreaElement>(null)
  const item = useRef<HTMLLIElement>(null)
  const isDone = useRef(false)
  useEffect(() => box.current?.focus(), [])
  useKeptFocus(item)
  useOnLeave(() => isDone.current || onGone(value.trim()))
  const end = (outcome: string | undefined) => {
    isDone.current = true
    onDone(outcome)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      end(undefined)
    }
    if (event.key === 'Enter' && !event.shiftKey && value.trim() !== '') {
      event.preventDefault()
      end(value.trim())
    }
  }
  return (
    <li ref={item} className={styles.editor}>
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
      <Button size="small" variant="primary" disabled={value.trim() === ''} onClick={() => end(value.trim())}>
        Save change
      </Button>
      <Button size="small" onClick={() => end(undefined)}>
        Discard change
      </Button>
    </li>
  )
}
