import { noUsage, type Usage } from '../../shared/extension-state'
import type { ClineApiReqInfo, ClineMessage } from '../../shared/messages'
import type { ModelInfo } from '../../shared/models'
import type { RequestUsage } from './answer'

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

/** Totals of a task from its request rows. A request that gave no usage counts for nothing. */
export function totalUsage(requests: readonly ClineApiReqInfo[]): Usage {
  return requests.filter((request) => request.tokensOut !== undefined).reduce(addRequest, noUsage)
}

export function usageOfRows(rows: readonly ClineMessage[]): Usage {
  return totalUsage(rows.flatMap((row) => (row.type === 'say' && row.say === 'api_req_started' ? [row.data] : [])))
}
