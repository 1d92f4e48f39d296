import { z } from 'zod'
import { ApiUser, type ClineAuthInfo, type UserInfo } from './auth-info'
import { type ClineApi, ClineApiError } from './cline-api'
import type { SignInProof } from './pkce'

// The calls of the Cline API that a sign-in is made of. Each rejects with a ClineApiError, or with the signal's reason.

/** Where the person's browser is to go. */
export async function authorizeAddress(api: ClineApi, callbackUrl: string, proof: SignInProof, signal: AbortSignal): Promise<string> {
  const query = new URLSearchParams({
    client_type: 'extension',
    callback_url: callbackUrl,
    redirect_uri: callbackUrl,
    state: proof.state,
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
  })
  const path = `/api/v1/auth/authorize?${query.toString()}`
  const address = await api.redirectOf({ path, headers: { Accept: 'application/json' }, signal })
  const { apiBaseUrl } = api.env()
  const url = URL.canParse(address, apiBaseUrl) ? new URL(address, apiBaseUrl) : undefined
  const isUsable = url?.protocol === 'https:' || (url?.protocol === 'http:' && apiBaseUrl.startsWith('http:'))
  if (!url || !isUsable) throw new ClineApiError('The Cline API named a page to sign in on that is no secure web address', undefined)
  return url.href
}

interface Exchange {
  readonly code: string
  readonly provider: string | undefined
  readonly callbackUrl: string
  readonly verifier: string
}

/** Turns the code that the browser brought into tokens. */
export async function exchangeCode(api: ClineApi, exchange: Exchange, signal: AbortSignal): Promise<ClineAuthInfo> {
  const answer = await api.call({
    method: 'POST',
    path: '/api/v1/auth/token',
    headers: { Accept: 'application/json' },
    body: {
      grant_type: 'authorization_code',
      code: exchange.code,
      client_type: 'extension',
      redirect_uri: exchange.callbackUrl,
      provider: exchange.provider ?? PROVIDER,
      code_verifier: exchange.verifier,
    },
    signal,
  })
  const tokens = readTokens(answer)
  const userInfo = await fetchUser(api, tokens.accessToken, signal)
  return toAuthInfo(api, tokens, userInfo ? { userInfo } : {})
}

/** New tokens for those of `info`. This one request alone: the API takes the old ones only once, so that the new ones must be kept at once. */
export async function refreshTokens(api: ClineApi, info: ClineAuthInfo): Promise<ClineAuthInfo> {
  const body = { refreshToken: info.refreshToken, grantType: 'refresh_token' }
  const answer = await api.call({ method: 'POST', path: '/api/v1/auth/refresh', body, timeoutMs: RENEWAL_MS })
  return toAuthInfo(api, readTokens(answer), info)
}

/** Shorter than any other process waits for its turn: none of them uses the same token in the meantime. */
const RENEWAL_MS = 20_000

/** A sign-in is sent so; a token of the environment is sent as it is. */
export const bearerOf = ({ idToken }: Pick<ClineAuthInfo, 'idToken'>): string => `workos:${idToken}`

const PROVIDER = 'cline'

const Tokens = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().optional(),
  /** ISO 8601; a number would be seconds since 1970. */
  expiresAt: z.union([
    z.number(),
    z
      .string()
      .transform((text) => Date.parse(text) / 1000)
      .refine((seconds) => !Number.isNaN(seconds)),
  ]),
  userInfo: z
    .object({
      clineUserId: z.string().nullish(),
      email: z.string().nullish(),
      name: z.string().nullish(),
      subject: z.string().nullish(),
    })
    .nullish(),
})
type Tokens = z.infer<typeof Tokens>

function readTokens(answer: unknown): Tokens {
  const tokens = z.object({ data: Tokens }).safeParse(answer)
  if (!tokens.success) throw new ClineApiError('The Cline API gave tokens that cannot be read', 200)
  return tokens.data.data
}

function toAuthInfo(api: ClineApi, tokens: Tokens, before: Partial<ClineAuthInfo>): ClineAuthInfo {
  const refreshToken = tokens.refreshToken ?? before.refreshToken
  if (refreshToken === undefined) throw new ClineApiError('The Cline API gave no token to renew the sign-in with', 200)
  return {
    idToken: tokens.accessToken,
    refreshToken,
    expiresAt: tokens.expiresAt,
    userInfo: before.userInfo ?? userIn(tokens) ?? { id: '' },
    provider: PROVIDER,
    startedAt: before.startedAt ?? Math.floor(Date.now() / 1000),
    apiBaseUrl: api.env().apiBaseUrl,
  }
}

/** Who the API says this is. Undefined where it does not: that is no reason to be signed out, the tokens hold. */
export async function fetchUser(api: ClineApi, idToken: string, signal?: AbortSignal): Promise<UserInfo | undefined> {
  try {
    const call = { path: '/api/v1/users/me', token: bearerOf({ idToken }), ...(signal ? { signal } : {}) }
    return ApiUser.safeParse(await api.call(call)).data
  } catch (error) {
    if (error instanceof ClineApiError) return undefined
    throw error
  }
}

function userIn({ userInfo }: Tokens): UserInfo | undefined {
  if (!userInfo?.clineUserId) return undefined
  const { clineUserId: id, email, name, subject } = userInfo
  return { id, ...(email ? { email } : {}), ...(name ? { displayName: name } : {}), ...(subject ? { subject } : {}) }
}
