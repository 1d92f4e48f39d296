import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createSecretMask } from '../../../../main/storage/mask-secrets'
import { maskedStream } from '../../../../main/storage/masked-stream'

const KEY = 'a-key-that-is-known-123'
const secrets = createSecretMask()
secrets.learn(KEY)
const mask = (text: string) => secrets.maskSecrets(text)

function stream(pieces: readonly string[]) {
  const emitted: string[] = []
  const masked = maskedStream(mask, (text) => emitted.push(text))
  for (const piece of pieces) masked.push(piece)
  const before = emitted.join('')
  masked.end()
  return { before, whole: emitted.join('') }
}

describe('text that arrives in pieces', () => {
  it.each([
    ['a known key', `The key is ${KEY} now.`],
    ['a key wrapped over lines', `x ${KEY.slice(0, 8)}\n${KEY.slice(8, 14)}\n${KEY.slice(14)} y`],
    ['a key behind its name', 'then api_key = 0123456789abcdef and more'],
    ['a token in a header', 'authorization: Bearer abcdefghijklmnop\nnext line'],
    ['a key in a long text without spaces', `${'x'.repeat(20)}${KEY}${'x'.repeat(8_180)}`],
    ['a password in an address', 'git clone https://mira:hunter22@example.com/x.git done'],
  ])('is masked as if it had arrived at once, wherever it is cut: %s', (_, text) => {
    expect(mask(text)).not.toBe(text)
    for (let at = 0; at <= text.length; at += text.length > 1_000 ? 97 : 1)
      expect(stream([text.slice(0, at), text.slice(at)]).whole).toBe(mask(text))
    expect(stream(text.length > 1_000 ? [text] : Array.from(text)).whole).toBe(mask(text))
  })

  it('is whole, and masked, whatever the pieces are', () => {
    const part = fc.constantFrom(KEY, ' ', '\n', 'word', '\t', '=', 'token: ', KEY.slice(0, 5), 'é')
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(40)), (parts, cuts) => {
        const text = parts.join('')
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        expect(stream(pieces).whole).not.toContain(KEY)
        expect(stream([text.replaceAll(KEY, 'x')]).whole).toBe(mask(text.replaceAll(KEY, 'x')))
      }),
    )
  })

  it('is shown up to its last whole line when nothing follows for a while', () => {
    vi.useFakeTimers()
    const emitted: string[] = []
    const masked = maskedStream(mask, (text) => emitted.push(text))
    masked.push('ready\nwaiting for')
    expect(emitted).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(emitted).toEqual(['ready\n'])
    masked.push(`\n${KEY.slice(0, 8)}\n${KEY.slice(8)}`)
    vi.advanceTimersByTime(1_000)
    expect(emitted.join('')).toBe('ready\n')
    masked.end()
    expect(emitted.join('')).toBe(`ready\nwaiting for\n${mask(KEY)}`)
    vi.useRealTimers()
  })

  it('is shown but for its last words, and held back no further than a bound', () => {
    expect(stream(['one two three four five']).before).toBe('one two ')
    expect(stream(['x'.repeat(100_000)]).before.length).toBeGreaterThan(90_000)
  })
})
