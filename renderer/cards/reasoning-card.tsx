import { ChevronRight } from 'lucide-react'
import type { ClineMessage } from '../../shared/messages'
import { useOpened } from '../store/app-context'
import { MessageText } from './markdown/message-text'
import styles from './reasoning-card.module.css'

/** What the model thought, folded: one line that says so, open while it thinks only if the person opened it. */
export function ReasoningCard({ row }: { readonly row: ClineMessage }) {
  const text = row.reasoning || row.text || ''
  const [isOpen, setOpen] = useOpened(`${row.ts}:thinking`, false)
  return (
    <div className={styles.box}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className={styles.chevron} aria-hidden />
        <span className={styles.word}>{row.partial ? 'Thinking' : 'Thought'}</span>
        {!isOpen && <span className={styles.glimpse}>{glimpseOf(text, row.partial ?? false)}</span>}
      </button>
      {isOpen && (
        <div className={styles.text} tabIndex={0} role="group" aria-label="Thinking">
          <MessageText text={text} isStreaming={row.partial ?? false} />
        </div>
      )}
    </div>
  )
}

const GLIMPSE_CHARACTERS = 140

/** One line of it: the newest while it grows, else the first. */
function glimpseOf(text: string, isGrowing: boolean): string {
  const part = isGrowing ? text.slice(-GLIMPSE_CHARACTERS) : text.slice(0, GLIMPSE_CHARACTERS)
  return part.replace(/[\s*_#`]+/g, ' ').trim()
}
