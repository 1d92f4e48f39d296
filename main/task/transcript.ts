import type { AssistantTurn, ConversationTurn, ToolCallBlock, ToolResultBlock, UserBlock } from '../providers/conversation'
import type { TaskJournal } from './journal-records'

/** A conversation as it is taken up. */
export interface Conversation {
  readonly turns: readonly ConversationTurn[]
  /** Results that no request has carried yet. */
  readonly pendingResults: readonly ToolResultBlock[]
  /** What stands for all that was said before, until a request has carried it. */
  readonly opening: string | undefined
}
const emptyConversation: Conversation = { turns: [], pendingResults: [], opening: undefined }

/** The conversation of one task: neutral turns, and the results that wait for the next request. */
export class Transcript {
  private readonly turns: ConversationTurn[]
  private readonly pending: Map<string, ToolResultBlock>
  private readonly journal: TaskJournal
  private opening: string | undefined

  constructor(journal: TaskJournal, { turns, pendingResults, opening }: Conversation = emptyConversation) {
    this.journal = journal
    this.turns = [...turns]
    this.pending = new Map(pendingResults.map((block) => [block.callId, block]))
    this.opening = opening
  }

  list(): readonly ConversationTurn[] {
    return this.turns
  }

  get length(): number {
    return this.turns.length
  }

  /** Kept from the moment it exists. A second result for the same call is a bug of the caller and changes nothing. */
  addResult(block: ToolResultBlock): void {
    if (this.pending.has(block.callId)) return
    this.pending.set(block.callId, block)
    this.journal.append({ k: 'result', block })
  }

  /** After a cut: what to tell of each call that has no result. `undefined` where that is not known; the request then says so. */
  closeOpenCalls(explain: (call: ToolCallBlock) => string | undefined): void {
    const last = this.turns.at(-1)
    if (last?.role !== 'assistant') return
    for (const block of last.content) {
      // A call without arguments never runs, and each request tells so.
      if (block.type !== 'tool_call' || block.input === undefined || this.pending.has(block.id)) continue
      const text = explain(block)
      if (text !== undefined) this.addResult({ type: 'tool_result', callId: block.id, content: [{ type: 'text', text }], isError: true })
    }
  }

  /** Closes the user's side: the results so far, then `content`, which holds `words` of those the person said. */
  addUserTurn(content: readonly Exclude<UserBlock, ToolResultBlock>[], words = 0): void {
    const results = [...this.pending.values()]
    this.pending.clear()
    const whole = this.opening === undefined ? content : [{ type: 'text', text: this.opening } as const, ...content]
    this.opening = undefined
    this.turns.push({ role: 'user', content: [...results, ...whole] })
    this.journal.append({ k: 'user', results: results.map((block) => block.callId), words, content: whole })
  }

  /** From here on `opening` is sent in place of all that was said. The journal keeps what was. */
  condense(opening: string): void {
    this.turns.length = 0
    this.pending.clear()
    this.opening = opening
    this.journal.append({ k: 'condensed', opening })
  }

  addAssistantTurn(turn: AssistantTurn): void {
    if (turn.content.length === 0) return
    this.turns.push(turn)
    this.journal.append({ k: 'assistant', turn })
  }
}
