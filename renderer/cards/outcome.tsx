import { type AskAnswer, type ClineMessage, isApprovalAsk } from '../../shared/messages'
import { counted } from '../../shared/amounts'
import { Badge } from '../ui/badge'
import { scopeWords } from '../words/rule-words'
import styles from './outcome.module.css'

/** Who let an effect happen; what they said with it is the message that follows. The word stands on every card that changed or ran something. */
export function Outcome({ row }: { readonly row: ClineMessage }) {
  const words = outcomeOf(row)
  if (!words) return null
  return words === 'Rejected by you' ? (
    <Badge tone="danger">{words}</Badge>
  ) : (
    <span className={styles.countersigned} title={words}>
      {words}
    </span>
  )
}

/** The outcome in words, or nothing while the card still waits. */
export function outcomeOf(row: ClineMessage): string | undefined {
  if (row.type === 'say') return row.partial || wasRefused(row) ? undefined : sentence(row.allowedBy ?? 'allowed by settings')
  if (!row.answer) return undefined
  const asksForEffect = isApprovalAsk(row)
  const words = {
    yesButtonClicked: 'Approved by you',
    noButtonClicked: 'Rejected by you',
    // Words in place of an approval are the reason why there is none.
    messageResponse: asksForEffect ? 'Rejected by you' : 'Answered by you',
  } as const
  return [words[row.answer.response], ...alongWords(row.answer)].join(', ')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What did not run was allowed by nobody: its note says why. */
const wasRefused = (row: ClineMessage): boolean => 'data' in row && 'status' in row.data && row.data.status === 'denied'

/** What the person decided with their approval. */
function alongWords({ amendment, rule }: AskAnswer): readonly string[] {
  const leftOut = amendment?.leftOut?.length ?? 0
  const isEdited = amendment?.command !== undefined || amendment?.text !== undefined
  return [isEdited && 'edited', leftOut > 0 && `without ${counted(leftOut, 'change')}`, rule && `allowed ${scopeWords[rule.scope]}`].filter(
    (word) => typeof word === 'string',
  )
}
