import { describe, expect, it } from 'vitest'
import { type Place, Reach } from '../../../../main/browser/reach'
import type { AddressKind } from '../../../../main/network/addresses'

const OWN = 45_001
/** `host`, `host:port`; the port is 80 unless given. */
function place(text: string): Place {
  const [, host = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return { host: host === '[::1]' ? '::1' : host, port: Number(port) }
}

interface Asked {
  readonly kind: AddressKind
  readonly page: string | undefined
  readonly from?: string | undefined
}

/** A browser in which these places were approved. */
function reachOf(approved: Readonly<Record<string, AddressKind>>) {
  const reach = new Reach({ ownPorts: () => new Set([OWN]) })
  for (const [text, kind] of Object.entries(approved)) reach.approve(place(text), kind)
  const refusal = (text: string, { kind, page, from }: Asked) =>
    reach.refusal({
      ...place(text),
      kind,
      page: page === undefined ? undefined : place(page),
      from: from === undefined || from === 'unknown' ? from : place(from),
    })
  const mayLead = (page: string | undefined, to: string) => {
    reach.showing(page === undefined ? undefined : place(page))
    return reach.mayLead(place(to))
  }
  return { reach, refusal, mayLead }
}
const dev = { 'localhost:3000': 'loopback' } as const
const here = { kind: 'loopback', page: 'localhost:3000' } as const

describe('what pages may reach', () => {
  it('is every public host', () => {
    const { refusal } = reachOf({ 'good.test': 'public', ...dev })
    for (const page of ['good.test', 'localhost:3000', undefined])
      expect(refusal('cdn.test:8443', { kind: 'public', page })).toBeUndefined()
  })

  it('is of this machine only the port that was approved, whatever the machine is called', () => {
    const { refusal } = reachOf(dev)
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'app.localhost']) {
      expect(refusal(`${host}:3000`, here)).toBeUndefined()
      expect(refusal(`${host}:4000`, here)).toMatch(/:4000 was not reached: it is this machine itself, and was not approved; launch a page/)
      expect(refusal(host, here)).toContain('was not approved')
    }
  })

  it('is a further port of this machine once that was approved too, and the usual ports as one', () => {
    const { refusal } = reachOf({ ...dev, 'localhost:4000': 'loopback', '127.0.0.1:443': 'loopback' })
    expect(refusal('127.0.0.1:4000', here)).toBeUndefined()
    expect(refusal('localhost', here)).toBeUndefined()
  })

  it('is never what drives programs, nor what is the app itself', () => {
    for (const host of ['localhost', '127.0.0.1', '0.0.0.0'])
      for (const port of [9222, 9229, OWN]) {
        const kind = host === '0.0.0.0' ? 'unspecified' : 'loopback'
        const at = `${host}:${port}`
        const { refusal } = reachOf({ [at]: kind })
        expect(refusal(at, { kind, page: at })).toContain(port === OWN ? 'belongs to this app' : 'programs are debugged')
      }
  })

  it.each<AddressKind>(['private', 'link-local', 'metadata', 'unspecified', 'multicast', 'reserved'])(
    'is no %s address that was not approved as one',
    (kind) => {
      const asked = { kind, page: 'inner.test' }
      expect(reachOf(dev).refusal('inner.test', { ...asked, page: 'localhost:3000' })).toContain('was not approved')
      // Approved while it was thought to be public: another answer of the name server is another thing.
      expect(reachOf({ 'inner.test': 'public' }).refusal('inner.test', asked)).toContain('inner.test:80 was not reached')
      expect(reachOf({ 'inner.test': kind }).refusal('inner.test', asked)).toBeUndefined()
    },
  )

  it('is nothing of this machine for a name that merely leads here', () => {
    const { reach, refusal } = reachOf({ 'evil.test:3000': 'public', ...dev })
    expect(refusal('evil.test:3000', { kind: 'loopback', page: 'evil.test:3000' })).toMatch(/was not approved\.$/)
    expect(reach.kindOf('evil.test')).toBe('loopback')
    // Approved as what it is, it is its own place and no other.
    const known = reachOf({ 'evil.test:3000': 'loopback', ...dev })
    expect(known.refusal('evil.test:3000', { kind: 'loopback', page: 'evil.test:3000' })).toBeUndefined()
    expect(known.refusal('localhost:3000', { kind: 'loopback', page: 'evil.test:3000' })).toContain('comes from elsewhere')
  })

  it('is nothing of this machine for a page from elsewhere, or for a part of a page that comes from elsewhere', () => {
    const { refusal } = reachOf({ 'good.test': 'public', '10.0.0.1': 'private', ...dev })
    for (const page of ['good.test', '10.0.0.1', 'localhost:4000', undefined])
      expect(refusal('localhost:3000', { kind: 'loopback', page })).toContain('comes from elsewhere')
    for (const from of ['ads.test', 'unknown', 'good.test', '10.0.0.1', 'localhost:4000'])
      expect(refusal('localhost:3000', { ...here, from })).toContain('comes from elsewhere')
    expect(refusal('localhost:3000', { ...here, from: '127.0.0.1:3000' })).toBeUndefined()
  })

  it('is of a private network its own place, and what was approved for pages of this machine', () => {
    const { refusal } = reachOf({ '10.0.0.1:8080': 'private', '10.0.0.2': 'private', ...dev })
    expect(refusal('10.0.0.1:8080', { kind: 'private', page: '10.0.0.1:8080' })).toBeUndefined()
    expect(refusal('10.0.0.2', { kind: 'private', page: '10.0.0.1:8080' })).toContain('comes from elsewhere')
    expect(refusal('10.0.0.2', { kind: 'private', page: 'localhost:3000' })).toBeUndefined()
  })

  it('is nothing for a request that may be one of a page that was left, until those have ended', () => {
    const clock = { now: 1_000_000 }
    const reach = new Reach({ ownPorts: () => new Set(), now: () => clock.now })
    const [inner, good] = [place('inner.test:8080'), place('good.test')]
    reach.approve(inner, 'private')
    reach.approve(good, 'public')
    const ask = (path: string, from: 'silent' | Place = 'silent') =>
      reach.refusal({ ...inner, kind: 'private', page: reach.shown, from, url: `http://inner.test:8080${path}` })
    reach.showing(inner, 'http://inner.test:8080/')
    expect([ask('/'), ask('/style.css')]).toEqual([undefined, undefined])
    reach.showing(good, 'http://good.test/')
    expect(ask('/style.css')).toContain('comes from elsewhere')
    reach.showing(undefined)
    reach.showing(inner, 'http://inner.test:8080/')
    expect(ask('/style.css')).toContain('comes from elsewhere')
    // Neither the document that comes in its place, nor what shows that it belongs to that.
    expect([ask('/'), ask('/style.css', inner)]).toEqual([undefined, undefined])
    clock.now += 36_000
    expect(ask('/style.css')).toBeUndefined()
  })

  it('remembers no more names than fit, however many a page makes up', () => {
    const { reach, refusal } = reachOf(dev)
    refusal('first.test', { kind: 'private', page: 'localhost:3000' })
    for (let name = 0; name < 2_000; name += 1)
      refusal(`h${name}.test`, { kind: name % 2 === 0 ? 'public' : 'private', page: 'localhost:3000' })
    expect([reach.kindOf('first.test'), reach.kindOf('h1998.test'), reach.kindOf('h1999.test')]).toEqual([undefined, undefined, 'private'])
  })
})

describe('where pages may go by themselves', () => {
  it('is another port or another name only where that was approved', () => {
    const { mayLead } = reachOf({ ...dev, 'good.test': 'public' })
    for (const to of ['localhost:4000', '127.0.0.1:3000', 'good.test:8080', 'other.test', 'localhost'])
      expect([to, mayLead('localhost:3000', to)]).toEqual([to, false])
    for (const to of ['localhost:3000', 'good.test', 'good.test:443']) expect([to, mayLead('localhost:3000', to)]).toEqual([to, true])
  })

  it('is no place of this machine or its networks for a page from elsewhere, though it was approved', () => {
    const { mayLead } = reachOf({ ...dev, '10.0.0.1': 'private', '10.0.0.2': 'private', 'good.test': 'public', 'evil.test': 'loopback' })
    for (const page of ['good.test', 'evil.test', '10.0.0.2'])
      for (const to of ['localhost:3000', '10.0.0.1']) expect([page, to, mayLead(page, to)]).toEqual([page, to, false])
    expect(mayLead('10.0.0.1', '10.0.0.1')).toBe(true)
    expect(mayLead('localhost:3000', '10.0.0.1')).toBe(true)
    expect(mayLead(undefined, '10.0.0.1')).toBe(true)
  })

  it('is judged by the page that is there, though nobody saw it coming', () => {
    const { reach } = reachOf({ ...dev, 'good.test': 'public' })
    reach.showing(place('localhost:3000'))
    reach.shows(place('localhost:3000'))
    expect(reach.shown).toEqual(place('localhost:3000'))
    reach.shows(place('good.test'))
    expect(reach.shown).toEqual(place('good.test'))
    // The one before, told of late, gives nothing back.
    reach.shows(place('localhost:3000'))
    expect(reach.shown).toEqual(place('good.test'))
  })

  it('is nowhere once the browser ended', () => {
    const { reach, refusal, mayLead } = reachOf(dev)
    expect(reach.isApproved(place('localhost:3000'), 'loopback')).toBe(true)
    expect(reach.isApproved(place('localhost:3000'), 'private')).toBe(false)
    reach.forget()
    expect(reach.isApproved(place('localhost:3000'), 'loopback')).toBe(false)
    expect(mayLead(undefined, 'localhost:3000')).toBe(false)
    expect(refusal('localhost:3000', here)).toBeDefined()
  })
})
