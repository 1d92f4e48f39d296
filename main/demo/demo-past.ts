import type { ConversationTurn, ToolCallBlock, ToolResultBlock, UserBlock } from '../providers/conversation'

/** One call of the script and what became of it. */
export interface PastStep {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly outcome: 'done' | 'failed' | 'turned_down'
  readonly text: string
}

export interface DemoPast {
  readonly steps: readonly PastStep[]
  /** What the person wrote since the script spoke last; empty when they wrote nothing. */
  readonly words: string
  /** True once the task's first words have been answered. */
  readonly hasSpoken: boolean
}

/** What has happened so far, read from the conversation: the script remembers nothing itself. */
export function readPast(conversation: readonly ConversationTurn[]): DemoPast {
  const results = new Map(
    conversation
      .flatMap((turn) => (turn.role === 'user' ? turn.content.filter((block) => block.type === 'tool_result') : []))
      .map((result) => [result.callId, result]),
  )
  const calls = conversation.flatMap((turn) =>
    turn.role === 'assistant' ? turn.content.filter((block) => block.type === 'tool_call') : [],
  )
  const spokeLast = conversation.findLastIndex((turn) => turn.role === 'assistant')
  return {
    steps: calls.map((call) => stepOf(call, results.get(call.id))),
    words: conversation
      .slice(spokeLast + 1)
      .flatMap((turn) => (turn.role === 'user' ? turn.content.map(personsWords) : []))
      .join(' ')
      .trim(),
    hasSpoken: spokeLast >= 0,
  }
}

function stepOf(call: ToolCallBlock, result: ToolResultBlock | undefined): PastStep {
  const text = result ? textOf(result) : ''
  return { tool: call.name, input: call.input ?? {}, outcome: outcomeOf(result, text), text }
}

/** A script that reads results as a model does: by their words. */
function outcomeOf(result: ToolResultBlock | undefined, text: string): PastStep['outcome'] {
  if (!result) return 'failed'
  if (!result.isError) return 'done'
  return /did not approve|turned down|denied|rejected/i.test(text) ? 'turned_down' : 'failed'
}

const textOf = (result: ToolResultBlock): string => result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

/** What stands between these marks is the person's own. */
const personal = /<(task|feedback|user_message|answer)>\s*([\s\S]*?)\s*<\/\1>/g

function personsWords(block: UserBlock): string {
  const text = block.type === 'text' ? block.text : block.type === 'tool_result' ? textOf(block) : ''
  return [...text.matchAll(personal)].map((match) => match[2]).join(' ')
}
