// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ClineMessage } from '../../../../../shared/messages'
import { MessageList } from '../../../../../renderer/features/chat/message-list'
import { giveElementsSizes } from '../../../../support/element-sizes'
import { renderWithApp } from '../../../../support/render-with-app'

let restore: () => void
beforeAll(() => {
  restore = giveElementsSizes()
})
afterAll(() => restore())
afterEach(cleanup)

const texts = (count: number): ClineMessage[] =>
  Array.from({ length: count }, (_, index) => ({ ts: index + 1, type: 'say', say: 'text', text: `Row ${index}` }))

test('is a log of articles, each with its name and its place', async () => {
  await renderWithApp(<MessageList chatKey="s1 t1" />, { clineMessages: texts(3) })
  expect(screen.getByRole('log', { name: 'Chat' })).toBeTruthy()
  const rows = screen.getAllByRole('article')
  expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(['Reply: Row 0', 'Reply: Row 1', 'Reply: Row 2'])
  expect(rows.map((row) => row.getAttribute('aria-posinset'))).toEqual(['1', '2', '3'])
})

test('draws only what is near, however long the chat is', async () => {
  await renderWithApp(<MessageList chatKey="s1 t1" />, { clineMessages: texts(10_000) })
  const drawn = screen.getAllByRole('article').length
  expect(drawn).toBeGreaterThan(3)
  expect(drawn).toBeLessThan(80)
})

test('leaves out rows that are drawn elsewhere or not at all', async () => {
  await renderWithApp(<MessageList chatKey="s1 t1" />, {
    clineMessages: [
      { ts: 1, type: 'say', say: 'task', text: 'Go' },
      { ts: 2, type: 'say', say: 'api_req_started', data: { tokensIn: 5 } },
      { ts: 3, type: 'say', say: 'text', text: '' },
      { ts: 4, type: 'ask', ask: 'completion_result' },
      { ts: 5, type: 'say', say: 'api_req_started', data: { cancelReason: 'user_cancelled' } },
    ],
  })
  expect(screen.getAllByRole('article').map((row) => row.textContent)).toEqual(['Go', 'Cancelled by you'])
})

test('a streamed piece changes its own row and no other', async () => {
  const { push } = await renderWithApp(<MessageList chatKey="s1 t1" />, {
    clineMessages: [...texts(2), { ts: 9, type: 'say', say: 'text', text: 'Now', partial: true }],
  })
  const before = screen.getAllByRole('article')
  await push((bridge) => bridge.pushOps({ op: 'row.append', ts: 9, field: 'text', append: ' and then' }))
  const after = screen.getAllByRole('article')
  expect(after[2].textContent).toBe('Now and then')
  expect(after[0]).toBe(before[0])
  expect(after[2]).toBe(before[2])
})

test('the log itself is silent while text streams in', async () => {
  await renderWithApp(<MessageList chatKey="s1 t1" />, { clineMessages: texts(1), taskState: { kind: 'streaming', turn: 1 } })
  const log = screen.getByRole('log')
  expect(log.getAttribute('aria-live')).toBe('off')
  expect(log.getAttribute('aria-busy')).toBe('true')
})

test('brings a reader who comes back to a chat to where they were in it', async () => {
  const { redraw } = await renderWithApp(<MessageList key="a" chatKey="a" />, { clineMessages: texts(1_000) })
  const log = screen.getByRole('log')
  act(() => {
    log.scrollTop = 2_410
    log.dispatchEvent(new Event('scroll'))
  })
  redraw(<p>Another chat</p>)
  redraw(<MessageList key="a" chatKey="a" />)
  expect(screen.getByRole('log')).not.toBe(log)
  expect(screen.getByRole('log').scrollTop).toBeGreaterThan(1_000)
  expect(screen.getByRole('log').scrollTop).toBeLessThan(10_000)
})

test('a chat that was left at its end is followed again', async () => {
  const { redraw, parts } = await renderWithApp(<MessageList key="a" chatKey="a" />, { clineMessages: texts(1_000) })
  const log = screen.getByRole('log')
  act(() => {
    log.scrollTop = 1_000_000 - 600
    log.dispatchEvent(new Event('scroll'))
  })
  redraw(<p>Another chat</p>)
  expect(parts.store.getState().ui.places.size).toBe(0)
})

test('the keys that scroll far jump to the beginning, to the end and by pages', async () => {
  await renderWithApp(<MessageList chatKey="a" />, { clineMessages: texts(1_000) })
  const log = screen.getByRole('log')
  log.focus()
  await userEvent.keyboard('{Home}')
  expect(log.scrollTop).toBe(0)
  await userEvent.keyboard('{PageDown}')
  expect(log.scrollTop).toBe(540)
  await userEvent.keyboard('{End}')
  expect(log.scrollTop).toBe(1_000_000)
})
