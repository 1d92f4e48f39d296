import { z } from 'zod'
import { ClineApiError } from '../account/cline-api'
import { callSignedIn, type SignedIn } from '../account/signed-in-call'
import type { SearchHit, SearchRequest } from './search-endpoint'
import { WebError } from './web-error'

export const SIGN_IN_MESSAGE = 'Please sign in to your Cline account first (Settings, Cline account), then try again.'

const TIMEOUT_MS = 15_000

/** What the Cline API reads from a page for the prompt. Rejects with a WebError, or with the signal's reason. */
export async function fetchManaged(
  account: SignedIn,
  taskId: string,
  request: { readonly url: string; readonly prompt: string },
  signal: AbortSignal,
): Promise<string> {
  const answer = await post(account, {
    path: '/api/v1/search/webfetch',
    body: { Url: request.url, Prompt: request.prompt },
    taskId,
    signal,
  })
  const read = z.object({ data: z.object({ result: z.string() }) }).safeParse(answer)
  if (!read.success) throw new WebError('The Cline API gave an answer without a result.')
  return read.data.data.result
}

/** What the Cline API finds. Rejects as `fetchManaged` does. */
export async function searchManaged(
  account: SignedIn,
  taskId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const { query, allowedDomains, blockedDomains } = request
  const body = {
    query,
    ...(allowedDomains.length === 0 ? {} : { allowed_domains: allowedDomains }),
    ...(blockedDomains.length === 0 ? {} : { blocked_domains: blockedDomains }),
  }
  const answer = await post(account, { path: '/api/v1/search/websearch', body, taskId, signal })
  const read = z.object({ data: z.object({ results: z.array(z.object({ title: z.string(), url: z.string() })) }) }).safeParse(answer)
  if (!read.success) throw new WebError('The Cline API gave an answer without results.')
  return read.data.data.results
}

interface Post {
  readonly path: string
  readonly body: object
  readonly taskId: string
  readonly signal: AbortSignal
}

async function post(account: SignedIn, { path, body, taskId, signal }: Post): Promise<unknown> {
  try {
    const headers = { 'X-Task-ID': taskId }
    const called = await callSignedIn(account, { method: 'POST', path, body, headers, timeoutMs: TIMEOUT_MS, signal })
    if (!called) throw new WebError(SIGN_IN_MESSAGE)
    return called.answer
  } catch (error) {
    // A refusal has the API's own words, which may be those of a page.
    if (error instanceof ClineApiError) throw new WebError(`${error.message}.`, { isQuoting: error.status !== undefined, cause: error })
    throw error
  }
}
