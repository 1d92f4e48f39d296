import { Check } from 'lucide-react'
import type { ClineAskMessage } from '../../shared/messages'
import { MessageText } from './markdown/message-text'
import styles from './question-card.module.css'

type QuestionRow = Extract<ClineAskMessage, { ask: 'followup' }>
type PlanRow = Extract<ClineAskMessage, { ask: 'plan_mode_respond' }>

/** A question of the agent, with the offered answer that was chosen. Other words stand below, as a message. */
export function QuestionCard({ row }: { readonly row: QuestionRow }) {
  const { question, options, selected } = row.data
  return (
    <div className={styles.card}>
      <MessageText text={question} isStreaming={row.partial ?? false} />
      <Options options={options} selected={selected ?? row.answer?.text} />
    </div>
  )
}

/** A plan of the agent, as long as it is: this is where it is read. */
export function PlanCard({ row }: { readonly row: PlanRow }) {
  const { response, options, selected } = row.data
  return (
    <div className={styles.card}>
      <p className={styles.kind}>Plan</p>
      <MessageText text={response} isStreaming={row.partial ?? false} />
      <Options options={options} selected={selected ?? row.answer?.text} />
    </div>
  )
}

/** The answers that were offered. They are chosen in the card above the message box, where what waits is answered. */
function Options({ options, selected }: { readonly options: readonly string[] | undefined; readonly selected: string | undefined }) {
  // Until one is chosen they stand as buttons in that card, and would only look like buttons here.
  if (!options?.length || selected === undefined) return null
  return (
    <ul className={styles.options} aria-label="Offered answers">
      {options.map((option, index) => (
        // A model may offer the same twice, and none is ever moved.
        <li key={`${index}`} className={option === selected ? styles.selected : styles.option}>
          {option === selected && <Check aria-label="Chosen" />}
          <span dir="auto">{option}</span>
        </li>
      ))}
    </ul>
  )
}
