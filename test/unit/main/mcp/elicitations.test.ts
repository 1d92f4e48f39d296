import { expect, it } from 'vitest'
import { Elicitations } from '../../../../main/mcp/elicitations'

const form = (properties: Record<string, { readonly type: 'string'; readonly enum?: string[]; readonly default?: string }>) => ({
  mode: 'form' as const,
  message: 'Who\u202e are you?',
  requestedSchema: { type: 'object' as const, properties },
})
const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`)

it('shows a form of any length that a person can fill in, and declines every other one', async () => {
  const signal = new AbortController().signal
  const asked = new Elicitations(true, () => undefined)
  for (const tooMuch of [
    { a: { type: 'string' as const, enum: many(5_000) } },
    Object.fromEntries(many(31).map((name) => [name, { type: 'string' as const }])),
  ])
    expect(await asked.ask('one', form(tooMuch), signal)).toEqual({ action: 'decline' })
  expect(asked.list()).toEqual([])
  const answered = asked.ask('one', form({ a: { type: 'string', enum: many(100), default: `x\u202e${'y'.repeat(100_000)}` } }), signal)
  const [shown] = asked.list()
  expect(shown).toMatchObject({ message: 'Who are you?', fields: [{ kind: 'choice', default: `x${'y'.repeat(3_999)}` }] })
  expect(asked.answer(shown?.id ?? '', { action: 'accept', content: { a: '7' } })).toEqual({ accepted: true })
  expect(await answered).toEqual({ action: 'accept', content: { a: '7' } })
})
