import { afterEach, expect, test, vi } from 'vitest'
import { createBridge } from '../../../renderer/bridge'
import { fakeBridge } from '../../support/fake-bridge'

afterEach(() => vi.useRealTimers())

test('gives what main answered', async () => {
  const port = fakeBridge()
  const bridge = createBridge(port)
  expect(await bridge.call('session.new', { cwd: '/project' })).toEqual({ ok: true, value: { sessionId: 'session-new' } })
  expect(port.calls).toEqual([{ name: 'session.new', input: { cwd: '/project' } }])
})

test('an answer that does not fit the contract is a failure, not a surprise later', async () => {
  const port = fakeBridge()
  // A broken peer: the type is what the test is about.
  port.answerWith('session.new', () => ({ ok: true, value: { sessionId: 7 } }) as never)
  const answer = await createBridge(port).call('session.new', { cwd: '/' })
  expect(answer).toMatchObject({ ok: false, error: { code: 'failed' } })
})

test('a call that throws on the way is a failure with its detail', async () => {
  const port = fakeBridge()
  port.answerWith('task.clear', () => Promise.reject(new Error('the pipe broke')))
  const answer = await createBridge(port).call('task.clear', { sessionId: 's' })
  expect(answer).toMatchObject({ ok: false, error: { detail: 'Error: the pipe broke' } })
})

test('silence ends in a failure after a while, but not where a person is asked', async () => {
  vi.useFakeTimers()
  const port = fakeBridge()
  port.answerWith('task.cancel', () => new Promise(() => undefined))
  port.answerWith('folder.pick', () => new Promise(() => undefined))
  const bridge = createBridge(port)
  const cancelled = bridge.call('task.cancel', { sessionId: 's' })
  let isPicked = false
  void bridge.call('folder.pick', null).then(() => {
    isPicked = true
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'failed' } })
  expect(isPicked).toBe(false)
})

test('passes on only pushes that fit the contract', () => {
  const port = fakeBridge()
  const heard: unknown[] = []
  let unreadable = 0
  const end = createBridge(port).listen(
    'app.command',
    (push) => heard.push(push.command),
    () => unreadable++,
  )
  port.push('app.command', { command: 'toggle-sidebar' })
  // A broken peer: the type is what the test is about.
  port.push('app.command', { order: 5 } as never)
  end()
  port.push('app.command', { command: 'late' })
  expect(heard).toEqual(['toggle-sidebar'])
  expect(unreadable).toBe(1)
})
