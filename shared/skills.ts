import { z } from 'zod'

/** `global`: in the person's home folder. `project`: in a folder that is trusted. */
export const SkillSource = z.enum(['global', 'project'])
export type SkillSource = z.infer<typeof SkillSource>

/** One skill as the page of skills lists it. */
export const SkillInfo = z.object({
  name: z.string(),
  description: z.string(),
  source: SkillSource,
  /** Of its file, absolute. */
  path: z.string(),
  isEnabled: z.boolean(),
  /** Why it is not offered as things are, in one sentence. */
  problem: z.string().optional(),
})
export type SkillInfo = z.infer<typeof SkillInfo>
