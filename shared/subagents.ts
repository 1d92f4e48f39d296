import { z } from 'zod'
import { ToolStatus } from './tool-status'

/** One of the agents that a call started. */
export const SubagentItem = z.object({
  /** Counted from 1. */
  index: z.number().int(),
  prompt: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  toolCalls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; absent when no price is known. */
  totalCost: z.number().optional(),
  contextTokens: z.number(),
  contextWindow: z.number().optional(),
  latestToolCall: z.string().optional(),
  result: z.string().optional(),
  error: z.string().optional(),
})
export type SubagentItem = z.infer<typeof SubagentItem>

/** A call that starts one or several agents, and how each of them stands. */
export const SubagentRun = z.object({
  /** What each is to do, as far as it has arrived. */
  prompts: z.array(z.string()),
  /** The name of the agent file, when it is one of those. */
  agentName: z.string().optional(),
  items: z.array(SubagentItem).optional(),
  status: ToolStatus,
  note: z.string().optional(),
  callId: z.string().optional(),
})
export type SubagentRun = z.infer<typeof SubagentRun>
