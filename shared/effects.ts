import { z } from 'zod'

/** A path that a call would touch. `real` follows symbolic links; `inside` is decided from it. */
export const PathEffect = z.object({
  /** As the person reads it: relative inside the project, absolute outside, always with `/`. */
  display: z.string(),
  real: z.string(),
  inside: z.boolean(),
})
export type PathEffect = z.infer<typeof PathEffect>

export const CommandEffect = z.object({
  command: z.string(),
  /** Absolute folder that the command would run in. */
  cwd: z.string(),
  /** The model's own opinion. It can add a question, never remove one. */
  requiresApproval: z.boolean(),
})
export type CommandEffect = z.infer<typeof CommandEffect>

/** What letting a call run would do: the only thing that approval is decided from. */
export const Effects = z.object({
  reads: z.array(PathEffect),
  writes: z.array(PathEffect),
  deletes: z.array(PathEffect),
  executes: z.array(CommandEffect),
  network: z.array(z.string()),
  /** True for a call whose effects nobody can name: it always asks. */
  unknown: z.boolean(),
})
export type Effects = z.infer<typeof Effects>

export const noEffects: Effects = { reads: [], writes: [], deletes: [], executes: [], network: [], unknown: false }
