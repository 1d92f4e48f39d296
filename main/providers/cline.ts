import { AuthNetworkError } from '../account/auth-service'
import { StorageError } from '../storage/storage-error'
import { createCallIds } from './answer-reader'
import { classifyError } from './classify-error'
import { clineErrorSentence } from './cline-error'
import { lostConnection, type RequestPlace } from './error-sentences'
import { type HandlerChoice, refuseUnusableChoice } from './handler-choice'
import { createOpenAiClient } from './openai-compatible'
import { createOpenAiReader } from './openai-events'
import { createOpenAiRequests } from './openai-request'
import type { ApiHandler } from './provider'
import { ProviderError } from './provider-error'
import { createBodyWriter } from './request-body'
import { streamAnswer, type OpenAnswer } from './request-watch'
import { createTransport } from './transport'

/** The Cline account, as the provider needs it. */
export interface ClineAccess {
  /** What stands behind `Bearer`, or null; as AuthService gives it. */
  getAuthToken(): Promise<string | null>
  /** Another token than the one that was refused, or null. */
  replaceToken(refused: string): Promise<string | null>
  readonly headers: Readonly<Record<string, string>>
}

/** OpenAI's chat completions at the Cline API, with the token of the account; a refused one is renewed, and the request made once more. */
export function createClineHandler(choice: HandlerChoice, access: ClineAccess | undefined): ApiHandler {
  const buildRequest = createOpenAiRequests(choice)
  const writeBody = createBodyWriter('messages')
  return {
    providerId: choice.place.providerId,
    getModel: () => choice.model,
    createMessage: (request, signal) =>
      streamAnswer(choice, signal, async (watch): Promise<OpenAnswer> => {
        const params = buildRequest(request)
        const open = async (token: string): Promise<OpenAnswer> => {
          const placed = withToken(choice, token, { ...access?.headers, 'X-Task-ID': request.taskId })
          refuseUnusableChoice(placed, true)
          const transport = createTransport(placed.place, 'events', () => writeBody(params))
          const client = createOpenAiClient(placed, transport)
          const answer = await client.chat.completions.create({ ...params, messages: [] }, { signal: watch.signal }).withResponse()
          const requestId = answer.request_id ?? undefined
          const callId = createCallIds(request.conversation, choice.place)
          return {
            events: classifying(answer.data, placed.place),
            reader: createOpenAiReader({ place: placed.place, entry: undefined, requestId, callId, sawDone: transport.sawDone }),
          }
        }
        return openWith(choice, access, open)
      }),
  }
}

async function openWith(
  choice: HandlerChoice,
  access: ClineAccess | undefined,
  open: (token: string) => Promise<OpenAnswer>,
): Promise<OpenAnswer> {
  const token = await tokenOf(choice, () => access?.getAuthToken())
  if (token === null) throw new ProviderError({ kind: 'auth', message: clineErrorSentence('auth', choice.place) })
  const openKnowing = (own: string): Promise<OpenAnswer> =>
    open(own).catch((error: unknown) => {
      throw classifyError(error, withToken(choice, own, {}).place)
    })
  try {
    return await openKnowing(token)
  } catch (known) {
    const isRefused = known instanceof ProviderError && known.facts.kind === 'auth' && known.facts.status === 401
    const other = isRefused ? await tokenOf(choice, () => access?.replaceToken(token)) : null
    if (other === null) throw known
    return openKnowing(other)
  }
}

/** What breaks in the middle is told by who knows the token: it may be repeated there. */
async function* classifying(events: AsyncIterable<unknown>, place: RequestPlace): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* events
  } catch (error) {
    throw classifyError(error, place)
  }
}

async function tokenOf(choice: HandlerChoice, get: () => Promise<string | null> | undefined): Promise<string | null> {
  try {
    return (await get()) ?? null
  } catch (error) {
    if (error instanceof AuthNetworkError)
      throw new ProviderError({ kind: 'network', message: lostConnection(choice.place), detail: error.message }, error)
    if (error instanceof StorageError) throw new ProviderError({ kind: 'auth', message: error.message }, error)
    throw error
  }
}

/** The token is a key from here on: it is sent, and shown nowhere. */
function withToken(choice: HandlerChoice, token: string, headers: Readonly<Record<string, string>>): HandlerChoice {
  const { place } = choice
  return {
    ...choice,
    apiKey: token,
    headers: { ...headers, ...choice.headers },
    place: { ...place, hasKey: true, secrets: [...place.secrets, token, token.replace(/^workos:/, '')] },
  }
}
