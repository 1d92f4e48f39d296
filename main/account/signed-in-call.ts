import { StorageError } from '../storage/storage-error'
import { AuthNetworkError, type AuthService } from './auth-service'
import { type ClineApi, ClineApiError, type ClineCall } from './cline-api'
import { orAborted } from '../or-aborted'

/** What a call in the name of who is signed in needs. */
export interface SignedIn {
  readonly api: ClineApi
  readonly auth: Pick<AuthService, 'getAuthToken' | 'replaceToken'>
}

/**
 * A call of the Cline API in the name of who is signed in; undefined when nobody is. A refused token is renewed, and the call made
 * once more. Rejects with a ClineApiError, also where the token cannot be had, or with the signal's reason.
 */
export async function callSignedIn({ api, auth }: SignedIn, call: Omit<ClineCall, 'token'>): Promise<{ answer: unknown } | undefined> {
  const token = await tokenFrom(() => auth.getAuthToken(), call.signal)
  if (token === null) return undefined
  try {
    return { answer: await api.call({ ...call, token }) }
  } catch (error) {
    if (!(error instanceof ClineApiError) || error.status !== 401) throw error
    const other = await tokenFrom(() => auth.replaceToken(token), call.signal)
    if (other === null) throw error
    return { answer: await api.call({ ...call, token: other }) }
  }
}

/** Renewing takes its time, and is not for this call alone: a call that is over does not wait for it. */
async function tokenFrom(get: () => Promise<string | null>, signal: AbortSignal | undefined): Promise<string | null> {
  signal?.throwIfAborted()
  try {
    return await (signal ? orAborted(get(), signal) : get())
  } catch (error) {
    if (error instanceof AuthNetworkError) throw new ClineApiError(error.message, undefined, error)
    if (error instanceof StorageError)
      throw new ClineApiError(`The sign-in could not be read: ${error.message.replace(/\.$/, '')}`, undefined, error)
    throw error
  }
}
