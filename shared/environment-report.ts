import { z } from 'zod'

export const pathSources = ['login_shell', 'app_start'] as const

/** What commands start from, and where it came from. Names of variables only: values may be secret. */
export const EnvironmentReport = z.object({
  /** The person's shell, a path. */
  shell: z.string(),
  /** The parts of PATH in their order. */
  entries: z.array(z.object({ path: z.string(), from: z.enum(pathSources) })),
  /** Variables that only the login shell has. */
  added: z.array(z.string()),
  /** Variables that commands do not get: secrets, and what the app itself was started with. */
  removed: z.array(z.string()),
  /** How long the login shell took. Absent when it was not asked. */
  ms: z.number().optional(),
  /** Why the login shell told nothing, in a sentence. */
  problem: z.string().optional(),
})
export type EnvironmentReport = z.infer<typeof EnvironmentReport>
