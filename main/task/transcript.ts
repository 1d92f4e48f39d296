import type { AssistantTurn, ConversationTurn, ToolCallBlock, ToolResultBlock, UserBlock } from '../providers/conversation'
import type { TaskJournal } from './journal-records'

/** The conversation of one task: neutral turns, and the results that wait for the next request. */
export class Transcript {
  private readonly turns: ConversationTurn[]
  private readonly pending: Map<string, ToolResultBlock>
  private readonly journal: TaskJournal

  constructor(journal: TaskJournal, turns: readonly ConversationTurn[] = [], pending: readonly ToolResultBlock[] = []) {
    this.journal = journal
    this.turns = [...turns]
    this.pending = new Map(pending.map((block) => [block.callId, block]))
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
    this.turns.push({ role: 'user', content: [...results, ...content] })
    this.journal.append({ k: 'user', results: results.map((block) => block.callId), words, content })
  }

  addAssistantTurn(turn: AssistantTurn): void {
    if (turn.content.length === 0) return
    this.turns.push(turn)
    this.journal.append({ k: 'assistant', turn })
  }
}
