import { expect, it } from 'vitest'
import type { ConversationTurn } from '../../../../main/providers/conversation'
import { withoutOldPictures } from '../../../../main/task/old-pictures'

const image = { type: 'image', mediaType: 'image/webp', data: 'AAAA' } as const
const call = (id: string, name: string): ConversationTurn => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name, input: {} }],
  providerId: 'p',
  modelId: 'm',
})
const result = (callId: string): ConversationTurn => ({
  role: 'user',
  content: [{ type: 'tool_result', callId, content: [{ type: 'text', text: `step ${callId}` }, image], isError: false }],
})
const steps = (count: number): ConversationTurn[] =>
  Array.from({ length: count }, (_, at) => [call(`${at}`, 'browser_action'), result(`${at}`)]).flat()
const pictures = (conversation: readonly ConversationTurn[]): number => JSON.stringify(conversation).split('"image"').length - 1

it('keeps only pictures of the newest steps, at most ten, and every word', () => {
  for (let count = 1; count <= 60; count += 1) {
    const sent = withoutOldPictures(steps(count))
    expect(pictures(sent)).toBe(count <= 10 ? count : 3 + ((count - 3) % 8))
    expect(JSON.stringify(sent)).toContain('"step 0"')
    expect(JSON.stringify(sent.at(-1))).toContain('"image"')
  }
})

it('leaves pictures that were read from files, or given by the person, and is the same object for what it changed once', () => {
  const given: ConversationTurn = { role: 'user', content: [image] }
  const conversation = [given, call('r', 'read_file'), result('r'), ...steps(20)]
  const sent = withoutOldPictures(conversation)
  expect(sent.slice(0, 3)).toEqual(conversation.slice(0, 3))
  expect(withoutOldPictures(conversation)[4]).toBe(sent[4])
  expect(pictures(conversation)).toBe(22)
})
