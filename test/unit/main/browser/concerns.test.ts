import { expect, it } from 'vitest'
import { type Circumstances, concernOf } from '../../../../main/browser/concerns'
import { parseWebAddress } from '../../../../main/browser/web-address'
import { defaultBrowserSettings } from '../../../../shared/browser'

const usual: Circumstances = {
  settings: defaultBrowserSettings,
  kind: 'public',
  isApproved: false,
  hosts: new Set(),
  holdsSecret: () => false,
  noSandbox: () => undefined,
}
function concern(url: string, around: Partial<Circumstances> = {}): string | undefined {
  const address = parseWebAddress(url)
  if (!address.ok) throw new Error(address.error)
  return concernOf(address.value, { ...usual, ...around })
}

it('a public page, and one of this machine by its own name, need no words', () => {
  expect(concern('https://good.test/')).toBeUndefined()
  expect(concern('http://localhost:3000/', { kind: 'loopback' })).toBeUndefined()
})

it('what lies in a private network, or turned out to lead to this machine, is told until it is approved', () => {
  expect(concern('http://10.0.0.7:8080/', { kind: 'private' })).toBe('10.0.0.7:8080 is an address of a private network.')
  expect(concern('http://evil.test/', { kind: 'loopback' })).toBe('evil.test is this machine itself.')
  expect(concern('http://10.0.0.7:8080/', { kind: 'private', isApproved: true })).toBeUndefined()
})

it('a known key in an address is told, and before it which host would get it where that is another one', () => {
  const holdsSecret = (text: string) => text.includes('canary')
  expect(concern('https://good.test/?k=canary', { holdsSecret })).toBe('A key of yours stands in this address.')
  expect(concern('https://good.test/?k=canary', { holdsSecret, hosts: new Set(['other.test']) })).toBe(
    'This would be the first page of good.test in this task. A key of yours stands in this address.',
  )
})

it('a host beyond the twentieth is told, and none of those that were opened', () => {
  const hosts = new Set(Array.from({ length: 20 }, (_, index) => `h${index}.test`))
  expect(concern('https://one-more.test/', { hosts })).toContain('has opened pages of 20 hosts already.')
  expect(concern('https://h7.test/', { hosts })).toBeUndefined()
  expect(concern('https://one-more.test/', { hosts: new Set([...hosts].slice(1)) })).toBeUndefined()
})

it('a browser without its sandbox, and one that this app did not start, are told each time', () => {
  expect(concern('https://good.test/', { noSandbox: () => 'it runs as root' })).toBe(
    'The browser runs without its sandbox here, because it runs as root.',
  )
  const remote = (remoteBrowserHost: string) =>
    concern('https://good.test/', {
      isApproved: true,
      noSandbox: () => 'it runs as root',
      settings: { ...defaultBrowserSettings, remoteBrowserEnabled: true, remoteBrowserHost },
    })
  expect(remote('http://localhost:9222')).toBe('It opens in the browser at http://localhost:9222, which this app did not start.')
  expect(remote('http://10.0.0.7:9222')).toMatch(/on another machine: what its pages reach there cannot be checked from here\.$/)
})
