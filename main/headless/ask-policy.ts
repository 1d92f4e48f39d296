import { assertNever } from '../../shared/assert-never'
import type { AskAnswer, ClineAsk } from '../../shared/messages'
import type { ResultStatus } from './events'
import type { OnAsk } from './arguments'

/** What to do about an ask that nobody may be there to answer. */
export type AskVerdict =
  | { readonly kind: 'press'; readonly answer: AskAnswer }
  /** Somebody answers: at the terminal, or the other end of stdin. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'end'; readonly status: ResultStatus }

const yes: AskAnswer = { response: 'yesButtonClicked' }

/** Who answers an ask of this kind. `completion_result` never comes here: it is not waited for. */
export function judgeAsk(ask: ClineAsk, onAsk: OnAsk): AskVerdict {
  switch (onAsk) {
    case 'tty':
    case 'stdin':
      return { kind: 'wait' }
    case 'nobody':
      return { kind: 'end', status: 'needs_approval' }
    case 'approve':
      return approve(ask)
    default:
      return assertNever(onAsk)
  }
}

function approve(ask: ClineAsk): AskVerdict {
  switch (ask) {
    case 'followup':
    case 'plan_mode_respond':
      return { kind: 'end', status: 'needs_approval' }
    case 'api_req_failed':
    case 'mistake_limit_reached':
      return { kind: 'end', status: 'failed' }
    default:
      return { kind: 'press', answer: yes }
  }
}
