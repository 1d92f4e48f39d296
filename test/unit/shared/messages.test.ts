import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AskAnswer, ClineAskMessage, ClineMessage, ClineSayMessage } from '../../../shared/messages'
import { ToolStatus } from '../../../shared/tool-status'
import { runs } from './runs'
import { arbitraryOf } from './schema-arbitrary'

const kinds = [...ClineAskMessage.options, ...ClineSayMessage.options].map((schema) => {
  const name = 'ask' in schema.shape ? `ask ${schema.shape.ask.value}` : `say ${schema.shape.say.value}`
  return { name, schema }
})

describe('a row of the chat', () => {
  it('has every kind of the contract, each once', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(23)
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
  })

  it.each(kinds)('$name survives the wire and the journal unchanged', ({ schema }) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (row) => {
        const read: unknown = JSON.parse(JSON.stringify(row))
        expect(ClineMessage.parse(read)).toEqual(row)
      }),
      { numRuns: runs(50) },
    )
  })

  it.each(kinds)('$name is refused without its ts, or with one that is no whole number', ({ schema }) => {
    const [row] = fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 7 })
    expect(ClineMessage.safeParse({ ...row, ts: undefined }).success).toBe(false)
    expect(ClineMessage.safeParse({ ...row, ts: 1.5 }).success).toBe(false)
    expect(ClineMessage.safeParse({ ...row, ts: '1' }).success).toBe(false)
  })

  it.each(kinds.filter(({ schema }) => 'data' in schema.shape))('$name is refused when its data is packed as a string', ({ schema }) => {
    const [row] = fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 7 })
    expect(ClineMessage.safeParse({ ...row, data: JSON.stringify('data' in row ? row.data : {}) }).success).toBe(false)
  })

  it('cannot be an ask and a say at once', () => {
    const both = ClineMessage.parse({ ts: 1, type: 'say', say: 'text', ask: 'tool', text: 'x' })
    expect(both).toEqual({ ts: 1, type: 'say', say: 'text', text: 'x' })
    expect(ClineMessage.safeParse({ ts: 1, type: 'ask', say: 'text' }).success).toBe(false)
  })

  it('keeps answers to what a button or words can say', () => {
    expect(AskAnswer.safeParse({ response: 'always' }).success).toBe(false)
    expect(AskAnswer.parse({ response: 'messageResponse', text: 'no', more: 1 })).toEqual({ response: 'messageResponse', text: 'no' })
  })

  it('ends a call in exactly one of four ways', () => {
    const open = new Set(['drafting', 'awaiting_approval', 'running'])
    expect(ToolStatus.options.filter((status) => !open.has(status))).toEqual(['done', 'denied', 'failed', 'cancelled'])
  })
})
