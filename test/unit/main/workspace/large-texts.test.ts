import { describe, expect, it } from 'vitest'
import { createEdits } from '../../../../main/workspace/edit-port'

/** More lines than a call may have arguments. */
const COUNT = 130_000
const lines = (from: number) => Array.from({ length: COUNT }, (_, at) => `line ${at + from}\r\n`)

describe('texts of very many lines', { timeout: 30_000 }, () => {
  const edits = createEdits()
  const before = lines(0).join('')
  const after = before.replace('line 1000\r\n', 'a thousand\r\n')

  it('are edited, compared, re-based and taken hunk by hunk like any other', () => {
    const diff = '------- SEARCH\nline 1000\n=======\na thousand\n+++++++ REPLACE\n'
    expect(edits.applyBlocks(before, diff)).toMatchObject({ kind: 'edited', text: after })
    expect(edits.diffTexts(before, after, 1000)).toMatchObject({ added: 1, removed: 1 })
    expect(edits.takeHunks(before, after, new Set([0]))).toEqual({ text: before, hunks: 1 })
    expect(edits.rebase(before, after, `${before}more\r\n`)).toEqual({ kind: 'rebased', text: `${after}more\r\n` })
  })

  it('are looked through for what is nearest without being held up for long', () => {
    const long = Array.from({ length: 50_000 }, (_, at) => `const value${at} = compute(${at}, "${'abcdefghijklmnop'.repeat(14)}")`).join(
      '\n',
    )
    const diff = `------- SEARCH\nconst value7 = computed(7, "${'abcdefghijklmnop'.repeat(14)}")\n=======\nx\n+++++++ REPLACE\n`
    const nearest = { startLine: 8, endLine: 8 }
    expect(edits.applyBlocks(long, diff)).toMatchObject({ kind: 'refused', problems: [{ kind: 'not_found', nearest }] })
  })

  it('may change altogether', () => {
    const other = lines(COUNT).join('')
    expect(edits.diffTexts(before, other, 1000)).toMatchObject({ added: COUNT, removed: COUNT })
    expect(edits.rebase(before, before, other)).toEqual({ kind: 'rebased', text: other })
    expect(edits.takeHunks(before, other, new Set([0])).text).toBe(before)
  })

  it('keep line ends that are mixed', () => {
    const mixed = before.replace('\r\n', '\n')
    expect(edits.keepLineEnds(mixed, after.replaceAll('\r\n', '\n'))).toBe(mixed.replace('line 1000\r\n', 'a thousand\r\n'))
  })
})
