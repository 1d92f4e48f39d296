import { useEffect } from 'react'
import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId } from '../../store/selectors'
import { Button } from '../../ui/button'
import { ActivityBar } from './activity-bar'
import { AttachButton } from './attach-button'
import { AttachmentChips } from './attachment-chips'
import { AutoApproveChip } from './auto-approve-chip'
import { MESSAGE_BOX_ID, focusMessageBox } from './composer-focus'
import styles from './composer.module.css'
import { changeDraft, currentDraft, isEmptyDraft } from './drafts'
import { ModeSwitch } from './mode-switch'
import { ModelButton } from './model-button'
import { type SendWord, selectRejectsWithWords, send, sendWord, sendingFor } from './sending'
import { runningCommand } from './running-command'
import { useActing } from './use-acting'
import { useAttaching } from './use-attaching'
import { useDraftKeeper } from './use-draft-keeper'
import { useMessageKeys } from './use-message-keys'

/** A password that is asked for would be typed here by habit, where the model gets it. */
const selectAsksHidden = (state: AppState) => runningCommand(state)?.waitsForInput === 'hidden'
const selectHasEnded = (state: AppState) => sendingFor(state).kind === 'ended'

/** Where a person writes to the agent: at any time, whatever it does. */
export function Composer() {
  const sessionId = useApp(selectCurrentSessionId)
  if (sessionId === undefined) return null
  // Another session is another message: its own caret, undo history and half-done compositions.
  return <SessionComposer key={sessionId} sessionId={sessionId} />
}

function SessionComposer({ sessionId }: { readonly sessionId: string }) {
  const acting = useActing()
  const draft = useApp(currentDraft)
  const word = useApp(sendWord)
  const hasEnded = useApp(selectHasEnded)
  const rejects = useApp(selectRejectsWithWords)
  const asksHidden = useApp(selectAsksHidden)
  const keeper = useDraftKeeper()
  useFirstFocus()
  const attaching = useAttaching(sessionId)
  const sendNow = () => void send(acting)
  const keys = useMessageKeys(sendNow)
  const cannotSend = hasEnded || isEmptyDraft(draft) || attaching.isBusy
  return (
    <form
      className={styles.composer}
      data-dragging={attaching.isDragging || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        // The button falls silent with the words it sends.
        focusMessageBox()
        sendNow()
      }}
      {...attaching.dropTarget}
    >
      <ActivityBar />
      <div className={styles.box}>
        <AttachmentChips draft={draft} onChange={(change) => changeDraft(acting.store, sessionId, change)} />
        <textarea
          id={MESSAGE_BOX_ID}
          className={styles.text}
          aria-label="Message"
          aria-describedby="composer-hint"
          rows={1}
          dir="auto"
          placeholder={placeholderFor(word, { hasEnded, rejects, asksHidden })}
          value={draft.text}
          onChange={(event) => changeDraft(acting.store, sessionId, { text: event.target.value })}
          onBlur={() => keeper.current?.flush()}
          onPaste={attaching.onPaste}
          {...keys}
        />
        <div className={styles.tools}>
          <ModeSwitch />
          <AttachButton onFiles={attaching.attachFiles} isBusy={attaching.isBusy} />
          <AutoApproveChip />
          <ModelButton />
          <Button
            type="submit"
            variant="primary"
            size="small"
            className={styles.send}
            disabled={cannotSend}
            title={rejects ? REJECTS : undefined}
          >
            {word}
          </Button>
        </div>
      </div>
      <p id="composer-hint" hidden>
        {rejects ? REJECTS : 'Enter sends, Shift and Enter start a new line.'}
      </p>
    </form>
  )
}

/** A session that opens where nothing has the focus begins at its message box: what opened it has just gone. */
function useFirstFocus(): void {
  useEffect(() => {
    const take = () => {
      if (document.activeElement === null || document.activeElement === document.body) focusMessageBox()
    }
    take()
    // A dialog that opened the session goes after it has come, and gives the focus back to what is no longer there.
    const timers = DIALOG_GONE_MS.map((ms) => setTimeout(take, ms))
    return () => timers.forEach(clearTimeout)
  }, [])
}

const DIALOG_GONE_MS = [100, 400]

const REJECTS = 'Enter rejects what waits and sends these words as the reason. Shift and Enter start a new line.'

interface PlaceholderFacts {
  readonly hasEnded: boolean
  readonly rejects: boolean
  readonly asksHidden: boolean
}

function placeholderFor(word: SendWord, { hasEnded, rejects, asksHidden }: PlaceholderFacts): string {
  if (hasEnded) return 'The task has ended. Start a new one to go on.'
  if (asksHidden) return 'A command asks for a password in its own field above. What is written here goes to the model.'
  return rejects ? 'To reject it, say what to do instead' : placeholders[word]
}

const placeholders: Readonly<Record<SendWord, string>> = {
  Send: 'What should be done?',
  Queue: 'Add to the task. It is sent with the next request.',
  Answer: 'Answer in your own words',
  'Reject with this': 'Say what to do instead',
}
