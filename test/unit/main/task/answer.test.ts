import { describe, expect, test } from 'vitest'
import { Answer } from '../../../../main/task/answer'
import { MessageState } from '../../../../main/task/message-state'
import type { ApiStreamEvent } from '../../../../main/providers/provider'

const journal = { append: () => undefined, flush: () => Promise.resolve() }

function answerOf(events: readonly ApiStreamEvent[]) {
  const answer = new Answer(new MessageState(journal, () => undefined), () => undefined)
  for (const event of events) answer.take(event)
  answer.finish()
  return answer
}

const begin = (id: string): ApiStreamEvent => ({ type: 'tool_call_start', id, name: `tool_${id}` })
const piece = (id: string, json: string): ApiStreamEvent => ({ type: 'tool_call_delta', id, json })
const end = (id: string): ApiStreamEvent => ({ type: 'tool_call_end', id })
const words = (text: string): ApiStreamEvent => ({ type: 'text', text })

describe('the calls of an answer', () => {
  test('may end together, after the last of them', () => {
    const { calls } = answerOf([begin('a'), piece('a', '{"x":1}'), begin('b'), piece('b', '{"y":2}'), end('a'), end('b')])
    expect(calls).toMatchObject([
      { id: 'a', input: { x: 1 } },
      { id: 'b', input: { y: 2 } },
    ])
  })

  test('may stream side by side, with words between them', () => {
    const events = [begin('a'), piece('a', '{"x'), begin('b'), piece('b', '{'), piece('a', '":1}'), words('so'), piece('b', '"y":2}')]
    const { blocks } = answerOf([words('first'), ...events, end('b'), end('a')])
    expect(blocks).toEqual([
      { type: 'text', text: 'first' },
      { type: 'tool_call', id: 'a', name: 'tool_a', input: { x: 1 } },
      { type: 'tool_call', id: 'b', name: 'tool_b', input: { y: 2 } },
      { type: 'text', text: 'so' },
    ])
  })

  test('have no input when their end never came, or when they are no whole JSON', () => {
    const { calls } = answerOf([begin('a'), piece('a', '{"x":1}'), begin('b'), piece('b', '{"y":'), end('b')])
    expect(calls.map(({ id, input }) => [id, input])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
  })
})
