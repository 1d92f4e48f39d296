import { type AskAnswer, type ClineMessage, PLAN_MODE_TOGGLE_RESPONSE } from '../../shared/messages'
import type { TaskJournal, TaskRecord } from './journal-records'
import type { UserWords } from './user-content'

/** What a person said with an answer that is on the disk, while nothing is that carries it to the model. */
export interface UnheardAnswer {
  /** The row that asked. */
  readonly ts: number
  /** True for a question of a call, whose result would have carried the words. */
  readonly isForCall: boolean
  readonly words: UserWords
}

/** Follows what is unheard while a task runs, by all that it writes down. */
export class UnheardAnswers {
  private unheard: readonly UnheardAnswer[]

  constructor(unheard: readonly UnheardAnswer[]) {
    this.unheard = unheard
  }

  list(): readonly UnheardAnswer[] {
    return this.unheard
  }

  /** The same, with a journal that is followed. `rowOf`: a row as it stands. */
  following<Given extends { readonly journal: TaskJournal }>(given: Given, rowOf: (ts: number) => ClineMessage | undefined): Given {
    const append = (record: TaskRecord): void => {
      given.journal.append(record)
      this.unheard = hear(this.unheard, record, record.k === 'patch' ? rowOf(record.ts) : undefined)
    }
    return { ...given, journal: { append, flush: () => given.journal.flush() } }
  }
}

/** Their answers stand in the result of the call that asked; those to all others go along by themselves. */
const ASKED_BY_CALLS: readonly string[] = ['followup', 'plan_mode_respond', 'completion_result']

/** What is unheard after one more record. `row` is the row that it changed, as it stands then. */
export function hear(unheard: readonly UnheardAnswer[], record: TaskRecord, row?: ClineMessage): readonly UnheardAnswer[] {
  switch (record.k) {
    case 'patch':
      return row?.type === 'ask' && row.answer && record.patch['answer'] ? withAnswer(unheard, row, row.answer) : unheard
    case 'words': {
      const carried = unheard.findIndex(({ words }) => words.text === record.text)
      return unheard.filter((_, at) => at !== carried)
    }
    case 'result':
      return unheard.filter(({ isForCall }) => !isForCall)
    case 'user':
      return []
    default:
      return unheard
  }
}

function withAnswer(
  unheard: readonly UnheardAnswer[],
  { ts, ask }: Extract<ClineMessage, { type: 'ask' }>,
  { text = '', images = [], files = [] }: AskAnswer,
): readonly UnheardAnswer[] {
  const words = { text: text === PLAN_MODE_TOGGLE_RESPONSE ? '' : text, images, files }
  if (words.text.trim() === '' && images.length === 0 && files.length === 0) return unheard
  return [...unheard, { ts, isForCall: ASKED_BY_CALLS.includes(ask), words }]
}
