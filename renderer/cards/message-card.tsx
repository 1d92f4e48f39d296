import type { ClineMessage } from '../../shared/messages'
import { useOpened } from '../store/app-context'
import { Button } from '../ui/button'
import { Attachments } from './attachments'
import { CopyButton } from './copy-button'
import { MessageText } from './markdown/message-text'
import styles from './message-card.module.css'

/** Past this a pasted log would fill the screen. */
const FOLDED_CHARACTERS = 1_600

/** What the person wrote: the task, or a word in between. */
export function PersonCard({ row }: { readonly row: ClineMessage }) {
  const text = row.text ?? ''
  const [isOpen, setOpen] = useOpened(`${row.ts}:words`, false)
  const folds = text.length > FOLDED_CHARACTERS
  return (
    <div className={styles.person} dir="auto">
      {text && <p className={styles.words}>{folds && !isOpen ? `${text.slice(0, FOLDED_CHARACTERS)}…` : text}</p>}
      {folds && (
        <Button variant="ghost" size="small" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all of it'}
        </Button>
      )}
      <Attachments images={row.images} files={row.files} />
    </div>
  )
}

/** What the agent wrote. */
export function ReplyCard({ row }: { readonly row: ClineMessage }) {
  const text = row.text ?? ''
  return (
    <div className={styles.reply}>
      <MessageText text={text} isStreaming={row.partial ?? false} />
      <Attachments images={row.images} files={row.files} />
      {!row.partial && text && (
        <div className={styles.tools}>
          <CopyButton text={() => text} label="Copy reply" />
        </div>
      )}
    </div>
  )
}
