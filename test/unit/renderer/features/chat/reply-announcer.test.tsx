// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ClineMessage } from '../../../../../shared/messages'
import { ReplyAnnouncer } from '../../../../../renderer/features/chat/reply-announcer'
import { Announcer } from '../../../../../renderer/ui/announcer'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const partial = (ts: number, text: string): ClineMessage => ({ ts, type: 'say', say: 'text', text, partial: true })
const drawn = (rows: ClineMessage[] = []) =>
  renderWithApp(
    <Announcer>
      <ReplyAnnouncer />
    </Announcer>,
    { currentSessionId: 's1', clineMessages: rows },
  )
const said = () => document.querySelector('[data-live="polite"]')?.textContent ?? ''

test('says a reply once, when it is finished', async () => {
  const { push } = await drawn()
  await push((bridge) => bridge.pushOps({ op: 'row.add', row: partial(1, 'I mended') }))
  await push((bridge) => bridge.pushOps({ op: 'row.append', ts: 1, field: 'text', append: ' **it**.' }))
  expect(said()).toBe('')
  await push((bridge) => bridge.pushOps({ op: 'row.patch', ts: 1, patch: { partial: null } }))
  expect(said()).toBe('Reply: I mended it.')
  await push((bridge) => bridge.pushOps({ op: 'set', key: 'cwd', value: '/other' }))
  expect(said()).toBe('Reply: I mended it.')
})

test('says the end of a task', async () => {
  const { push } = await drawn()
  await push((bridge) =>
    bridge.pushOps({
      op: 'row.add',
      row: { ts: 1, type: 'say', say: 'completion_result', text: 'All tests pass.', data: { changes: [] } },
    }),
  )
  expect(said()).toBe('Task completed. All tests pass.')
})

test('says nothing of what an opened chat already held', async () => {
  const { push } = await drawn([{ ts: 1, type: 'say', say: 'text', text: 'Old' }])
  await push((bridge) =>
    bridge.pushState({ currentSessionId: 's2', clineMessages: [{ ts: 7, type: 'say', say: 'text', text: 'Also old' }] }),
  )
  expect(said()).toBe('')
})
