import type { RowPatch } from '../../shared/extension-state'
import type { ClineApiReqInfo } from '../../shared/messages'
import { addUsage, noSubagentUsage, type SubagentItem, type SubagentUsage, totalsOf } from '../../shared/subagents'

/** How one subagent stands. `totalCost` is absent once a price was unknown. */
export type Progress = Omit<SubagentItem, 'index' | 'prompt'>

export const startOfProgress: Progress = {
  status: 'pending',
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalCost: 0,
  contextTokens: 0,
}

/** How long progress may wait to be shown, in ms. */
const SHOW_MS = 250

type Totals = Record<string, number | Record<string, number>>
type Fields = Record<string, string | number | null>

/** The row of a call that started subagents: it is told what changed, and no more than that. */
export class ProgressSheet {
  private readonly patch: (patch: RowPatch) => void
  private readonly items: SubagentItem[]
  private usage: SubagentUsage = noSubagentUsage
  /** Of each item what is not shown yet, by its place. */
  private waiting = new Map<number, Fields>()
  private timer: NodeJS.Timeout | undefined
  private shown: Totals

  constructor({ callId, prompts }: { readonly callId: string; readonly prompts: readonly string[] }, patch: (patch: RowPatch) => void) {
    this.patch = patch
    this.items = prompts.map((prompt, at) => ({ index: at + 1, prompt, ...startOfProgress }))
    this.shown = this.totals()
    patch({ data: { callId, items: this.items.map((item) => ({ ...item })), ...this.shown } })
  }

  /** `index` counts from 1. */
  update(index: number, progress: Progress): void {
    const before = this.items[index - 1]
    if (!before) return
    const after = { index, prompt: before.prompt, ...progress }
    this.items[index - 1] = after
    this.waiting.set(index - 1, { ...this.waiting.get(index - 1), ...differences(before, after) })
    if (before.status === after.status) this.timer ??= setTimeout(() => this.flush(), SHOW_MS)
    else this.flush()
  }

  /** A request of any of them was paid for. */
  used(request: ClineApiReqInfo): void {
    this.usage = addUsage(this.usage, request)
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.waiting.size === 0) return
    const items = Object.fromEntries(this.waiting)
    this.waiting = new Map()
    const before = this.shown
    this.shown = this.totals()
    const totals = Object.entries(this.shown).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    this.patch({ data: { items, ...Object.fromEntries(totals) } })
  }

  private totals(): Totals {
    const { cost, ...usage } = this.usage
    return { ...totalsOf(this.items), usage: cost === undefined ? usage : { ...usage, cost } }
  }
}

/** What a row is told of a change: null takes a value away. */
function differences(before: SubagentItem, after: SubagentItem): Fields {
  const changed: Fields = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // Keys of the two, which hold texts and numbers alone.
    const name = key as keyof SubagentItem
    if (before[name] !== after[name]) changed[name] = after[name] ?? null
  }
  return changed
}
