import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChecklist, remindOfChecklist } from '../../../../main/context/checklist'

describe('a checklist', () => {
  it.each([
    ['- [ ] a\n- [x] b\n', 1, 2],
    ['Plan:\n* [X] a\n  1. [ ] b', 1, 2],
    ['- [x] a\r\n- [x] b', 2, 2],
  ])('is read with what is done: %j', (text, done, total) => {
    expect(readChecklist(text)).toEqual({ text: text.trim(), done, total })
  })

  it.each(['', '   ', 'no list', '- a\n- b', '- [ ]', '[x] bare', '- [y] odd'])('is not seen in %j', (text) => {
    expect(readChecklist(text)).toBeUndefined()
  })

  it('never counts more done than there is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('- [ ] a', '- [x] b', 'words', '', '1. [X] c')), (lines) => {
        const list = readChecklist(lines.join('\n'))
        expect(list?.total ?? 0).toBe(lines.filter((line) => /\[.\]/.test(line)).length)
        expect(list?.done ?? 0).toBeLessThanOrEqual(list?.total ?? 0)
      }),
    )
  })

  it('is called to mind with how far it is', () => {
    const list = readChecklist('- [ ] a\n- [x] b')
    expect(list && remindOfChecklist(list, 7)).toContain('1 of 2 done, not touched for 7 requests')
  })
})
