import { noUsage, type Usage } from '../../shared/extension-state'
import type { ClineApiReqInfo, ClineMessage } from '../../shared/messages'
import type { ModelInfo } from '../../shared/models'
import type { RequestUsage } from './answer'
import { subagentRunOf } from './cut-off-subagents'

/** Of a request that gave its usage. */
export type RequestInfo = Required<Omit<ClineApiReqInfo, 'cost' | 'cancelReason' | 'streamingFailedMessage'>> & { readonly cost?: number }

/** US dollars of one request, or undefined when a price is unknown and tokens were used. */
export function costOf(usage: RequestUsage, info: ModelInfo): number | undefined {
  if (usage.totalCost !== undefined) return usage.totalCost
  const parts: readonly (readonly [number, number | undefined])[] = [
    [usage.inputTokens, info.inputPrice],
    [usage.outputTokens, info.outputPrice],
    [usage.cacheWriteTokens, info.cacheWritesPrice],
    [usage.cacheReadTokens, info.cacheReadsPrice],
  ]
  if (parts.some(([tokens, price]) => tokens > 0 && price === undefined)) return undefined
  return parts.reduce((sum, [tokens, price]) => sum + (tokens * (price ?? 0)) / 1_000_000, 0)
}

/** One try of a request, as its row tells it. */
export function describeRequest(usage: RequestUsage, info: ModelInfo): RequestInfo {
  const cost = costOf(usage, info)
  return {
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    cacheWrites: usage.cacheWriteTokens,
    cacheReads: usage.cacheReadTokens,
    contextTokens: usage.inputTokens + usage.outputTokens + usage.cacheWriteTokens + usage.cacheReadTokens,
    ...(cost === undefined ? {} : { cost }),
  }
}

/** What a request's row says after one more try of it: every try is paid for. A null `cost` takes away one that was known. */
export function addTry(before: ClineApiReqInfo, next: RequestInfo) {
  const { tokensIn = 0, tokensOut, cacheWrites = 0, cacheReads = 0 } = before
  if (tokensOut === undefined) return next
  return {
    tokensIn: tokensIn + next.tokensIn,
    tokensOut: tokensOut + next.tokensOut,
    cacheWrites: cacheWrites + next.cacheWrites,
    cacheReads: cacheReads + next.cacheReads,
    contextTokens: next.contextTokens,
    cost: before.cost === undefined || next.cost === undefined ? null : before.cost + next.cost,
  }
}

/** Totals after one more request. Once one price was unknown, the total stays unknown. */
export function addRequest(total: Usage, request: ClineApiReqInfo): Usage {
  const { cost: before, ...rest } = total
  const known = before !== undefined && request.cost !== undefined
  return {
    ...rest,
    tokensIn: total.tokensIn + (request.tokensIn ?? 0),
    tokensOut: total.tokensOut + (request.tokensOut ?? 0),
    cacheReads: total.cacheReads + (request.cacheReads ?? 0),
    cacheWrites: total.cacheWrites + (request.cacheWrites ?? 0),
    contextTokens: request.contextTokens ?? total.contextTokens,
    ...(known ? { cost: before + (request.cost ?? 0) } : {}),
  }
}

/** What a task has used until now, with all that its subagents have. */
export class UsageMeter {
  private current: Usage
  private readonly changed: () => void

  constructor(rows: readonly ClineMessage[], changed: () => void) {
    this.current = usageOfRows(rows)
    this.changed = changed
  }

  get total(): Usage {
    return this.current
  }

  add(request: ClineApiReqInfo): void {
    this.current = addRequest(this.current, request)
    this.changed()
  }

  /** Theirs is another conversation: that of the task is as long as it was. */
  addOfSubagent(request: ClineApiReqInfo): void {
    this.add({ ...request, contextTokens: this.current.contextTokens })
  }
}

/** Totals of a task from its rows: its requests, and those of its subagents. A request that gave no usage counts for nothing. */
export function usageOfRows(rows: readonly ClineMessage[]): Usage {
  return rows.reduce((total, row) => {
    if (row.type === 'say' && row.say === 'api_req_started') return row.data.tokensOut === undefined ? total : addRequest(total, row.data)
    const used = subagentRunOf(row)?.usage
    return used ? addRequest(total, { ...used, contextTokens: total.contextTokens }) : total
  }, noUsage)
}
