import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReplay, KEPT_LENGTH } from '../../../../main/terminal/replay'

it('gives back the newest part of what was added, whatever the pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 60_000 }), { maxLength: 40 }), fc.nat({ max: KEPT_LENGTH }), (lengths, count) => {
      const replay = createReplay()
      const all = lengths.map((length, at) => String.fromCharCode(97 + (at % 26)).repeat(length))
      for (const piece of all) replay.add(piece)
      const text = all.join('')
      return replay.length === text.length && replay.newest(count) === (count === 0 ? '' : text.slice(-count))
    }),
  )
})

it('does not keep what is old', () => {
  const replay = createReplay()
  for (let at = 0; at < 5000; at += 1) replay.add('x'.repeat(1000))
  expect(replay.length).toBe(5_000_000)
  expect(replay.newest(5_000_000).length).toBeLessThanOrEqual(KEPT_LENGTH + 1000)
})
