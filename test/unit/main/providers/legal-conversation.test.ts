import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssistantBlock, ConversationTurn, UserBlock } from '../../../../main/providers/conversation'
import type { ConversationTarget } from '../../../../main/providers/legal-blocks'
import { createLegalConversation, type LegalTurn } from '../../../../main/providers/legal-conversation'

const target: ConversationTarget = {
  providerId: 'anthropic',
  modelId: 'claude-sonnet-5-5',
  supportsImages: true,
  keepsReasoning: (block) => block.signature !== undefined || block.redacted !== undefined,
  maxCallIdLength: 40,
}
const legal = (conversation: readonly ConversationTurn[], changes: Partial<ConversationTarget> = {}) =>
  createLegalConversation({ ...target, ...changes })(conversation)

const user = (...content: UserBlock[]): ConversationTurn => ({ role: 'user', content })
const says = (text: string) => ({ type: 'text', text }) as const
const assistant = (...content: AssistantBlock[]): ConversationTurn => ({
  role: 'assistant',
  content,
  providerId: target.providerId,
  modelId: target.modelId,
})
const call = (id: string, input: Record<string, unknown> | undefined = { path: 'a' }, name = 'read_file') =>
  ({ type: 'tool_call', id, name, input }) as const
const result = (callId: string, text: string) => ({ type: 'tool_result', callId, content: [says(text)], isError: false }) as const

/** As strict as the strictest provider: what it lets pass is accepted everywhere. */
function assertLegal(turns: readonly LegalTurn[], supportsImages: boolean): void {
  expect(turns[0]?.role).toBe('user')
  expect(turns.at(-1)?.role).toBe('user')
  const ids = new Set<string>()
  let open: readonly string[] = []
  for (const [index, turn] of turns.entries()) {
    expect(turn.role).toBe(index % 2 === 0 ? 'user' : 'assistant')
    if (turn.role === 'user') {
      expect(turn.results.map((each) => each.callId)).toEqual(open)
      expect(turn.results.length + turn.content.length).toBeGreaterThan(0)
      for (const each of turn.results) expect(each.content.length).toBeGreaterThan(0)
      for (const block of [...turn.content, ...turn.results.flatMap((each) => each.content)]) assertBlock(block, supportsImages)
      open = []
      continue
    }
    expect(turn.content.some((block) => block.type !== 'reasoning')).toBe(true)
    for (const block of turn.content) {
      if (block.type === 'text') assertBlock(block, supportsImages)
      if (block.type === 'reasoning') expect(block.signature ?? block.redacted).toBeDefined()
      if (block.type !== 'tool_call') continue
      expect(block.id).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      expect(block.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(ids.has(block.id)).toBe(false)
      expect(JSON.stringify(block.input).isWellFormed()).toBe(true)
      expect(JSON.stringify(block.input)).not.toMatch(/\\ud[89a-f]/i)
      ids.add(block.id)
      open = [...open, block.id]
    }
  }
  expect(open).toEqual([])
}

function assertBlock(block: UserBlock, supportsImages: boolean): void {
  if (block.type === 'text') {
    expect(block.text.trim()).not.toBe('')
    expect(block.text.isWellFormed()).toBe(true)
  } else {
    expect(block.type).toBe('image')
    expect(supportsImages).toBe(true)
  }
}

const words = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('', ' \n', 'hello', '\ud800'))
const ids = fc.constantFrom('c1', 'c2', 'c3', 'ollama-tool-0', 'call|with bad:chars', 'x'.repeat(90), '')
const image = fc.record({
  type: fc.constant('image' as const),
  mediaType: fc.constantFrom('image/png', 'image/tiff'),
  data: fc.constantFrom('', 'AAAA'),
})
const text = fc.record({ type: fc.constant('text' as const), text: words })
const userTurn: fc.Arbitrary<ConversationTurn> = fc.record({
  role: fc.constant('user' as const),
  content: fc.array(
    fc.oneof(
      text,
      image,
      fc.record({
        type: fc.constant('tool_result' as const),
        callId: ids,
        content: fc.array(fc.oneof(text, image), { maxLength: 2 }),
        isError: fc.boolean(),
      }),
    ),
    { maxLength: 4 },
  ),
})
const assistantTurn: fc.Arbitrary<ConversationTurn> = fc.record({
  role: fc.constant('assistant' as const),
  providerId: fc.constantFrom('anthropic', 'openai'),
  modelId: fc.constantFrom('claude-sonnet-5-5', 'another'),
  content: fc.array(
    fc.oneof(
      text,
      fc.record(
        { type: fc.constant('reasoning' as const), text: words, signature: fc.constant('signed'), redacted: fc.constant('hidden') },
        { requiredKeys: ['type', 'text'] },
      ),
      fc.record({
        type: fc.constant('tool_call' as const),
        id: ids,
        name: fc.constantFrom('read_file', 'bad name!', ''),
        input: fc.option(fc.dictionary(fc.string({ unit: 'binary', maxLength: 3 }), fc.oneof(words, fc.array(words))), { nil: undefined }),
      }),
    ),
    { maxLength: 4 },
  ),
})
const history = fc.array(fc.oneof(userTurn, assistantTurn), { maxLength: 12 })

describe('createLegalConversation', () => {
  it('makes every history legal, cut at any turn', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (turns, supportsImages) => {
        for (let end = 0; end <= turns.length; end += 1) assertLegal(legal(turns.slice(0, end), { supportsImages }), supportsImages)
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same for a history that grew turn by turn as for one that came at once', () => {
    fc.assert(
      fc.property(history, (turns) => {
        const growing = createLegalConversation(target)
        for (let end = 0; end <= turns.length; end += 1) expect(growing(turns.slice(0, end))).toEqual(legal(turns.slice(0, end)))
      }),
    )
  })

  it('never changes what it said of older turns once a newer exchange has begun', () => {
    fc.assert(
      fc.property(history, (turns) => {
        const whole = legal(turns)
        const started = turns.findLastIndex((turn) => turn.role === 'assistant' && legal([turn]).length > 1)
        if (started > 0) expect(whole).toEqual(expect.arrayContaining(legal(turns.slice(0, started)).slice(0, -1)))
      }),
    )
  })

  it('answers a call that has no result, and puts results in the order of the calls', () => {
    expect(legal([user(says('go')), assistant(call('a'), call('b')), user(result('b', 'two'), says('and this'))])).toEqual([
      { role: 'user', results: [], content: [says('go')] },
      { role: 'assistant', content: [call('a'), call('b')] },
      {
        role: 'user',
        results: [
          {
            type: 'tool_result',
            callId: 'a',
            content: [says('No result: interrupted before this call had finished. It may have had part of its effect.')],
            isError: true,
          },
          result('b', 'two'),
        ],
        content: [says('and this')],
      },
    ])
  })

  it('says of a call whose arguments were cut that it was not run', () => {
    const turns = legal([user(says('go')), assistant({ type: 'tool_call', id: 'a', name: 'write_to_file', input: undefined })])
    expect(turns[1]?.content).toEqual([{ type: 'tool_call', id: 'a', name: 'write_to_file', input: {} }])
    expect(JSON.stringify(turns[2])).toContain('was not run')
  })

  it('drops reasoning of another model, and reasoning that is not signed', () => {
    const thought = { type: 'reasoning', text: 'hm', signature: 's' } as const
    const foreign: ConversationTurn = { role: 'assistant', content: [thought, says('hi')], providerId: 'openai', modelId: 'gpt-5' }
    const turns = legal([user(says('a')), foreign, user(says('b')), assistant({ type: 'reasoning', text: 'hm' }, thought, says('ho'))])
    expect(turns[1]?.content).toEqual([says('hi')])
    expect(turns[3]?.content).toEqual([thought, says('ho')])
  })

  it('gives an id that comes again a name of its own, with its own result', () => {
    const turns = legal([
      user(says('go')),
      assistant(call('ollama-tool-0')),
      user(result('ollama-tool-0', 'one')),
      assistant(call('ollama-tool-0')),
      user(result('ollama-tool-0', 'two')),
    ])
    expect(turns[3]?.content).toEqual([call('ollama-tool-0_2')])
    expect(turns[4]).toMatchObject({ results: [{ callId: 'ollama-tool-0_2', content: [says('two')] }] })
  })

  it('tells a result whose call is gone as text', () => {
    expect(legal([user(result('gone', 'late news'))])).toEqual([
      { role: 'user', results: [], content: [says('(Result of an earlier tool call:)'), says('late news')] },
    ])
  })

  it('converts an old turn once: the same turn gives the same object', () => {
    const make = createLegalConversation(target)
    const turns = [user(says('go')), assistant(call('a')), user(result('a', 'one')), assistant(says('done'))]
    const first = make(turns)
    const second = make([...turns, user(says('more'))])
    expect(second.slice(0, 3).every((turn, index) => turn === first[index])).toBe(true)
  })
})
