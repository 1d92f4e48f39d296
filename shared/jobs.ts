import { z } from 'zod'

export const jobStates = ['running', 'waiting', 'ended'] as const

/** A command that goes on in the background of a task. */
export const Job = z.object({
  terminalId: z.string(),
  /** Short and unique in its task: "npm run dev 2". */
  name: z.string(),
  command: z.string(),
  cwd: z.string(),
  /** `waiting`: until somebody types into it. */
  state: z.enum(jobStates),
  /** While it waits: a line that is seen, or something typed unseen, such as a password. */
  waitsForInput: z.enum(['line', 'hidden']).optional(),
  /** The lowest port of this machine on which it listens. */
  port: z.number().int().optional(),
  /** The newest line that is not empty, without colours. */
  lastLine: z.string(),
  /** ms since 1970. */
  startedAt: z.number(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
})
export type Job = z.infer<typeof Job>
