import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { ClineAskMessage } from '../../../shared/messages'
import { useAppStore } from '../../store/app-context'
import { matchesKey } from '../../ui/platform-keys'
import { useActing } from '../composer/use-acting'
import { actionKey } from '../palette/action-keys'
import { changeAmending, toggleEditing } from './amending'
import { pressAskButton } from './answer-ask'
import styles from './command-view.module.css'
import { HiddenWarning } from './command-view'
import { hasMarks } from './marked-characters'
import { MarkedText } from './marked-text'

interface EditedTextProps {
  readonly row: ClineAskMessage
  readonly label: string
  readonly text: string
}

/** The field in which a command or a new file is written anew before it is approved. Enter starts a line; only the key that approves approves. */
export function EditedText({ row, label, text }: EditedTextProps) {
  const store = useAppStore()
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const onKeyDown = useAmendKeys(row)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <textarea
        ref={field}
        className={styles.edited}
        aria-label={label}
        aria-describedby={noteId}
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => changeAmending(store, row.ts, { edited: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-docked-card]')?.focus()
            toggleEditing(store, row)
          } else onKeyDown(event)
        }}
      />
      {hasMarks(text) && (
        <>
          <pre className={styles.command} aria-label="With its hidden characters" role="group" tabIndex={0}>
            <MarkedText text={text} />
          </pre>
          <HiddenWarning />
        </>
      )}
      <p id={noteId} className={styles.note}>
        You approve what stands here. Escape brings back what was proposed.
      </p>
    </>
  )
}

/** In the fields of a card the keys edit, but for the one that approves the card with what stands in them. */
export function useAmendKeys(row: ClineAskMessage): (event: KeyboardEvent) => void {
  const acting = useActing()
  return (event) => {
    if (!matchesKey(event, actionKey('ask.approve')) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.repeat && acting.store.getState().ui.answerableTs === row.ts) void pressAskButton(acting, row, 'approve')
  }
}
