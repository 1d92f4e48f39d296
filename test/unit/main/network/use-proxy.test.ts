import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { useProxyFromEnvironment } from '../../../../main/network/use-proxy'
import { anthropicAt, ask, failureOf } from '../../../support/model-server/ask-model'
import { startModelServer } from '../../../support/model-server/model-server'
import { says } from '../../../support/model-server/scripted-answer'

it('goes through the proxy of the environment, but never to reach this machine', async () => {
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const undo = await useProxyFromEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const server = await startModelServer([says('hello')])
  onTestFinished(async () => {
    undo?.()
    proxy.close()
    await server.close()
  })
  expect(undo).toBeTypeOf('function')
  expect(await failureOf(anthropicAt({ url: 'https://models.invalid' }))).toMatchObject({ kind: 'network' })
  expect(asked).toEqual(['models.invalid:443'])
  expect((await ask(anthropicAt(server))).at(-1)).toMatchObject({ type: 'end' })
  expect(asked).toHaveLength(1)
})

it('does nothing where no proxy is named', async () => {
  expect(await useProxyFromEnvironment({ NO_PROXY: 'example.com' })).toBeUndefined()
})
