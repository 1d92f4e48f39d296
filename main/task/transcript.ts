import type { AssistantTurn, ConversationTurn, ToolResultBlock, UserBlock } from '../providers/conversation'
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

  /** Closes the user's side: the results so far, then `content`. */
  addUserTurn(content: readonly Exclude<UserBlock, ToolResultBlock>[]): void {
    const results = [...this.pending.values()]
    this.pending.clear()
    this.turns.push({ role: 'user', content: [...results, ...content] })
    this.journal.append({ k: 'user', results: results.map((block) => block.callId), content })
  }

  addAssistantTurn(turn: AssistantTurn): void {
    if (turn.content.length === 0) return
    this.turns.push(turn)
    this.journal.append({ k: 'assistant', turn })
  }
}
