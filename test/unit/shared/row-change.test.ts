import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClineMessage } from '../../../shared/messages'
import { appendToRow, patchRow } from '../../../shared/row-change'
import { runs } from './runs'
import { arbitraryRow } from './state-arbitrary'

const command: ClineMessage = { ts: 5, type: 'ask', ask: 'command', data: { command: 'npm test', cwd: '/p', status: 'awaiting_approval' } }
const text: ClineMessage = { ts: 6, type: 'say', say: 'text', text: 'Hel', partial: true }

describe('patchRow', () => {
  it('merges data one level deep and replaces other values', () => {
    expect(patchRow(command, { data: { status: 'done', exitCode: 0 }, answer: { response: 'yesButtonClicked' } })).toEqual({
      ...command,
      data: { command: 'npm test', cwd: '/p', status: 'done', exitCode: 0 },
      answer: { response: 'yesButtonClicked' },
    })
  })

  it('deletes what is null, in the row and in its data', () => {
    expect(patchRow(text, { partial: null })).toEqual({ ts: 6, type: 'say', say: 'text', text: 'Hel' })
    expect(patchRow(patchRow(command, { data: { note: 'slow' } }), { data: { note: null } })).toEqual(command)
  })

  it('throws on a patch that would make no legal row, and says which key', () => {
    expect(() => patchRow(command, { data: { command: null } })).toThrow(/command/)
    expect(() => patchRow(text, { say: 'nonsense' })).toThrow(/say/)
    expect(() => patchRow(text, { ts: 1.5 })).toThrow(/ts/)
  })

  it('changes a row into the kind that an ask becomes once it streams no more', () => {
    const said: ClineMessage = { ts: 7, type: 'say', say: 'tool', data: { tool: 'readFile', path: 'a.ts', status: 'drafting' } }
    const asked = patchRow(said, { type: 'ask', ask: 'tool', say: null, data: { status: 'awaiting_approval' } })
    expect(asked).toEqual({ ts: 7, type: 'ask', ask: 'tool', data: { tool: 'readFile', path: 'a.ts', status: 'awaiting_approval' } })
  })

  it('is the row itself for an empty patch, and its own inverse when undone', () => {
    fc.assert(
      fc.property(arbitraryRow, fc.option(fc.string()), (row, words) => {
        expect(patchRow(row, {})).toEqual(row)
        const undone = patchRow(patchRow(row, { text: words }), { text: row.text ?? null })
        expect(undone).toEqual(row)
      }),
      { numRuns: runs(100) },
    )
  })

  it('never writes to the row or the patch', () => {
    fc.assert(
      fc.property(arbitraryRow, fc.string(), (row, words) => {
        const patch = Object.freeze({ text: words, data: Object.freeze({ note: words }) })
        const before = JSON.stringify(row)
        patchRow(Object.freeze(row), patch)
        expect(JSON.stringify(row)).toBe(before)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('appendToRow', () => {
  it('lets text and reasoning grow, from nothing too', () => {
    expect(appendToRow(text, 'text', 'lo')).toEqual({ ...text, text: 'Hello' })
    expect(appendToRow(text, 'reasoning', 'because')).toEqual({ ...text, reasoning: 'because' })
  })

  it('lets each string of data grow and replaces the rest', () => {
    const card: ClineMessage = {
      ts: 8,
      type: 'say',
      say: 'tool',
      data: { tool: 'newFileCreated', content: 'a', added: 1, status: 'drafting' },
    }
    expect(appendToRow(card, 'data', { content: 'b', added: 2, path: 'x.ts' })).toEqual({
      ...card,
      data: { tool: 'newFileCreated', content: 'ab', added: 2, path: 'x.ts', status: 'drafting' },
    })
  })

  it('leaves a row without data as it is when data should grow', () => {
    expect(appendToRow(text, 'data', { content: 'b' })).toEqual(text)
    expect(appendToRow(command, 'data', 'words')).toEqual(command)
  })

  it('keeps a legal row legal when text grows', () => {
    fc.assert(
      fc.property(arbitraryRow, fc.constantFrom('text' as const, 'reasoning' as const), fc.string(), (row, field, more) => {
        const next = appendToRow(row, field, more)
        expect(ClineMessage.parse(next)).toEqual(next)
        expect(next[field]).toBe((row[field] ?? '') + more)
      }),
      { numRuns: runs(100) },
    )
  })
})
