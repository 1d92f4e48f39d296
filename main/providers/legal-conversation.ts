import type { AssistantTurn, ConversationTurn, ReasoningBlock, TextBlock, ToolCallBlock, ToolResultBlock, UserTurn } from './conversation'
import {
  type ConversationTarget,
  type LegalToolCall,
  type LegalUserBlock,
  legalAssistantBlocks,
  legalResult,
  legalUserBlocks,
  orphanedResult,
} from './legal-blocks'

/** Never empty. */
export interface LegalAssistantTurn {
  readonly role: 'assistant'
  readonly content: readonly (ReasoningBlock | TextBlock | LegalToolCall)[]
}

/** Never empty: `results` answer the calls of the turn before, each once and in their order, and come before `content`. */
export interface LegalUserTurn {
  readonly role: 'user'
  readonly results: readonly ToolResultBlock[]
  readonly content: readonly LegalUserBlock[]
}

export type LegalTurn = LegalAssistantTurn | LegalUserTurn

/** Makes any history into one that its target accepts: it starts and ends with the user, and roles alternate. */
export type MakeLegal = (conversation: readonly ConversationTurn[]) => readonly LegalTurn[]

/**
 * Pure, with a memory of what it has converted: an old turn that comes again yields the same object again, so that
 * what is built from it can be remembered by identity too.
 */
export function createLegalConversation(target: ConversationTarget): MakeLegal {
  const memory = createMemory(target)
  return (conversation) => {
    const taken = new Set<string>()
    return groupTurns(conversation, memory).flatMap((group) => memory.exchange(group, taken))
  }
}

/** What the assistant said, if anything, and what came back for it. */
interface Group {
  readonly assistant: AssistantTurn | undefined
  readonly users: UserTurn[]
}

/** An assistant turn of which nothing may be sent is as if it were not there: what was said around it belongs together. */
function groupTurns(conversation: readonly ConversationTurn[], memory: Memory): Group[] {
  const groups: [Group, ...Group[]] = [{ assistant: undefined, users: [] }]
  let current = groups[0]
  for (const turn of conversation) {
    if (turn.role === 'user') current.users.push(turn)
    else if (memory.blocks(turn).length > 0) {
      current = { assistant: turn, users: [] }
      groups.push(current)
    }
  }
  return groups
}

type AssistantBlocks = ReturnType<typeof legalAssistantBlocks>

interface Memory {
  blocks(turn: AssistantTurn): AssistantBlocks
  exchange(group: Group, taken: Set<string>): readonly LegalTurn[]
}

interface Remembered {
  readonly users: readonly UserTurn[]
  readonly ids: readonly string[]
  readonly turns: readonly LegalTurn[]
}

function createMemory(target: ConversationTarget): Memory {
  const blocksOf = new WeakMap<AssistantTurn, AssistantBlocks>()
  const exchanges = new WeakMap<ConversationTurn, Remembered>()
  const memory: Memory = {
    blocks(turn) {
      const known = blocksOf.get(turn)
      if (known) return known
      const blocks = legalAssistantBlocks(turn, target)
      blocksOf.set(turn, blocks)
      return blocks
    },
    exchange(group, taken) {
      const blocks = group.assistant ? memory.blocks(group.assistant) : []
      const ids = blocks.flatMap((block) => (block.type === 'tool_call' ? [uniqueId(block.call.id, taken, target.maxCallIdLength)] : []))
      const key = group.assistant ?? group.users[0]
      const known = key && exchanges.get(key)
      if (known && isSame(known.users, group.users) && isSame(known.ids, ids)) return known.turns
      const turns = makeExchange(blocks, ids, group.users, target)
      if (key) exchanges.set(key, { users: group.users, ids, turns })
      return turns
    },
  }
  return memory
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

function makeExchange(
  blocks: AssistantBlocks,
  ids: readonly string[],
  users: readonly UserTurn[],
  target: ConversationTarget,
): readonly LegalTurn[] {
  let count = 0
  const content = blocks.map((block) => (block.type === 'tool_call' ? { ...block.legal, id: ids[count++] ?? '' } : block))
  const calls = blocks.flatMap((block) => (block.type === 'tool_call' ? [block.call] : []))
  const { ofCalls, others } = sortResults(users, calls)
  const user: LegalUserTurn = {
    role: 'user',
    results: calls.map((call, index) => legalResult({ call, id: ids[index] ?? '' }, ofCalls[index], target)),
    content: userContent(users, others, target),
  }
  if (content.length === 0) return [withWords(user, OPENING)]
  return [{ role: 'assistant', content }, withWords(user, GO_ON)]
}

const OPENING = '(The beginning of this conversation is not included.)'
const GO_ON = '(No answer was given. Go on.)'

const withWords = (turn: LegalUserTurn, words: string): LegalUserTurn =>
  turn.results.length + turn.content.length > 0 ? turn : { ...turn, content: [{ type: 'text', text: words }] }

interface SortedResults {
  /** For each call the result it got, if any. */
  readonly ofCalls: readonly (ToolResultBlock | undefined)[]
  /** Results of no call of this exchange: they may only be told as text. */
  readonly others: ReadonlySet<ToolResultBlock>
}

function sortResults(users: readonly UserTurn[], calls: readonly ToolCallBlock[]): SortedResults {
  const results = users.flatMap((turn) => turn.content.filter((block) => block.type === 'tool_result'))
  const waiting = Map.groupBy(results, (block) => block.callId)
  const ofCalls = calls.map((call) => waiting.get(call.id)?.shift())
  const callIds = new Set(calls.map((call) => call.id))
  return { ofCalls, others: new Set(results.filter((block) => !callIds.has(block.callId))) }
}

function userContent(users: readonly UserTurn[], orphans: ReadonlySet<ToolResultBlock>, target: ConversationTarget): LegalUserBlock[] {
  return users
    .flatMap((turn) => turn.content)
    .flatMap((block) => {
      if (block.type !== 'tool_result') return legalUserBlocks([block], target)
      return orphans.has(block) ? orphanedResult(block, target) : []
    })
}

/**
 * The id as it stands if the target can take it, else one made from it. The same id twice in a conversation gets a
 * number: providers refuse two calls of one name. Depends on earlier turns only, so it never changes as the history grows.
 */
function uniqueId(id: string, taken: Set<string>, maxLength: number): string {
  const base = new RegExp(`^[A-Za-z0-9_-]{1,${maxLength}}$`).test(id) ? id : `call_${fingerprint(id)}`
  let unique = base
  for (let count = 2; taken.has(unique); count += 1) unique = `${base.slice(0, maxLength - 1 - String(count).length)}_${count}`
  taken.add(unique)
  return unique
}

/** FNV-1a over two seeds: short, the same everywhere, and no secret. */
function fingerprint(text: string): string {
  return [0x811c9dc5, 0x01234567].map((seed) => hash(text, seed).toString(36)).join('')
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
