import { expect, it } from 'vitest'
import { newNonce, pagePolicy, withNonce } from '../../../../main/electron/page-policy'

const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]))

it('allows the page its own files, inline images and styles with the nonce of this load, and nothing else', () => {
  expect(directives(pagePolicy('abc'))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'nonce-abc'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  })
  expect(pagePolicy('abc')).not.toMatch(/unsafe|wasm|\*|http/)
})

it('makes a nonce that is new, long and safe in a header and in HTML', () => {
  const nonces = Array.from({ length: 100 }, newNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/)
})

it('puts the nonce into the head of the page', () => {
  expect(withNonce('<html><head><title>x</title></head></html>', 'abc')).toMatch(/<head>\s*<meta name="csp-nonce" nonce="abc"><title>/)
})
