import { z } from 'zod'
import { ToolStatus } from './tool-status'

/** The agents that a person has described in files, as the settings list them. */
export const AgentList = z.object({
  /** Where they are put, absolute. */
  folder: z.string(),
  /** `path`: of its file, absolute. */
  agents: z.array(z.object({ name: z.string(), description: z.string(), path: z.string() })),
})
export type AgentList = z.infer<typeof AgentList>

/** Of one call. */
export const MAX_SUBAGENTS = 5

/** One of the agents that a call started. */
export const SubagentItem = z.object({
  /** Counted from 1. */
  index: z.number().int(),
  prompt: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  toolCalls: z.number().int(),
  /** What came from a cache or went to it counted. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; absent when no price is known. */
  totalCost: z.number().optional(),
  contextTokens: z.number(),
  contextWindow: z.number().optional(),
  contextUsagePercentage: z.number().optional(),
  latestToolCall: z.string().optional(),
  result: z.string().optional(),
  error: z.string().optional(),
})
export type SubagentItem = z.infer<typeof SubagentItem>

/** All requests of the subagents of one call, as a task counts its own. */
export const SubagentUsage = z.object({
  tokensIn: z.number(),
  tokensOut: z.number(),
  cacheWrites: z.number(),
  cacheReads: z.number(),
  /** US dollars; absent once a price was unknown. */
  cost: z.number().optional(),
})
export type SubagentUsage = z.infer<typeof SubagentUsage>
export const noSubagentUsage: SubagentUsage = { tokensIn: 0, tokensOut: 0, cacheWrites: 0, cacheReads: 0, cost: 0 }

/** With one more request. */
export function addUsage(total: SubagentUsage, request: Partial<SubagentUsage>): SubagentUsage {
  const { cost: before, ...rest } = total
  const isKnown = before !== undefined && request.cost !== undefined
  return {
    ...rest,
    tokensIn: total.tokensIn + (request.tokensIn ?? 0),
    tokensOut: total.tokensOut + (request.tokensOut ?? 0),
    cacheWrites: total.cacheWrites + (request.cacheWrites ?? 0),
    cacheReads: total.cacheReads + (request.cacheReads ?? 0),
    ...(isKnown ? { cost: before + (request.cost ?? 0) } : {}),
  }
}

/** Of all subagents of a call together, with the source's names. */
const totals = {
  total: z.number().int(),
  completed: z.number().int(),
  successes: z.number().int(),
  failures: z.number().int(),
  toolCalls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of the one that fills most of its window. */
  contextWindow: z.number(),
  maxContextTokens: z.number(),
  maxContextUsagePercentage: z.number(),
}
export const SubagentTotals = z.object(totals)
export type SubagentTotals = z.infer<typeof SubagentTotals>

/** A call that starts one or several agents, and how each of them stands. */
export const SubagentRun = z.object({
  /** What each is to do, as far as it has arrived. */
  prompts: z.array(z.string()),
  /** The name of the agent file, when it is one of those. */
  agentName: z.string().optional(),
  items: z.array(SubagentItem).optional(),
  /** What all of them have used. */
  usage: SubagentUsage.optional(),
  ...SubagentTotals.partial().shape,
  status: ToolStatus,
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type SubagentRun = z.infer<typeof SubagentRun>

export function totalsOf(items: readonly SubagentItem[]): SubagentTotals {
  const sum = (count: (item: SubagentItem) => number): number => items.reduce((total, item) => total + count(item), 0)
  const [fullest] = [...items].sort((one, other) => other.contextTokens - one.contextTokens)
  const { contextTokens = 0, contextWindow = 0 } = fullest ?? {}
  return {
    total: items.length,
    completed: sum(({ status }) => (isOver(status) ? 1 : 0)),
    successes: sum(({ status }) => (status === 'completed' ? 1 : 0)),
    failures: sum(({ status }) => (isOver(status) && status !== 'completed' ? 1 : 0)),
    toolCalls: sum(({ toolCalls }) => toolCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    contextWindow,
    maxContextTokens: contextTokens,
    maxContextUsagePercentage: percentage(contextTokens, contextWindow) ?? 0,
  }
}

/** How much of its window a conversation fills; undefined when that is not known. */
export const percentage = (tokens: number, window: number | undefined): number | undefined =>
  window === undefined || window === 0 ? undefined : Math.round((tokens / window) * 100)

export const isOver = (status: SubagentItem['status']): boolean => status !== 'pending' && status !== 'running'

/** How far one subagent may go before it is ended. */
export const SubagentSettings = z.object({
  /** Requests to the model. */
  maxTurns: z.number().int().min(1),
  /** All that its requests took in and gave out, what came from the cache counted. */
  maxTokens: z.number().int().min(1_000),
  /** US dollars; counts only where prices are known. */
  maxCost: z.number().min(0),
  /** Of work: the time in which it waits for the person is not counted. */
  maxMinutes: z.number().min(0.1),
})
export type SubagentSettings = z.infer<typeof SubagentSettings>

export const defaultSubagentSettings: SubagentSettings = { maxTurns: 60, maxTokens: 4_000_000, maxCost: 5, maxMinutes: 30 }

/** Which of the subagents of a task: those of one call stand in the row `ts`, counted from 1. */
export const SubagentKey = z.object({ ts: z.number().int(), index: z.number().int().min(1).max(MAX_SUBAGENTS) })
export type SubagentKey = z.infer<typeof SubagentKey>

const PREFIX = 'use_subagent_'
const MAX_NAME = 64
const HASH_LENGTH = 6

/** The tool by which an agent is started, as the source names it. `taken` are names that others have already. */
export function subagentToolName(agent: string, taken: ReadonlySet<string>): string {
  const plain = agent
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
  const base = shorten(`${PREFIX}${plain === '' ? 'agent' : plain}`, agent)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = `${base.slice(0, MAX_NAME - suffix.length)}${suffix}`
    if (!taken.has(name)) return name
  }
}

/** Cut and told apart by a hash of the whole name. */
function shorten(name: string, agent: string): string {
  if (name.length <= MAX_NAME) return name
  return `${name.slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash(agent.toLowerCase())}`
}

/** 32-bit FNV-1a of the UTF-8 bytes, six digits to base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const byte of utf8(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value.toString(36).padStart(HASH_LENGTH, '0').slice(0, HASH_LENGTH)
}

/** Runs anywhere: there is no TextEncoder in what is shared. */
function utf8(text: string): readonly number[] {
  const encoded = encodeURIComponent(text.toWellFormed())
  return (encoded.match(/%[0-9A-F]{2}|[^%]/g) ?? []).map((piece) =>
    piece.startsWith('%') ? Number.parseInt(piece.slice(1), 16) : piece.charCodeAt(0),
  )
}
