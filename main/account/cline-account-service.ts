import { z } from 'zod'
import { StorageError } from '../storage/storage-error'
import { AuthNetworkError, type AuthService } from './auth-service'
import { type ClineApi, ClineApiError } from './cline-api'
import { callSignedIn } from './signed-in-call'

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

  /** Asks anew who is signed in. What does not work leaves it as it was. */
  async refreshUser(): Promise<void> {
    await unlessNoAnswer(this.#auth.refreshUser())
  }

  /** Whether the API takes the sign-in, in one sentence for people. */
  async check(): Promise<{ readonly works: boolean; readonly message: string }> {
    try {
      const called = await callSignedIn({ api: this.#api, auth: this.#auth }, { path: '/api/v1/users/me', timeoutMs: CHECK_MS })
      return called
        ? { works: true, message: 'The Cline API answers and takes the sign-in.' }
        : { works: false, message: 'You are not signed in to Cline: sign in under Cline account, or set CLINE_API_KEY.' }
    } catch (error) {
      if (error instanceof ClineApiError) return { works: false, message: `${error.message}.` }
      throw error
    }
  }

  async #get(path: string): Promise<unknown> {
    return (await unlessNoAnswer(callSignedIn({ api: this.#api, auth: this.#auth }, { path })))?.answer
  }
}

async function unlessNoAnswer<Value>(asking: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof ClineApiError || error instanceof AuthNetworkError || error instanceof StorageError) return undefined
    throw error
  }
}
