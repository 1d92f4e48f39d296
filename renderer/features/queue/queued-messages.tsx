import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import type { QueuedMessage } from '../../../shared/extension-state'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId } from '../../store/selectors'
import { IconButton } from '../../ui/icon-button'
import { focusMessageBox } from '../composer/composer-focus'
import { changeDraft, draftOf } from '../composer/drafts'
import { type Acting, useActing } from '../composer/use-acting'
import { QueuedEditor } from './queued-editor'
import styles from './queued-messages.module.css'

const selectQueued = (state: AppState) => state.main.queuedMessages

/** What was written while the agent works and waits for the next request: to be read again, changed or taken back. */
export function QueuedMessages() {
  const messages = useApp(selectQueued)
  if (messages.length === 0) return null
  return (
    <section className={styles.queue} aria-label="Queue">
      <h2 className={styles.title}>Sent with the next request</h2>
      <ol className={styles.list}>
        {messages.map((message) => (
          <QueuedItem key={message.id} message={message} />
        ))}
      </ol>
    </section>
  )
}

function QueuedItem({ message }: { readonly message: QueuedMessage }) {
  const [isEditing, setEditing] = useState(false)
  const { unqueue, editQueued, toast } = useActions()
  const tell = (outcome: { readonly accepted: boolean } | undefined) => {
    if (outcome && !outcome.accepted) toast('info', 'This message was already sent with a request.')
  }
  const finish = async (text: string | undefined) => {
    setEditing(false)
    focusMessageBox()
    if (text === undefined || text === message.text) return
    tell(await editQueued(message.id, text))
  }
  const acting = useActing()
  const sessionId = useApp(selectCurrentSessionId)
  if (isEditing) {
    const keep = (text: string) => keepChange(acting, sessionId, message, text)
    return <QueuedEditor text={message.text} onDone={(text) => void finish(text)} onGone={keep} />
  }
  const attached = message.images.length + message.files.length
  return (
    <li className={styles.item}>
      <span className={styles.text}>{message.text}</span>
      {attached > 0 && <span className={styles.attached}>{attached === 1 ? '1 attachment' : `${attached} attachments`}</span>}
      <IconButton size="small" label="Edit queued message" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)} />
      <IconButton
        size="small"
        label="Remove from queue"
        icon={<X aria-hidden />}
        onClick={() => {
          // The row leaves with its button, so the focus moves on first.
          focusMessageBox()
          void unqueue(message.id).then(tell)
        }}
      />
    </li>
  )
}

/** The message went with a request while it was being changed: the change is worth more than a lost editor. */
function keepChange({ store, actions }: Acting, sessionId: string | undefined, message: QueuedMessage, text: string): void {
  const state = store.getState()
  const { currentSessionId, queuedMessages } = state.main
  if (sessionId === undefined || sessionId !== currentSessionId || queuedMessages.some(({ id }) => id === message.id)) return
  if (text === '' || text === message.text) return
  const { text: before } = draftOf(state, sessionId)
  changeDraft(store, sessionId, { text: before.trim() === '' ? text : `${before}\n${text}` })
  actions.toast('info', 'This message was already sent as it was. Your change stands in the message box.')
}
