import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openAiStream } from '../model-server/openai-stream'
import { gate, type ScriptedAnswer } from '../model-server/scripted-answer'

/** One request, to the byte. */
export interface ApiRequestRecord {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** As they stood on the wire, names in their own case, in order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** A header by its name in whatever case. */
  header(name: string): string | undefined
}

/** How a route answers in place of what it would. */
export interface Misbehaviour {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object goes as JSON. */
  readonly body?: string | object
  /** `hang`: no answer at all. `drop`: the connection is closed. `endless`: a body without end. */
  readonly fault?: 'hang' | 'drop' | 'endless'
  /** Answered as ever, but not before this resolves. */
  readonly until?: Promise<unknown>
}

export interface ClineApiServer {
  readonly url: string
  readonly requests: readonly ApiRequestRecord[]
  /** Those of a path that begins so. */
  to(path: string): readonly ApiRequestRecord[]
  /** The next request of this path is answered so, and (`always`) each one after it. */
  misbehave(path: string, how: Misbehaviour, always?: boolean): void
  /** Answers of the model, in order. */
  say(...answers: readonly ScriptedAnswer[]): void
  /** What a person's browser does with the page that was opened: signs in and follows the way back. Gives the last page's text. */
  signIn(openedUrl: string): Promise<string>
  /** The token that is valid now, and the one to renew it with. */
  readonly tokens: { access: string; refresh: string; lifeSeconds: number }
  readonly results: { fetch: string; search: { title: string; url: string }[]; balance: number }
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string | object }

/** The Cline API on the loopback: sign-in with PKCE, tokens, the account, both web tools and the streaming of answers. */
export async function startClineApi(): Promise<ClineApiServer> {
  const state = createState()
  const server = createServer((incoming, response) => void serve(state, incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => closeServer(server))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  state.url = url
  return {
    url,
    requests: state.requests,
    to: (path) => state.requests.filter((request) => request.path.startsWith(path)),
    misbehave: (path, how, always = false) => void state.faults.push({ path, how, always }),
    say: (...answers) => void state.answers.push(...answers),
    signIn: async (openedUrl) => (await fetch(openedUrl)).text(),
    tokens: state.tokens,
    results: state.results,
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

const createState = () => ({
  url: '',
  requests: [] as ApiRequestRecord[],
  faults: [] as { path: string; how: Misbehaviour; always: boolean }[],
  answers: [] as ScriptedAnswer[],
  said: 0,
  ids: 0,
  codes: new Map<string, { challenge: string; redirect: string }>(),
  tokens: { access: 'access-token-1', refresh: 'refresh-token-1', lifeSeconds: 3600 },
  renewals: 1,
  results: {
    fetch: 'The page says hello.',
    search: [{ title: 'First', url: 'https://first.example/' }] as { title: string; url: string }[],
    balance: 12_345_678,
  },
})
type State = ReturnType<typeof createState>

async function serve(state: State, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await record(incoming)
  state.requests.push(request)
  const at = state.faults.findIndex(({ path }) => request.path.startsWith(path))
  const fault = state.faults[at]
  if (fault) {
    if (!fault.always) state.faults.splice(at, 1)
    if (!fault.how.until) return misbehave(response, fault.how)
    await fault.how.until
  }
  if (request.path.startsWith('/api/v1/chat/completions')) return stream(state, request, response)
  send(response, answerTo(state, request))
}

async function record(incoming: IncomingMessage): Promise<ApiRequestRecord> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers: [string, string][] = []
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? ''])
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
    header: (name) => headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1],
  }
}

function misbehave(response: ServerResponse, { status = 200, headers = {}, body = '', fault }: Misbehaviour): void {
  if (fault === 'hang') return
  if (fault === 'drop') return void response.socket?.destroy()
  if (fault === 'endless') return endless(response, status, headers)
  send(response, { status, headers: { ...headers }, body })
}

function endless(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const piece = Buffer.alloc(256 * 1024, ' ')
  const write = (): void => {
    while (response.writable && response.write(piece));
  }
  response.on('drain', write)
  write()
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', 'x-request-id': 'req_cline', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

function stream(state: State, request: ApiRequestRecord, response: ServerResponse): void {
  if (!isSignedIn(state, request)) return send(response, unauthorized)
  const answer = state.answers[state.said++]
  if (!answer) return send(response, { status: 400, body: { error: { code: 'no_script', message: 'The script has no such answer.' } } })
  if (answer.body !== undefined) return send(response, { status: answer.status ?? 200, body: answer.body })
  response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_cline', ...answer.headers })
  for (const part of openAiStream(answer, 'm', () => `id${(state.ids += 1)}`)) if (part !== gate) response.write(part)
  response.end()
}

const unauthorized: Answer = { status: 401, body: { error: 'Invalid or expired token' } }

/** A sign-in says so, a token of the environment (`key-…`) stands as it is. */
const isSignedIn = (state: State, request: ApiRequestRecord): boolean =>
  request.header('authorization') === `Bearer workos:${state.tokens.access}` ||
  (request.header('authorization') ?? '').startsWith('Bearer key-')

function answerTo(state: State, request: ApiRequestRecord): Answer {
  const url = new URL(request.path, state.url)
  const open = openRoutes[`${request.method} ${url.pathname}`]
  if (open) return open(state, url, request)
  if (!isSignedIn(state, request)) return unauthorized
  const closed = signedInRoutes[`${request.method} ${url.pathname}`]
  return closed ? closed(state) : { status: 404, body: { error: `Nothing at ${url.pathname}` } }
}

const json = (request: ApiRequestRecord) => JSON.parse(request.body) as Record<string, string>

const openRoutes: Readonly<Record<string, (state: State, url: URL, request: ApiRequestRecord) => Answer>> = {
  'GET /api/v1/auth/authorize': (state, url) => {
    const to = new URL('/login', state.url)
    for (const name of ['callback_url', 'state', 'code_challenge']) to.searchParams.set(name, url.searchParams.get(name) ?? '')
    return { status: 302, headers: { location: to.href }, body: '' }
  },
  /** The page in the person's browser; they say yes at once. */
  'GET /login': (state, url) => {
    const back = new URL(url.searchParams.get('callback_url') ?? '')
    const code = `code-${state.codes.size + 1}`
    state.codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirect: back.href })
    back.searchParams.set('code', code)
    back.searchParams.set('provider', 'google')
    return { status: 302, headers: { location: back.href }, body: '' }
  },
  'POST /api/v1/auth/token': (state, _url, request) => {
    const { code = '', code_verifier: verifier = '', redirect_uri: redirect } = json(request)
    const known = state.codes.get(code)
    state.codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!known || known.challenge !== challenge || known.redirect !== redirect)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The code is not good.' } }
    return { body: { success: true, data: tokensOf(state) } }
  },
  'POST /api/v1/auth/refresh': (state, _url, request) => {
    const { refreshToken, grantType } = json(request)
    if (refreshToken !== state.tokens.refresh || grantType !== 'refresh_token') return { status: 401, body: { error: 'invalid_grant' } }
    state.renewals += 1
    Object.assign(state.tokens, { access: `access-token-${state.renewals}`, refresh: `refresh-token-${state.renewals}` })
    return { body: { success: true, data: tokensOf(state) } }
  },
}

const signedInRoutes: Readonly<Record<string, (state: State) => Answer>> = {
  'GET /api/v1/users/me': () => ({ body: { success: true, data: { ...person, organizations: [] } } }),
  'GET /api/v1/users/usr-1/balance': (state) => ({ body: { success: true, data: { balance: state.results.balance, userId: person.id } } }),
  'POST /api/v1/search/webfetch': (state) => ({ body: { data: { result: state.results.fetch }, success: true } }),
  'POST /api/v1/search/websearch': (state) => ({ body: { data: { results: state.results.search }, success: true } }),
}

const person = { id: 'usr-1', email: 'ada@example.test', displayName: 'Ada Example', createdAt: '2026-01-01T00:00:00Z' }

const tokensOf = ({ tokens }: State) => ({
  accessToken: tokens.access,
  refreshToken: tokens.refresh,
  tokenType: 'Bearer',
  expiresAt: new Date(Date.now() + tokens.lifeSeconds * 1000).toISOString(),
  userInfo: { subject: 'sub', email: person.email, name: person.displayName, clineUserId: person.id, accounts: [] },
})
