import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedLookup, type NameLookup, resolveHost } from '../../../../main/network/checked-lookup'

const answering =
  (...addresses: string[]): NameLookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('looking a host up', () => {
  it('takes a name for the gravest of its addresses', async () => {
    const found = await resolveHost('two.test', answering('93.184.216.34', '10.0.0.1'))
    expect(found).toMatchObject({ host: 'two.test', kind: 'private' })
    expect(found.addresses.map(({ kind }) => kind)).toEqual(['public', 'private'])
  })

  it('asks nobody about an address', async () => {
    const never: NameLookup = () => Promise.reject(new Error('asked'))
    expect((await resolveHost('0x7f.1', never)).addresses).toEqual([{ address: '127.0.0.1', family: 4, kind: 'loopback' }])
    expect((await resolveHost('[::1]', never)).kind).toBe('loopback')
  })

  it('takes the name of the machine for the machine, whatever a name server says', async () => {
    for (const host of ['localhost', 'App.LocalHost.']) {
      const found = await resolveHost(host, answering('93.184.216.34'))
      expect(found).toMatchObject({ kind: 'loopback', addresses: [{ address: '127.0.0.1' }, { address: '::1' }] })
    }
    expect((await resolveHost('metadata.google.internal', answering('93.184.216.34'))).kind).toBe('metadata')
  })

  it('fails for what is no host, has no address or is answered with nonsense', async () => {
    await expect(resolveHost('a b')).rejects.toThrow('is not the name or the address of a host')
    await expect(resolveHost('none.test', answering())).rejects.toThrow('none.test has no address')
    expect((await resolveHost('odd.test', answering('not an address'))).kind).toBe('reserved')
  })
})

describe('a connection through a checked lookup', () => {
  const server = createServer((_, response) => response.end('reached'))
  let asked = 0
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  function fetchThrough(lookup: ReturnType<typeof checkedLookup>, autoSelectFamily: boolean): Promise<string> {
    const { port } = server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const options = { host: 'rebinding.test', port, lookup, autoSelectFamily, agent: false }
      get(options, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      }).on('error', reject)
    })
  }

  it.each([true, false])('is made to what was checked and asked for once (all addresses: %s)', async (all) => {
    const rebinding: NameLookup = async () => {
      asked += 1
      return [{ address: asked > 1 ? '169.254.169.254' : '127.0.0.1', family: 4 }]
    }
    asked = 0
    expect(
      await fetchThrough(
        checkedLookup((kind) => kind === 'loopback', rebinding),
        all,
      ),
    ).toBe('reached')
    expect(asked).toBe(1)
  })

  it.each([true, false])('is not made when one address of the name may not be reached (all addresses: %s)', async (all) => {
    const lookup = checkedLookup((kind) => kind === 'public', answering('93.184.216.34', '127.0.0.1'))
    await expect(fetchThrough(lookup, all)).rejects.toMatchObject({ code: 'EREFUSEDADDRESS', kind: 'loopback' })
  })

  it('fails as a lookup does when the name is not found', async () => {
    const missing: NameLookup = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    await expect(
      fetchThrough(
        checkedLookup(() => true, missing),
        true,
      ),
    ).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
