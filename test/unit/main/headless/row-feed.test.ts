import { expect, test } from 'vitest'
import { RowFeed } from '../../../../main/headless/row-feed'
import { message } from './support/print-events'
import type { ClineMessage } from '../../../../shared/messages'

const add = (feed: RowFeed, row: ClineMessage) => feed.take({ op: 'row.add', row })

test('a row that streams is a message when it begins and when it is finished, and deltas in between', () => {
  const feed = new RowFeed()
  const row: ClineMessage = { ts: 1, type: 'say', say: 'text', text: '', partial: true }
  expect(add(feed, row)).toEqual(message(row))
  expect(feed.take({ op: 'row.append', ts: 1, field: 'text', append: 'hi' })).toEqual({ type: 'delta', ts: 1, field: 'text', append: 'hi' })
  expect(feed.take({ op: 'row.patch', ts: 1, patch: { partial: null } })).toEqual(message({ ts: 1, type: 'say', say: 'text', text: 'hi' }))
})

test('a call is finished when it has ended, not when it has begun', () => {
  const feed = new RowFeed()
  add(feed, { ts: 1, type: 'say', say: 'tool', data: { tool: 'readFile', path: 'a', status: 'drafting' }, partial: true })
  expect(feed.take({ op: 'row.patch', ts: 1, patch: { partial: null, data: { status: 'running' } } })).toBeUndefined()
  expect(feed.take({ op: 'row.patch', ts: 1, patch: { data: { status: 'done' } } })).toMatchObject({
    message: { data: { status: 'done' } },
  })
  expect(feed.take({ op: 'row.patch', ts: 1, patch: { data: { note: 'x' } } })).toBeUndefined()
})

test('each wait for another try is told anew', () => {
  const feed = new RowFeed()
  add(feed, { ts: 1, type: 'say', say: 'error_retry', data: { attempt: 1, maxAttempts: 3, delaySeconds: 1, errorMessage: 'Busy.' } })
  expect(feed.take({ op: 'row.patch', ts: 1, patch: { data: { attempt: 2 } } })).toMatchObject({
    type: 'message',
    message: { data: { attempt: 2 } },
  })
})

test('what is gone or never was tells nothing', () => {
  const feed = new RowFeed()
  add(feed, { ts: 1, type: 'say', say: 'text', text: 'a' })
  expect(feed.take({ op: 'row.remove', ts: 1 })).toBeUndefined()
  expect(feed.take({ op: 'row.append', ts: 1, field: 'text', append: 'b' })).toBeUndefined()
})
