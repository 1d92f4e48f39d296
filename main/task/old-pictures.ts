import type { AssistantTurn, ConversationTurn, ToolResultBlock, UserTurn } from '../providers/conversation'
import { ClineDefaultTool } from '../../shared/tools'

/** Pictures of pages that go along whole; older ones are named only. */
const KEPT = 3
/** Left out by so many at once: each time that older ones go, the model's cache of what came before is lost. */
const STEP = 8

const LEFT_OUT = { type: 'text', text: '(The picture of this step is no longer shown. Take a new one if you need it.)' } as const
const without = new WeakMap<UserTurn, UserTurn>()

/**
 * The conversation as it is sent: pictures of the browser only of its newest steps, at most 10 of them. Everything else stays as it
 * is, and a turn that was changed once is the same object from then on.
 */
export function withoutOldPictures(conversation: readonly ConversationTurn[]): readonly ConversationTurn[] {
  const calls = new Set(conversation.flatMap((turn) => (turn.role === 'assistant' ? browserCalls(turn) : [])))
  if (calls.size <= KEPT + STEP - 1) return conversation
  const turns = conversation.flatMap((turn, at) => (turn.role === 'user' && showsPage(turn, calls) ? [at] : []))
  const left = Math.max(0, Math.floor((turns.length - KEPT) / STEP) * STEP)
  const old = new Set(turns.slice(0, left))
  return left === 0 ? conversation : conversation.map((turn, at) => (turn.role === 'user' && old.has(at) ? strip(turn, calls) : turn))
}

const browserCalls = (turn: AssistantTurn): string[] =>
  turn.content.flatMap((block) => (block.type === 'tool_call' && block.name === ClineDefaultTool.BROWSER ? [block.id] : []))

const showsPage = (turn: UserTurn, calls: ReadonlySet<string>): boolean =>
  turn.content.some((block) => block.type === 'tool_result' && calls.has(block.callId) && hasPicture(block))

const hasPicture = ({ content }: ToolResultBlock): boolean => content.some(({ type }) => type === 'image')

function strip(turn: UserTurn, calls: ReadonlySet<string>): UserTurn {
  const known = without.get(turn)
  if (known) return known
  const content = turn.content.map((block) => {
    if (block.type !== 'tool_result' || !calls.has(block.callId) || !hasPicture(block)) return block
    return { ...block, content: [...block.content.filter(({ type }) => type !== 'image'), LEFT_OUT] }
  })
  const stripped = { ...turn, content }
  without.set(turn, stripped)
  return stripped
}
