import { describe, expect, it } from 'vitest'
import { AuthNetworkError } from '../../../../main/account/auth-service'
import { createClineApi } from '../../../../main/account/cline-api'
import { readClineEnv } from '../../../../main/account/cline-env'
import type { SignedIn } from '../../../../main/account/signed-in-call'
import { StorageError } from '../../../../main/storage/storage-error'
import { fetchManaged, searchManaged, SIGN_IN_MESSAGE } from '../../../../main/web/managed-web'
import { WebError } from '../../../../main/web/web-error'
import { type ClineApiServer, startClineApi } from '../../../support/cline-api/cline-api-server'
import { signIn, testAccount } from '../../../support/cline-api/signed-in'

const signal = new AbortController().signal
const page = { url: 'https://docs.test/', prompt: 'x' }
const search = { query: 'x', allowedDomains: [], blockedDomains: [] }
const apiAt = ({ url }: ClineApiServer) => createClineApi(() => readClineEnv({ CLINE_API_BASE_URL: url }), { version: '1', type: 'cli' })
const tokensAt = (server: ClineApiServer) => server.to('/api/v1/search').map((request) => request.header('authorization'))

async function failure(work: Promise<unknown>): Promise<Pick<WebError, 'message' | 'isQuoting'>> {
  const error = await work.catch((reason: unknown) => reason)
  if (error instanceof WebError) return { message: error.message, isQuoting: error.isQuoting }
  throw new Error('Not a WebError', { cause: error })
}

describe('the Cline API, asked by the web tools', () => {
  it('gets a renewed token once it has refused one, and no third', async () => {
    const { server, auth } = await signedIn()
    const account: SignedIn = { api: apiAt(server), auth }
    server.tokens.access = 'another one by now'
    expect(await fetchManaged(account, '01TASK', page, signal)).toBe('The page says hello.')
    expect(tokensAt(server)).toEqual(['Bearer workos:access-token-1', 'Bearer workos:access-token-2'])
    server.misbehave('/api/v1/search', { status: 401, body: { error: 'Not you' } }, true)
    expect(await failure(searchManaged(account, '01TASK', search, signal))).toEqual({
      message: 'The Cline API refused with status 401: Not you.',
      isQuoting: true,
    })
    expect(tokensAt(server)).toHaveLength(4)
  })

  it.each([
    ['nobody is signed in', () => Promise.resolve(null), SIGN_IN_MESSAGE],
    ['the sign-in cannot be renewed', () => Promise.reject(new AuthNetworkError('It is down')), 'It is down.'],
    [
      'the sign-in cannot be read',
      () => Promise.reject(new StorageError('denied', '/keys')),
      'The sign-in could not be read: The system does not allow access to /keys: check who owns it and its permissions.',
    ],
  ])('is sent nothing where %s', async (_name, getAuthToken, message) => {
    const server = await startClineApi()
    const account: SignedIn = { api: apiAt(server), auth: { getAuthToken, replaceToken: getAuthToken } }
    for (const work of [fetchManaged(account, '01TASK', page, signal), searchManaged(account, '01TASK', search, signal)])
      expect(await failure(work)).toEqual({ message, isQuoting: false })
    expect(server.requests).toEqual([])
  })

  it('is sent nothing by a call that ended while the token was being renewed', async () => {
    const server = await startClineApi()
    const stop = new AbortController()
    const token = Promise.withResolvers<string>()
    const auth = { getAuthToken: () => token.promise, replaceToken: () => token.promise }
    const fetching = fetchManaged({ api: apiAt(server), auth }, '01TASK', page, stop.signal)
    stop.abort(new Error('stopped by hand'))
    await expect(fetching).rejects.toThrow('stopped by hand')
    token.resolve('key-late')
    await expect(fetchManaged({ api: apiAt(server), auth }, '01TASK', page, stop.signal)).rejects.toThrow('stopped by hand')
    expect(server.requests).toEqual([])
  })
})

async function signedIn() {
  const account = await testAccount()
  await signIn(account)
  return account
}
