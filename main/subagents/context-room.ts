import type { ConversationTurn, ToolResultBlock, UserTurn } from '../providers/conversation'

/** From this share of its window on, a conversation is shortened. */
const FULL = 0.75
/** What is left out must be at least this share of what was sent: else the model is to come to its end. */
const WORTHWHILE = 0.25
/** Results up to this length stay, in characters. */
const SHORT = 400
/** Of each newest result, once even those are too much, in characters. */
const BEGINNING = 4_000

const LEFT_OUT = '(This result was left out to make room. Call the tool again if you still need it.)'
const CUT = '(The rest of this result was left out to make room. Ask for a smaller part of it.)'

/** Keeps the conversation of a subagent, with which nobody can help, within what its model takes. What was left out once stays so. */
export class ContextRoom {
  /** The results of turns before this place are left out. */
  private leftOut = 0
  /** Those from there to this place are cut. */
  private cut = 0
  private full = false
  private readonly made = new WeakMap<UserTurn, { readonly how: 'left_out' | 'cut'; readonly turn: UserTurn }>()

  /** There is little left, and nothing more that could be left out. */
  get isFull(): boolean {
    return this.full
  }

  /** The conversation as it is sent. A turn that was changed once is the same object from then on. */
  fit(turns: readonly ConversationTurn[]): readonly ConversationTurn[] {
    if (this.leftOut === 0 && this.cut === 0) return turns
    return turns.map((turn, at) => {
      if (turn.role !== 'user' || at >= Math.max(this.leftOut, this.cut)) return turn
      return this.change(turn, at < this.leftOut ? 'left_out' : 'cut')
    })
  }

  /** Before a turn is added: `tokens` is what the newest request took of the `window`. */
  prepare(turns: readonly ConversationTurn[], tokens: number, window: number | undefined): void {
    if (window === undefined || tokens < window * FULL) return void (this.full = false)
    const before = lengthOf(this.fit(turns))
    // What the newest request asked with stays, and what it called for is still to come.
    this.leftOut = Math.max(
      this.leftOut,
      turns.findLastIndex(({ role }) => role === 'user'),
    )
    this.full = before - lengthOf(this.fit(turns)) < before * WORTHWHILE
  }

  /** The model refused the conversation as too long. False when there is nothing to leave out any more. */
  refused(turns: readonly ConversationTurn[]): boolean {
    const before = lengthOf(this.fit(turns))
    this.leftOut = Math.max(this.leftOut, turns.length - 1)
    if (lengthOf(this.fit(turns)) < before) return true
    this.cut = turns.length
    return lengthOf(this.fit(turns)) < before
  }

  private change(turn: UserTurn, how: 'left_out' | 'cut'): UserTurn {
    const known = this.made.get(turn)
    if (known?.how === how) return known.turn
    const content = turn.content.map((block) => {
      if (block.type !== 'tool_result') return block
      return how === 'left_out' ? withoutContent(block) : beginningOf(block)
    })
    const changed = { ...turn, content }
    this.made.set(turn, { how, turn: changed })
    return changed
  }
}

function withoutContent(block: ToolResultBlock): ToolResultBlock {
  const isShort = block.content.every((part) => part.type === 'text' && part.text.length <= SHORT)
  return isShort ? block : { ...block, content: [{ type: 'text', text: LEFT_OUT }] }
}

function beginningOf(block: ToolResultBlock): ToolResultBlock {
  const text = block.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  if (text.length <= BEGINNING && block.content.every(({ type }) => type === 'text')) return block
  return { ...block, content: [{ type: 'text', text: `${text.slice(0, BEGINNING).toWellFormed()}\n${CUT}` }] }
}

/** In characters of JSON: a measure of its tokens that is good enough to compare. */
const lengthOf = (turns: readonly ConversationTurn[]): number => JSON.stringify(turns).length
