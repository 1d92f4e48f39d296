import type { ClineAskMessage } from '../../shared/messages'
import { FoldingCard } from './card-frame'
import { ReplyCard } from './message-card'
import { Outcome } from './outcome'
import styles from './proposal-card.module.css'
import { useStandingOfAsk } from './standing-of-ask'
import toolStyles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'

type ProposalRow = Extract<ClineAskMessage, { ask: 'condense' | 'new_task' }>

const words: Readonly<Record<ProposalRow['ask'], { readonly title: string; readonly agreed: string }>> = {
  condense: { title: 'Summary of the conversation', agreed: 'The model goes on from it' },
  new_task: { title: 'Context of a new task', agreed: 'It was started' },
}

/** A text on which the work would go on. In the log it is folded: while it waits, it is read in the card above the message box. */
export function ProposalCard({ row }: { readonly row: ProposalRow }) {
  const { title, agreed } = words[row.ask]
  const status = useStandingOfAsk(row)
  return (
    <FoldingCard
      id={`${row.ts}:proposal`}
      opensByDefault={row.partial ?? false}
      tone={status === 'awaiting_approval' ? 'waiting' : undefined}
      title={
        <span className={toolStyles.call}>
          <ToolStatusMark status={status} />
          <span className={toolStyles.callWords}>
            <span className={toolStyles.verb}>{title}</span>
            {status === 'done' && <span className={toolStyles.aside}>{agreed}</span>}
          </span>
        </span>
      }
      meta={<Outcome row={row} />}
    >
      <div className={styles.body}>
        <ReplyCard row={row} />
      </div>
    </FoldingCard>
  )
}
