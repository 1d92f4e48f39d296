import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { focusMessageBox, isFocusFree } from '../../features/composer/composer-focus'
import { useKeptFocus } from '../../features/composer/use-kept-focus'
import { useActions } from '../../store/app-context'
import { useAnnounce } from '../../ui/announcer'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import styles from './terminal.module.css'

interface InputLineProps {
  readonly terminalId: string
  /** What runs, for the field's name. */
  readonly name: string
  /** What it waits for, if it does: something that may be seen, or something like a password. */
  readonly waitsFor: 'line' | 'hidden' | undefined
}

/** The key that ends a line, as a terminal sends it. */
const ENTER = '\r'

/** Types a line into a running command. What goes to a hidden prompt is kept nowhere, here neither. */
export function InputLine(props: InputLineProps) {
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useKeptFocus(place, focusNeighbour)
  return (
    <div ref={place}>
      {/* Another kind of prompt is another field: what was typed hidden must never be seen. */}
      <Line key={props.waitsFor === 'hidden' ? 'hidden' : 'seen'} {...props} hadFocus={hadFocus} />
    </div>
  )
}

/** When the command ends, the focus stays with it in the list of commands; in the chat it goes on to the message. */
function focusNeighbour(leaving: HTMLElement): void {
  const button = leaving.closest('li')?.querySelector('button')
  if (button && !leaving.contains(button)) button.focus()
  else focusMessageBox()
}

interface LineProps extends InputLineProps {
  /** Hands the focus on from one field to the one that takes its place. */
  readonly hadFocus: RefObject<boolean>
}

function Line({ terminalId, name, waitsFor, hadFocus }: LineProps) {
  const { typeInto } = useActions()
  const field = useRef<HTMLInputElement>(null)
  const isHidden = waitsFor === 'hidden'
  useLayoutEffect(() => {
    const input = field.current
    // A password that is typed blindly must not land in the message to the model.
    if (hadFocus.current || (isHidden && isFocusFree())) input?.focus()
    return () => {
      hadFocus.current = document.activeElement === input
    }
  }, [hadFocus, isHidden])
  const [text, setText] = useState('')
  const noteId = useId()
  useAnnouncedWait(name, waitsFor !== undefined)
  const send = async () => {
    const answer = await typeInto(terminalId, `${text}${ENTER}`)
    if (answer?.accepted) setText('')
  }
  return (
    <form
      className={styles.input}
      data-input-line={waitsFor}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {waitsFor && (
        <p id={noteId} className={styles.waits}>
          {isHidden
            ? 'It waits for input that is not shown, like a password. Neither the model nor the history gets it.'
            : 'It waits for input.'}
        </p>
      )}
      <span className={styles.inputRow}>
        <TextField
          ref={field}
          label={isHidden ? `Hidden input for ${name}` : `Type into ${name}`}
          hideLabel
          mono
          type={isHidden ? 'password' : 'text'}
          autoComplete={isHidden ? 'new-password' : 'off'}
          placeholder={isHidden ? 'Not shown' : 'Type into it'}
          value={text}
          onChange={setText}
        />
        <Button type="submit" size="small">
          Enter
        </Button>
        <StopButton terminalId={terminalId} name={name} />
      </span>
    </form>
  )
}

export function StopButton({ terminalId, name }: Pick<InputLineProps, 'terminalId' | 'name'>) {
  const { stopJob } = useActions()
  return (
    <Button size="small" aria-label={`Stop ${name}`} onClick={() => void stopJob(terminalId)}>
      Stop
    </Button>
  )
}

function useAnnouncedWait(name: string, waits: boolean): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (waits) announce(`${name} waits for input`)
  }, [announce, name, waits])
}
