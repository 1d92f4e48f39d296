import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASKED, createSecretMask } from '../../../../main/storage/mask-secrets'
import { cpuTime } from '../../../support/cpu-time'

const KEY = 'k3y+/with=odd&chars~and-Ünïcode"quote'

function masking(...secrets: string[]): (text: string) => string {
  const mask = createSecretMask()
  for (const secret of secrets) mask.learn(secret)
  return (text) => mask.maskSecrets(text)
}

describe('a secret that is known', () => {
  const text = (inner: string): string => `before ${inner} after`
  test.each([
    ['plain', KEY],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in an address', encodeURIComponent(KEY)],
    ['in an address with small letters', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
    ['with every letter coded', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')],
    ['wrapped over lines', `${KEY.slice(0, 9)}\r\n${KEY.slice(9, 20)}\n${KEY.slice(20)}`],
    ['wrapped in JSON', `${KEY.slice(0, 9)}\\n${KEY.slice(9)}`.replace('"', '"')],
    ['in base64', Buffer.from(KEY).toString('base64').replace(/=+$/, '')],
  ])('is masked %s', (_, form) => {
    expect(masking(KEY)(text(form))).toBe(text(MASKED))
  })

  test('is masked in base64 wherever it starts', () => {
    for (const before of ['', 'u', 'us', 'use', 'user:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const masked = masking(KEY)(Buffer.from(`${before}${KEY} and more`).toString(encoding))
        expect(masked).toContain(MASKED)
        expect(Buffer.from(masked.replace(MASKED, ''), encoding).toString()).not.toContain(KEY.slice(4, 12))
      }
    }
  })

  test('leaves everything else as it is', () => {
    expect(masking(KEY, 'short', '   ')('a short text about keys')).toBe('a short text about keys')
  })

  test('never shows, in any text, however it is written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(secret.trim().length >= 6)
        const value = secret.trim()
        const mask = masking(secret)
        for (const form of [value, JSON.stringify(value), encodeURIComponent(value)]) {
          const masked = mask(`${before}${form}${after}`)
          expect(masked).toContain(MASKED)
        }
      }),
    )
  })
})

describe('a secret that nobody told of', () => {
  test.each([
    'sk-ant-api03-abcdefgh12345678',
    'sk-proj-ABCDEFGH_12345678',
    'ghp_abcdefghij0123456789',
    'github_pat_11ABCDEFG0123456789',
    'AIzaSyA1234567890abcdefgh',
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-1234567890-abcdef',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  ])('is known by its shape: %s', (secret) => {
    expect(masking()(`The server said: ${secret}, no.`)).toBe(`The server said: ${MASKED}, no.`)
  })

  test.each([
    ['Authorization: Bearer abcdef.1234567890', `Authorization: Bearer ${MASKED}`],
    ['authorization: basic dXNlcjpwYXNzd29yZA==', `authorization: basic ${MASKED}`],
    ['{"x-api-key": "0123456789abcdef"}', `{"x-api-key": "${MASKED}"}`],
    ['?api_key=0123456789abcdef&b=1', `?api_key=${MASKED}&b=1`],
    ['https://ada:hunter2@proxy.example:8080/', `https://ada:${MASKED}@proxy.example:8080/`],
  ])('is known by its place: %s', (text, masked) => {
    expect(masking()(text)).toBe(masked)
  })

  test.each(['task-sk-short', 'the key is under the mat', 'token: abc', 'https://example.com:8080/a@b', 'a basic example'])(
    'is not seen where there is none: %s',
    (text) => {
      expect(masking()(text)).toBe(text)
    },
  )

  test('is looked for in no more time than the text is long', () => {
    const hostile = `${'Bearer '.repeat(20_000)}${'sk-'.repeat(50_000)}${'//a:'.repeat(20_000)}${'eyJ'.repeat(50_000)} ${'eyJ-'.repeat(50_000)} Bearer${' '.repeat(50_000)}${'api_key= '.repeat(20_000)}`
    expect(cpuTime(2_000, () => masking(KEY)(hostile))).toBeLessThan(2_000)
  })
})
