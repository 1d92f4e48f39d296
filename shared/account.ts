import { z } from 'zod'
import { providerIds } from './models'

/** Who is signed in, as the API names them. Only what the window shows. */
export const AccountUser = z.object({
  id: z.string(),
  displayName: z.string().optional(),
  email: z.string().optional(),
})
export type AccountUser = z.infer<typeof AccountUser>

/** The Cline account as the window draws it. Never a token. */
export const AccountState = z.discriminatedUnion('kind', [
  /** `problem` says why a sign-in came to nothing, or why one ended by itself. */
  z.object({ kind: z.literal('signed_out'), problem: z.string().optional() }),
  /** The person's browser is open; with an `address` it could not be opened, and they are to go there themselves. */
  z.object({ kind: z.literal('signing_in'), address: z.string().optional() }),
  z.object({
    kind: z.literal('signed_in'),
    user: AccountUser,
    /** A keychain by its name, `file`, or `memory`: signed in only until the app quits. */
    keptIn: z.string(),
    /** US dollars; absent while it is not known. */
    balance: z.number().optional(),
  }),
  /** A token of the environment stands in for a sign-in. */
  z.object({ kind: z.literal('token') }),
])
export type AccountState = z.infer<typeof AccountState>

/** What the keys of search services go by: each is kept for one origin. */
export const WEB_SEARCH_SECRET = 'webSearchEndpoint'

/** What keys may be stored by. */
export const SecretName = z.enum([...providerIds, WEB_SEARCH_SECRET])
export type SecretName = z.infer<typeof SecretName>

/** What the window may know of a stored key. */
export const KeptKey = z.object({ hint: z.string(), backend: z.string() })
export type KeptKey = z.infer<typeof KeptKey>
