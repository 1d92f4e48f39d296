import { assertNever } from '../../shared/assert-never'
import type { ToolStatus } from '../../shared/tool-status'
import { isToolUseName } from '../../shared/tools'
import type { ToolContent, ToolResponse } from './tool-handler'

/** How a call ended. Exactly one for each call, also for the refused and the skipped ones. */
export type ToolOutcome =
  | { readonly kind: 'done'; readonly response: ToolResponse }
  | { readonly kind: 'failed'; readonly response: ToolResponse }
  /** `why` is told to the model besides. */
  | { readonly kind: 'denied'; readonly why?: string }
  | { readonly kind: 'refused'; readonly reason: string }
  /** One of the person's hooks stopped it; `reason` is a sentence. */
  | { readonly kind: 'vetoed'; readonly reason: string }
  | { readonly kind: 'bad_input'; readonly message: string }
  /** There is none of that name, or it was not offered; `offered` are those that were. */
  | { readonly kind: 'unknown_tool'; readonly offered: readonly string[] }
  /** It cannot be used now. */
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'cut' }
  /** Because the person turned down one before it, or because calls run one at a time. */
  | { readonly kind: 'skipped'; readonly because: 'turned_down' | 'one_at_a_time' }

export interface ShownOutcome {
  readonly status: ToolStatus
  readonly note?: string
  /** True when the call has no card of its own and still belongs in the log. */
  readonly drawsOwnRow: boolean
}

/** How the log shows an outcome. */
export function describeOutcome(outcome: ToolOutcome, name: string): ShownOutcome {
  switch (outcome.kind) {
    case 'done':
      return { status: 'done', ...(outcome.response.note === undefined ? {} : { note: outcome.response.note }), drawsOwnRow: false }
    case 'failed':
      return { status: 'failed', ...(outcome.response.note === undefined ? {} : { note: outcome.response.note }), drawsOwnRow: true }
    case 'denied':
      return { status: 'denied', drawsOwnRow: true }
    case 'refused':
      return { status: 'denied', note: `Not run: ${outcome.reason}.`, drawsOwnRow: true }
    case 'vetoed':
      return { status: 'denied', note: `Not run: ${outcome.reason}`, drawsOwnRow: true }
    case 'bad_input':
      return {
        status: 'failed',
        note: `The model called ${name} with arguments that do not fit. It was told what is wrong.`,
        drawsOwnRow: true,
      }
    case 'unavailable':
      return { status: 'failed', note: outcome.message, drawsOwnRow: true }
    case 'unknown_tool':
      return { status: 'failed', note: unknownToolNote(name), drawsOwnRow: true }
    case 'cut':
      return { status: 'cancelled', note: `The call of ${name} did not arrive whole, so it was not run.`, drawsOwnRow: true }
    case 'skipped':
      return { status: 'cancelled', note: 'Skipped.', drawsOwnRow: true }
    default:
      return assertNever(outcome)
  }
}

const unknownToolNote = (name: string): string =>
  isToolUseName(name) ? `The model called ${name}, which is not available here.` : `The model called a tool that does not exist: ${name}.`

/** What the model reads of an outcome: one result for each call. */
export function resultContent(
  outcome: ToolOutcome,
  description: string,
  name: string,
): { content: readonly ToolContent[]; isError: boolean } {
  switch (outcome.kind) {
    case 'done':
    case 'failed':
      return { content: withDescription(outcome.response.content, description), isError: outcome.kind === 'failed' }
    case 'denied':
      return error(
        ['The person did not approve this call, so it was not run. If they said why, their words follow.', outcome.why]
          .filter((text) => text !== undefined)
          .join('\n'),
      )
    case 'refused':
      return error(`This call was not run: ${outcome.reason}.`)
    case 'vetoed':
      return error(`This call was not run, because a hook of the person stopped it: ${outcome.reason}`)
    case 'bad_input':
    case 'unavailable':
      return error(outcome.message)
    case 'unknown_tool':
      return error(`You were offered no tool named ${JSON.stringify(name)}, so nothing was run. ${nameOffered(outcome.offered)}`)
    case 'cut':
      return error('The arguments of this call did not arrive whole, so nothing was run. Send it again; if it is long, in smaller parts.')
    case 'skipped':
      return error(
        outcome.because === 'turned_down'
          ? 'This call was skipped, because the person turned down one before it. Nothing was run.'
          : 'This call was skipped, because only one call of an answer runs here. Nothing was run: send it again if it is still wanted.',
      )
    default:
      return assertNever(outcome)
  }
}

/** Names that one result tells. */
const MAX_NAMES = 100

function nameOffered(offered: readonly string[]): string {
  if (offered.length === 0) return 'Use only the tools you were given.'
  const more = offered.length > MAX_NAMES ? ` and ${offered.length - MAX_NAMES} more` : ''
  return `Call one of those you have: ${offered.slice(0, MAX_NAMES).join(', ')}${more}.`
}

const error = (text: string) => ({ content: [{ type: 'text', text } as const], isError: true })

function withDescription(content: ToolResponse['content'], description: string): readonly ToolContent[] {
  if (typeof content !== 'string') return content
  return [{ type: 'text', text: `${description} Result:\n${content === '' ? '(nothing was returned)' : content}` }]
}
