import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBridge } from '../../../../../renderer/bridge'
import { followTerminal } from '../../../../../renderer/cards/terminal/follow-terminal'
import { fakeBridge } from '../../../../support/fake-bridge'

/** A terminal whose whole output is known, and what a follower of it has drawn. */
function followed(output: string, shownBefore: number) {
  const port = fakeBridge()
  let shown = shownBefore
  port.answerWith('terminal.open', () => ({ ok: true, value: { data: output.slice(0, shown), offset: shown, cols: 80, rows: 24 } }))
  let drawn = ''
  let opened = 0
  let isGone = false
  const end = followTerminal(createBridge(port), 't1', {
    open: ({ data }) => {
      drawn = data
      opened++
    },
    write: (data) => {
      drawn += data
    },
    gone: () => {
      isGone = true
    },
  })
  const push = (from: number, to: number) => {
    shown = Math.max(shown, to)
    port.push('terminal.data', { terminalId: 't1', offset: from, data: output.slice(from, to) })
  }
  return { port, push, end, drawn: () => drawn, opened: () => opened, isGone: () => isGone }
}
/** Lets what is already answered come through. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('shows what was there and what comes, each character once', async () => {
  const terminal = followed('hello world, and more', 5)
  terminal.push(5, 11)
  await settled()
  terminal.push(11, 21)
  expect(terminal.drawn()).toBe('hello world, and more')
  expect(terminal.opened()).toBe(1)
})

test('draws nothing twice that came while the screen was being opened', async () => {
  const terminal = followed('abcdefghij', 6)
  terminal.push(2, 8)
  await settled()
  expect(terminal.drawn()).toBe('abcdefgh')
})

test('begins anew when a piece is missing', async () => {
  const terminal = followed('abcdefghij', 2)
  await settled()
  terminal.push(6, 8)
  await settled()
  expect(terminal.opened()).toBe(2)
  expect(terminal.drawn()).toBe('abcdefgh')
})

test('says so when there is no such screen any more', async () => {
  const port = fakeBridge()
  port.answerWith('terminal.open', () => ({ ok: false, error: { code: 'not_found', message: 'It has ended.' } }))
  let isGone = false
  followTerminal(createBridge(port), 't1', { open: () => undefined, write: () => undefined, gone: () => (isGone = true) })
  await settled()
  expect(isGone).toBe(true)
})

test('hears neither other screens nor anything after its end', async () => {
  const terminal = followed('abcdef', 3)
  await settled()
  terminal.port.push('terminal.data', { terminalId: 't2', offset: 3, data: 'zzz' })
  terminal.end()
  terminal.push(3, 6)
  expect(terminal.drawn()).toBe('abc')
})

test('whatever pieces come in whatever order, what is drawn is the output itself', async () => {
  const piece = fc.record({ from: fc.nat({ max: 40 }), length: fc.integer({ min: 1, max: 12 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.nat({ max: 20 }), async (pieces, before) => {
      const output = Array.from({ length: 60 }, (_, index) => String.fromCharCode(65 + (index % 58))).join('')
      const terminal = followed(output, before)
      await settled()
      for (const { from, length } of pieces) {
        terminal.push(from, from + length)
        await settled()
      }
      expect(output.startsWith(terminal.drawn())).toBe(true)
      expect(terminal.drawn().length).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: 100 },
  )
})
