import { type Checklist, readChecklist } from '../../shared/checklist'
import type { ClineMessage } from '../../shared/messages'
import type { FocusChainSettings } from '../../shared/settings'
import { ASK_FOR_CHECKLIST, remindOfChecklist } from '../context/checklist'
import type { MessageState } from './message-state'

/** Reminds every so many requests; undefined while the person has it off. */
type Interval = () => number | undefined

export const intervalOf = ({ enabled, remindClineInterval }: FocusChainSettings): number | undefined =>
  enabled ? remindClineInterval : undefined

/** The task's checklist: kept as rows of the chat, which the journal brings back. */
export class FocusChain {
  private readonly rows: MessageState
  private readonly interval: Interval
  private list: Checklist | undefined
  private requestsSince = 0
  private hasAsked = false

  constructor(rows: MessageState, interval: Interval) {
    this.rows = rows
    this.interval = interval
    this.list = readChecklist(lastProgress(rows.list()))
  }

  /** A call brought its `task_progress`. Only a list that is another becomes a row. */
  update(given: unknown): void {
    const list = typeof given === 'string' ? readChecklist(given) : undefined
    if (!list || this.interval() === undefined) return
    this.requestsSince = 0
    if (list.text === this.list?.text) return
    this.list = list
    this.rows.say({ say: 'task_progress', text: list.text })
  }

  /** For the end of the next request; undefined when nothing has to be said. Counts the request. */
  instruct(): string | undefined {
    const interval = this.interval()
    if (interval === undefined) return undefined
    this.requestsSince += 1
    const isDue = this.requestsSince > interval || (!this.list && !this.hasAsked)
    if (!isDue) return undefined
    const since = this.requestsSince - 1
    this.requestsSince = 1
    this.hasAsked = true
    return this.list ? remindOfChecklist(this.list, since) : ASK_FOR_CHECKLIST
  }
}

function lastProgress(rows: readonly ClineMessage[]): string {
  const row = rows.findLast((each) => each.type === 'say' && each.say === 'task_progress')
  return row?.text ?? ''
}
