import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { guardedFetch } from '../../../../main/mcp/guarded-fetch'

it('says where nothing answers and what to do, as an error of the kind that a connection tries again after', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.')
  server.close()
  await once(server, 'close')
  const url = `http://127.0.0.1:${address.port}/mcp`
  const asked = guardedFetch({ server: new URL(url), headers: {}, allowPrivate: false })(url)
  await expect(asked).rejects.toThrow(
    new TypeError(`Nothing answers at 127.0.0.1:${address.port}: start the server, or correct its address.`),
  )
  await expect(asked).rejects.toBeInstanceOf(TypeError)
})
