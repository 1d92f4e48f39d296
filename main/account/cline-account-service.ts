import { z } from 'zod'
import type { AuthService } from './auth-service'
import { AuthNetworkError } from './auth-service'
import { type ClineApi, ClineApiError } from './cline-api'

/** The API counts money in millionths of a US dollar. */
const PER_DOLLAR = 1_000_000
const CHECK_MS = 15_000

const Balance = z.object({ data: z.object({ balance: z.number() }) })

/** What the Cline API tells of the account. A fetcher gives undefined when it is not signed in or gets no answer. */
export class ClineAccountService {
  readonly #api: ClineApi
  readonly #auth: AuthService

  constructor(api: ClineApi, auth: AuthService) {
    this.#api = api
    this.#auth = auth
  }

  /** US dollars that the active account has left: the organisation's, where one is active. */
  async fetchBalance(): Promise<number | undefined> {
    const { userId, organizationId } = this.#auth
    if (userId === undefined) return undefined
    const path =
      organizationId === undefined
        ? `/api/v1/users/${encodeURIComponent(userId)}/balance`
        : `/api/v1/organizations/${encodeURIComponent(organizationId)}/balance`
    const balance = Balance.safeParse(await this.#get(path)).data?.data.balance
    return balance === undefined ? undefined : balance / PER_DOLLAR
  }

  /** Whether the API takes the sign-in, in one sentence for people. */
  async check(): Promise<{ readonly works: boolean; readonly message: string }> {
    try {
      const token = await this.#auth.getAuthToken()
      if (token === null)
        return { works: false, message: 'You are not signed in to Cline: sign in under Cline account, or set CLINE_API_KEY.' }
      await this.#api.call({ path: '/api/v1/users/me', token, timeoutMs: CHECK_MS })
      return { works: true, message: 'The Cline API answers and takes the sign-in.' }
    } catch (error) {
      if (error instanceof ClineApiError || error instanceof AuthNetworkError) return { works: false, message: `${error.message}.` }
      throw error
    }
  }

  async #get(path: string): Promise<unknown> {
    try {
      const token = await this.#auth.getAuthToken()
      return token === null ? undefined : await this.#api.call({ path, token })
    } catch (error) {
      if (error instanceof ClineApiError || error instanceof AuthNetworkError) return undefined
      throw error
    }
  }
}
