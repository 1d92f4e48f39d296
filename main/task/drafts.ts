import type { RowPatch } from '../../shared/extension-state'
import { sayOf } from '../tools/draw-card'
import type { PartialCard } from '../tools/tool-handler'
import type { MessageState } from './message-state'

/** The rows of calls whose arguments still stream: created at the first readable piece, then only grown. */
export class Drafts {
  private readonly rows: MessageState
  private readonly drawn = new Map<string, { ts: number; data: Record<string, unknown> }>()

  constructor(rows: MessageState) {
    this.rows = rows
  }

  draw(callId: string, card: PartialCard): void {
    const before = this.drawn.get(callId)
    const fields = fieldsOf(card)
    if (before) return this.grow(before, fields)
    this.drawn.set(callId, { ts: create(this.rows, card), data: fields.values })
  }

  tsOf(callId: string): number | undefined {
    return this.drawn.get(callId)?.ts
  }

  /** Every row drawn here, in order. */
  all(): readonly number[] {
    return [...this.drawn.values()].map((draft) => draft.ts)
  }

  private grow(draft: { ts: number; data: Record<string, unknown> }, { inData, values }: Fields): void {
    const { grown, replaced } = compare(draft.data, values)
    draft.data = values
    if (Object.keys(replaced).length > 0) this.rows.patch(draft.ts, inData ? { data: replaced } : replaced)
    if (Object.keys(grown).length > 0) this.rows.append(draft.ts, inData ? 'data' : 'text', inData ? grown : (grown['text'] ?? ''))
  }
}

/** What only got longer, and what changed otherwise. */
function compare(before: Record<string, unknown>, after: Record<string, unknown>): { grown: Record<string, string>; replaced: RowPatch } {
  const grown: Record<string, string> = {}
  const replaced: RowPatch = {}
  for (const [key, value] of Object.entries(after)) {
    const old = before[key]
    if (old === value) continue
    if (typeof value === 'string' && typeof old === 'string' && value.startsWith(old)) grown[key] = value.slice(old.length)
    // What a card holds is plain JSON data.
    else if (JSON.stringify(old) !== JSON.stringify(value)) replaced[key] = value as RowPatch[string]
  }
  return { grown, replaced }
}

interface Fields {
  readonly inData: boolean
  readonly values: Record<string, unknown>
}

function fieldsOf(card: PartialCard): Fields {
  if ('data' in card) return { inData: true, values: { ...card.data } }
  if (card.kind === 'followup') return { inData: true, values: { question: card.question } }
  if (card.kind === 'plan') return { inData: true, values: { response: card.text } }
  return { inData: false, values: { text: card.text } }
}

function create(rows: MessageState, card: PartialCard): number {
  const partial = true
  switch (card.kind) {
    case 'tool':
    case 'command':
    case 'mcp':
    case 'browser':
    case 'subagents':
      return rows.say({ ...sayOf(card), partial })
    case 'followup':
      return rows.addAsk({ ask: 'followup', data: { question: card.question }, partial })
    case 'plan':
      return rows.addAsk({ ask: 'plan_mode_respond', data: { response: card.text }, partial })
    case 'new_task':
    case 'condense':
      return rows.addAsk({ ask: card.kind, text: card.text, partial })
    case 'completion':
      return rows.say({ say: 'completion_result', text: card.text, data: { changes: [] }, partial })
    default:
      return rows.say({ say: 'text', text: card.text, partial })
  }
}
