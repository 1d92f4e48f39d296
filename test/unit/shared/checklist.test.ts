import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { remindOfChecklist } from '../../../main/context/checklist'
import { doneOf, readChecklist } from '../../../shared/checklist'

describe('a checklist', () => {
  it.each([
    ['- [ ] a\n- [x] b\n', ['a'], ['b']],
    ['Plan:\n* [X] a b \n  1. [ ] c', ['c'], ['a b']],
    ['- [x] a\r\n- [x] b', [], ['a', 'b']],
  ])('is read with what is done: %j', (text, open, done) => {
    const list = readChecklist(text)
    expect(list?.text).toBe(text.trim())
    expect(list?.items.filter(({ isDone }) => !isDone).map((item) => item.text)).toEqual(open)
    expect(list?.items.filter(({ isDone }) => isDone).map((item) => item.text)).toEqual(done)
  })

  it.each(['', '   ', 'no list', '- a\n- b', '- [ ]', '[x] bare', '- [y] odd'])('is not seen in %j', (text) => {
    expect(readChecklist(text)).toBeUndefined()
  })

  it('has an item for each line with a box, and never more done than there are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('- [ ] a', '- [x] b', 'words', '', '1. [X] c')), (lines) => {
        const list = readChecklist(lines.join('\n'))
        expect(list?.items.length ?? 0).toBe(lines.filter((line) => /\[.\]/.test(line)).length)
        expect(list ? doneOf(list) : 0).toBeLessThanOrEqual(list?.items.length ?? 0)
      }),
    )
  })

  it('is called to mind with how far it is', () => {
    const list = readChecklist('- [ ] a\n- [x] b')
    expect(list && remindOfChecklist(list, 7)).toContain('1 of 2 done, not touched for 7 requests')
  })
})
