import { z } from 'zod'

/** How a call stands, from its first readable argument to its result. */
export const ToolStatus = z.enum(['drafting', 'awaiting_approval', 'running', 'done', 'denied', 'failed', 'cancelled'])
export type ToolStatus = z.infer<typeof ToolStatus>
