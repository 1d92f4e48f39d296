import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEditPreview } from '../../../../main/workspace/edit-preview'
import { applyBlocks } from '../../../../main/workspace/edits'
import { diffTexts } from '../../../../main/workspace/text-diff'

const block = (search: string, replace: string): string => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE\n`
const original = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('')

function fedWith(text: string, diff: string, size: number) {
  const preview = createEditPreview(text)
  for (let at = 0; at < diff.length; at += size) preview.feed(diff.slice(at, at + size))
  return preview
}

describe('the preview of blocks that stream', () => {
  const diff = block('line 3\nline 4', 'three\nline 4\nmore') + block('line 20', 'twenty')

  it('shows each block once it is whole, with its lines in both texts, however the text is cut', () => {
    for (const size of [1, 3, 4, 1000]) {
      const { added, removed, diff: shown } = fedWith(original, diff, size)
      expect({ added, removed }).toEqual({ added: 3, removed: 2 })
      expect(shown).toBe('@@ -4,2 +4,3 @@\n-line 3\n+three\n line 4\n+more\n@@ -21,1 +22,1 @@\n-line 20\n+twenty')
    }
  })

  it('shows nothing of a block that is not whole or has no place', () => {
    expect(fedWith(original, diff.slice(0, 40), 4).diff).toBe('')
    expect(fedWith(original, block('line', 'x') + block('nowhere to be found', 'x'), 4).diff).toBe('')
  })

  it('counts what the whole diff counts', () => {
    const places = fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1 })
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 9 }), (tens, size) => {
        const blocks = tens.map((ten) => block(`line ${ten * 4}`, `new ${ten}\nand ${ten}`)).join('')
        const outcome = applyBlocks(original, blocks)
        if (outcome.kind !== 'edited') throw new Error(JSON.stringify(outcome))
        const { added, removed } = diffTexts(original, outcome.text, 0)
        expect(fedWith(original, blocks, size)).toMatchObject({ added, removed })
      }),
    )
  })

  it('grows no longer than can be shown', () => {
    const long = Array.from({ length: 2000 }, (_, at) => `a rather long line with the number ${at}\n`).join('')
    const blocks = Array.from({ length: 2000 }, (_, at) => block(`a rather long line with the number ${at}`, `${at}`)).join('')
    const preview = fedWith(long, blocks, 500)
    expect(preview.added).toBe(2000)
    expect(preview.diff.length).toBeLessThanOrEqual(16 * 1024)
  })

  it('shows one very long block as far as it has room, and then no more', () => {
    const long = Array.from({ length: 3000 }, (_, at) => `line ${at} of the new text`).join('\n')
    const preview = fedWith(original, block('line 3', long) + block('line 20', 'twenty'), 500)
    expect(preview.added).toBe(3001)
    expect(preview.diff.length).toBeLessThanOrEqual(16 * 1024)
    expect(preview.diff.split('\n').at(-1)).toMatch(/^\+line \d+ of the new text$/)
    expect(fedWith(original, block('line 3', 'x'.repeat(20_000)), 500)).toMatchObject({ added: 1, removed: 1 })
  })
})
