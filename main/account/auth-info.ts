import { z } from 'zod'

const UserInfo = z.object({
  id: z.string(),
  email: z.string().optional(),
  displayName: z.string().optional(),
  createdAt: z.string().optional(),
  organizations: z
    .array(z.object({ organizationId: z.string(), name: z.string().optional(), active: z.boolean().optional() }))
    .optional()
    .catch(undefined),
  appBaseUrl: z.string().optional(),
  subject: z.string().optional(),
})
export type UserInfo = z.infer<typeof UserInfo>
export const ApiUser = z.object({ data: UserInfo }).transform(({ data }) => data)

/** A sign-in as it is kept, with the names of the source. Times in seconds since 1970. */
export const ClineAuthInfo = z.object({
  idToken: z.string().min(1),
  refreshToken: z.string().min(1),
  expiresAt: z.number(),
  userInfo: UserInfo,
  provider: z.string(),
  startedAt: z.number().optional(),
  /** Where the tokens came from, and the only place that they are sent to. */
  apiBaseUrl: z.string(),
})
export type ClineAuthInfo = z.infer<typeof ClineAuthInfo>
