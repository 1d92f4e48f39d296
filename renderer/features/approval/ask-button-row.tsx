import { useRef } from 'react'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { ariaKey } from '../../ui/platform-keys'
import { actionKey } from '../palette/action-keys'
import styles from './approval-card.module.css'
import type { AskAction, AskButton, AskButtons } from './ask-buttons'

interface AskButtonRowProps {
  readonly buttons: AskButtons
  readonly canAnswer: boolean
  /** Words stand in the composer: they would go along. */
  readonly hasWords: boolean
  readonly onPress: (action: AskAction) => void
}

/** The two answers. Disabled until they may act, and deaf to a press that began before that. */
export function AskButtonRow({ buttons, canAnswer, hasWords, onPress }: AskButtonRowProps) {
  const { primary, secondary } = buttons
  return (
    <div className={styles.answers}>
      {primary && <AnswerButton button={primary} variant="primary" canAnswer={canAnswer} showKey={!hasWords} onPress={onPress} />}
      {secondary && <AnswerButton button={secondary} variant="secondary" canAnswer={canAnswer} showKey={!hasWords} onPress={onPress} />}
      {hasWords && <WordsNote buttons={buttons} />}
    </div>
  )
}

/** Where the words in the composer go, said before either way is taken. */
function WordsNote({ buttons: { primary, secondary } }: { readonly buttons: AskButtons }) {
  if (!primary || primary.action === 'retry' || primary.action === 'new_task') return null
  const along = `${primary.label} takes your words along.`
  return <p className={styles.note}>{secondary?.action === 'reject' ? `${along} Enter rejects with them.` : along}</p>
}

interface AnswerButtonProps {
  readonly button: AskButton
  readonly variant: 'primary' | 'secondary'
  readonly canAnswer: boolean
  readonly showKey: boolean
  readonly onPress: (action: AskAction) => void
}

function AnswerButton({ button, variant, canAnswer, showKey, onPress }: AnswerButtonProps) {
  const pressedInTime = useRef(false)
  const key = keyOf(button.action)
  return (
    <span className={styles.answer}>
      <Button
        variant={variant}
        disabled={!canAnswer}
        aria-keyshortcuts={key && ariaKey(key)}
        onPointerDown={() => {
          pressedInTime.current = canAnswer
        }}
        onClick={(event) => {
          // A click by key has no press before it; one by pointer counts only if it also began here, in time.
          const isByKey = event.detail === 0
          if (!isByKey && !pressedInTime.current) return
          pressedInTime.current = false
          onPress(button.action)
        }}
      >
        {button.label}
      </Button>
      {showKey && key && (
        <span className={styles.key} aria-hidden>
          <Kbd keys={key} />
        </span>
      )}
    </span>
  )
}

function keyOf(action: AskAction): string | undefined {
  if (action === 'approve' || action === 'retry') return actionKey('ask.approve')
  return action === 'reject' ? actionKey('ask.reject') : undefined
}
