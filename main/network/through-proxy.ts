import { type ClientRequest, type IncomingMessage, request as sendHttp, type RequestOptions } from 'node:http'
import { request as sendHttps } from 'node:https'
import type { Duplex } from 'node:stream'

/** A proxy answered and did not make the connection that was asked of it. The message lacks its subject, the proxy. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal'
  constructor(status: number | undefined) {
    super(status === PROXY_LOGIN ? 'wants another name and password' : `answered with ${status ?? 'no status'}`)
  }
}
export const PROXY_LOGIN = 407

/** Begins a request to a proxy itself. Its agent is never the app's, which may lead to that proxy in turn. */
export function requestOfProxy(proxy: URL, options: RequestOptions, onAnswer?: (answer: IncomingMessage) => void): ClientRequest {
  const { hostname, port, protocol } = proxy
  const isSecure = protocol === 'https:'
  const send = isSecure ? sendHttps : sendHttp
  const way = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? (isSecure ? 443 : 80) : Number(port) }
  return send({ ...options, ...way, ...(options.agent === undefined ? { agent: false } : {}) }, onAnswer)
}

/** The header that carries the name and the password of a proxy's address; none where it has neither. */
export function proxyLogin({ username, password }: URL): readonly ['Proxy-Authorization', string] | readonly [] {
  if (username === '' && password === '') return []
  const login = `${decoded(username)}:${decoded(password)}`
  return ['Proxy-Authorization', `Basic ${Buffer.from(login).toString('base64')}`]
}

/** A sign that begins no escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** A connection to `place`, which is `host:port`, through a proxy. Rejects with a ProxyRefusal, or with the error of the connection. */
export function tunnelThrough(proxy: URL, place: string, limitMs: number): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const headers = ['Host', place, ...proxyLogin(proxy)]
  const asking = requestOfProxy(proxy, { method: 'CONNECT', path: place, headers })
  asking.setTimeout(limitMs, () => asking.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
  asking.once('connect', ({ statusCode }: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (statusCode !== 200) {
      socket.destroy()
      return reject(new ProxyRefusal(statusCode))
    }
    asking.setTimeout(0)
    if (head.length > 0) socket.unshift(head)
    resolve(socket)
  })
  asking.once('response', (answer) => {
    answer.destroy()
    reject(new ProxyRefusal(answer.statusCode))
  })
  asking.once('error', reject)
  asking.end()
  return promise
}
