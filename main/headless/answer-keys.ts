import { actionsOf } from './ask-actions'
import type { AskAction } from './events'
import type { AskAnswer, ClineAskMessage } from '../../shared/messages'
import type { Paint } from './paint'

/** One answer that a single key gives. */
export interface KeyedAnswer {
  readonly key: string
  readonly label: string
  readonly answer: AskAnswer
}

/**
 * The answers of an ask with a key for each: a digit for the options of a question, else a letter of the label. Turning down
 * gets its letter first, so that the same key never rejects one thing and runs another.
 */
export function keyedAnswers(row: ClineAskMessage): readonly KeyedAnswer[] {
  // Nothing is waited for then; Enter alone ends.
  if (row.ask === 'completion_result') return []
  const actions = actionsOf(row)
  const taken = new Set<string>()
  const letters = new Map<AskAction, string>()
  for (const action of actions.toSorted((a, b) => Number(b.response === 'noButtonClicked') - Number(a.response === 'noButtonClicked'))) {
    const letter = freeLetter(action.label, taken)
    taken.add(letter)
    letters.set(action, letter)
  }
  return actions.map((action, index) => {
    const key = action.response === 'messageResponse' ? String(index + 1) : (letters.get(action) ?? '')
    return { key, label: action.label, answer: answerOf(action) }
  })
}

/** What typed words answer: a key or label in full presses it, anything else is said. Undefined when nothing was typed and nothing can be meant. */
export function answerFor(words: string, row: ClineAskMessage, keyed: readonly KeyedAnswer[]): AskAnswer | undefined {
  const text = words.trim()
  if (text === '') return row.ask === 'completion_result' ? { response: 'yesButtonClicked' } : undefined
  const same = text.toLowerCase()
  const pressed = keyed.find(({ key, label }) => key === same || label.toLowerCase() === same)
  return pressed?.answer ?? { response: 'messageResponse', text }
}

/** The line that says which keys there are. */
export function promptFor(row: ClineAskMessage, keyed: readonly KeyedAnswer[], paint: Paint): string {
  const isChoice = row.ask === 'followup' || row.ask === 'plan_mode_respond'
  const range = keyed.length > 1 ? `[${paint.bold(`1–${keyed.length}`)}]` : `[${paint.bold('1')}]`
  const choices =
    isChoice && keyed.length > 0 ? [`${range} Choose`] : isChoice ? [] : keyed.map(({ key, label }) => `[${paint.bold(key)}] ${label}`)
  const words = choices.length > 0 ? `or ${wordsHint(row)}` : capitalised(wordsHint(row))
  return `${[...choices, paint.dim(words)].join('  ')} ${paint.cyan('›')} `
}

function wordsHint(row: ClineAskMessage): string {
  switch (row.ask) {
    case 'tool':
    case 'command':
    case 'use_mcp_server':
    case 'browser_action_launch':
    case 'use_subagents':
      return 'type what should be different'
    case 'followup':
    case 'plan_mode_respond':
      return 'type your answer'
    case 'completion_result':
      return 'anything else? Type it, or press Enter to end'
    default:
      return 'type what it should know'
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The first letter of a word of the label, else any of its letters, else any at all. */
function freeLetter(label: string, taken: ReadonlySet<string>): string {
  const words = label.toLowerCase().split(' ')
  const candidates = `${words.map((word) => word.charAt(0)).join('')}${words.join('')}abcdefghijklmnopqrstuvwxyz`
  return candidates.split('').find((letter) => /[a-z]/.test(letter) && !taken.has(letter)) ?? ''
}

const answerOf = ({ response, label }: AskAction): AskAnswer => (response === 'messageResponse' ? { response, text: label } : { response })
