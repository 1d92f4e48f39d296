import { expect, it } from 'vitest'
import { takeScreenshots } from '../support/gallery/take-screenshots'

/** A page of settings, a dialog, and a menu over a card that asks. The long run looks at all of them, in all looks. */
const names = ['mcp-servers', 'trust-many', 'choice-rules']
const looks = [{ width: 480, height: 800, scheme: 'dark' as const }]
const LONG_MS = 1_800_000

it('draws every part of the window without an error, and as rules of accessibility want it', { timeout: LONG_MS }, async () => {
  expect(await takeScreenshots(process.env['COUNTERSIGN_LONG'] === '1' ? {} : { names, looks })).toEqual([])
})
