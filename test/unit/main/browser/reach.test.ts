import { describe, expect, it } from 'vitest'
import { Reach } from '../../../../main/browser/reach'
import type { AddressKind } from '../../../../main/network/addresses'

const OWN = 45_001
function reachOf(page: string | undefined, approved: Readonly<Record<string, AddressKind>>): Reach {
  const reach = new Reach(() => new Set([OWN]))
  for (const [host, kind] of Object.entries(approved)) reach.approve(host, kind)
  reach.showing(page)
  return reach
}
const own = { localhost: 'loopback' } as const

describe('what pages may reach', () => {
  it('is every public host', () => {
    expect(reachOf('good.test', { 'good.test': 'public' }).refusal({ host: 'cdn.test', port: 443, kind: 'public' })).toBeUndefined()
  })

  it('is this machine, whatever it is called, once a page of it was approved', () => {
    const reach = reachOf('localhost', own)
    for (const host of ['localhost', '127.0.0.1', '::1', 'app.localhost'])
      expect(reach.refusal({ host, port: 4000, kind: 'loopback' })).toBeUndefined()
    expect(reachOf('localhost', {}).refusal({ host: 'localhost', port: 4000, kind: 'loopback' })).toContain('was not approved')
  })

  it('is never what drives programs, nor what is the app itself', () => {
    const reach = reachOf('localhost', own)
    for (const port of [9222, 9229]) expect(reach.refusal({ host: 'localhost', port, kind: 'loopback' })).toContain('programs are debugged')
    expect(reach.refusal({ host: '127.0.0.1', port: OWN, kind: 'loopback' })).toContain('belongs to this app')
  })

  it.each<AddressKind>(['private', 'link-local', 'metadata', 'unspecified', 'multicast', 'reserved'])(
    'is no %s address that was not approved as one',
    (kind) => {
      const target = { host: 'inner.test', port: 80, kind }
      expect(reachOf('localhost', own).refusal(target)).toContain('inner.test:80 was not reached')
      // Approved while it was thought to be public: another answer of the name server is another thing.
      expect(reachOf('inner.test', { 'inner.test': 'public' }).refusal(target)).toContain('was not approved')
      expect(reachOf('inner.test', { 'inner.test': kind }).refusal(target)).toBeUndefined()
    },
  )

  it('is nothing of this machine for a name that merely leads here', () => {
    const reach = reachOf('evil.test', { 'evil.test': 'public', ...own })
    expect(reach.refusal({ host: 'evil.test', port: 3000, kind: 'loopback' })).toContain('was not approved')
    expect(reach.kindOf('evil.test')).toBe('loopback')
  })

  it('is nothing of this machine for a page from elsewhere, or for a part of a page that comes from elsewhere', () => {
    const approved = { 'good.test': 'public', ...own } as const
    const target = { host: 'localhost', port: 3000, kind: 'loopback' } as const
    expect(reachOf('good.test', approved).refusal(target)).toContain('comes from elsewhere')
    expect(reachOf(undefined, approved).refusal(target)).toContain('comes from elsewhere')
    for (const from of ['ads.test', 'unknown', 'good.test'])
      expect(reachOf('localhost', approved).refusal({ ...target, from })).toContain('comes from elsewhere')
    expect(reachOf('localhost', approved).refusal({ ...target, from: '127.0.0.1' })).toBeUndefined()
  })

  it('remembers no more names than fit, however many a page makes up', () => {
    const reach = reachOf('localhost', own)
    reach.refusal({ host: 'first.test', port: 80, kind: 'private' })
    for (let name = 0; name < 2_000; name += 1)
      reach.refusal({ host: `h${name}.test`, port: 80, kind: name % 2 === 0 ? 'public' : 'private' })
    expect([reach.kindOf('first.test'), reach.kindOf('h1998.test'), reach.kindOf('h1999.test')]).toEqual([undefined, undefined, 'private'])
  })

  it('begins anew when the browser ends', () => {
    const reach = reachOf('localhost', own)
    reach.forget()
    expect(reach.isApproved('localhost')).toBe(false)
    expect(reach.refusal({ host: 'localhost', port: 3000, kind: 'loopback' })).toBeDefined()
  })
})
