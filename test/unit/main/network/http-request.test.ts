import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { HttpError, sendHttp } from '../../../../main/network/http-request'
import { useProxyFromEnvironment } from '../../../../main/network/use-proxy'
import { type Misbehaviour, startClineApi } from '../../../support/cline-api/cline-api-server'

const request = (url: string) =>
  sendHttp({ method: 'GET', url, headers: { Authorization: 'Bearer x' }, timeoutMs: 20_000, maxBytes: 10_000 })

it('goes through the proxy of the environment, but never to reach this machine', async () => {
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', (tunnel, socket) => {
    asked.push(`${tunnel.url} ${String(tunnel.headers.authorization)}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const undo = await useProxyFromEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const server = await startClineApi()
  onTestFinished(() => {
    undo?.()
    proxy.close()
  })
  await expect(request('https://api.cline.invalid/api/v1/users/me')).rejects.toThrow(HttpError)
  // Who is in between sees the host and no token.
  expect(asked).toEqual(['api.cline.invalid:443 undefined'])
  expect((await request(`${server.url}/nothing`)).status).toBe(401)
  expect(asked).toHaveLength(1)
})

it.each<[string, Misbehaviour, number]>([
  ['a closed connection', { fault: 'drop' }, 20_000],
  ['an endless answer', { fault: 'endless' }, 20_000],
  ['an answer that cannot be unpacked', { headers: { 'content-encoding': 'gzip' }, body: 'not packed' }, 20_000],
  ['silence', { fault: 'hang' }, 100],
])('leaves nothing of the request in what %s is told by', async (_name, how, timeoutMs) => {
  const server = await startClineApi()
  server.misbehave('/', how)
  const asked = { method: 'POST', url: server.url, headers: { Authorization: 'Bearer canary' }, body: 'canary', maxBytes: 10_000 } as const
  const error: unknown = await sendHttp({ ...asked, timeoutMs }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(HttpError)
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('canary')
})
