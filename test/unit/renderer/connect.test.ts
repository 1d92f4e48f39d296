import { expect, test } from 'vitest'
import type { ClineMessage } from '../../../shared/messages'
import { connect } from '../../../renderer/connect'
import { fakeBridge } from '../../support/fake-bridge'
import { partsOn } from '../../support/render-with-app'
import { eventually } from '../../support/eventually'

const text = (ts: number, words = 'hello'): ClineMessage => ({ ts, type: 'say', say: 'text', text: words })

function connected(schedule = (run: () => void) => run()) {
  const port = fakeBridge({ clineMessages: [text(1)] })
  const { bridge, store } = partsOn(port)
  const end = connect(bridge, store, schedule)
  return { port, store, end, requests: () => port.inputsOf('state.request').length }
}

test('asks for the whole state at the start and takes it in', () => {
  const { store, requests } = connected()
  expect(requests()).toBe(1)
  expect(store.getState().isLoaded).toBe(true)
  expect(store.getState().rows.order).toEqual([1])
})

test('takes in changes that come one after another', () => {
  const { port, store, requests } = connected()
  port.pushOps({ op: 'row.add', row: text(2) })
  port.pushOps({ op: 'row.append', ts: 2, field: 'text', append: ' there' })
  expect(store.getState().rows.byTs.get(2)?.text).toBe('hello there')
  expect(requests()).toBe(1)
})

test('asks anew when a number is missing, and applies nothing of what followed the gap', () => {
  const { port, store, requests } = connected()
  port.answerWith('state.request', () => ({ ok: true, value: null }))
  port.push('state', { seq: 7, ops: [{ op: 'row.add', row: text(2) }] })
  port.push('state', { seq: 8, ops: [{ op: 'row.add', row: text(3) }] })
  expect(requests()).toBe(2)
  expect(store.getState().rows.order).toEqual([1])
})

test('goes on from a snapshot, whatever its number', () => {
  const { port, store } = connected()
  port.push('state', { seq: 40, ops: [{ op: 'snapshot', state: { ...baseState(store), clineMessages: [text(5)] } }] })
  port.push('state', { seq: 41, ops: [{ op: 'row.add', row: text(6) }] })
  expect(store.getState().rows.order).toEqual([5, 6])
})

test('asks anew when a push cannot be read or makes no legal row', () => {
  const { port, requests } = connected()
  // What a broken peer might send: the type is what the test is about.
  port.push('state', { seq: 2, ops: [{ op: 'nonsense' }] } as never)
  expect(requests()).toBe(2)
  port.pushOps({ op: 'row.patch', ts: 1, patch: { say: 'no such kind' } })
  expect(requests()).toBe(3)
})

test('redraws once for all that came within a frame', () => {
  const frames: (() => void)[] = []
  const { port, store } = connected((run) => void frames.push(run))
  frames.shift()?.()
  let changes = 0
  store.subscribe(() => changes++)
  port.pushOps({ op: 'row.append', ts: 1, field: 'text', append: '!' })
  port.pushOps({ op: 'row.append', ts: 1, field: 'text', append: '!' })
  expect(frames).toHaveLength(1)
  frames.shift()?.()
  expect(changes).toBe(1)
  expect(store.getState().rows.byTs.get(1)?.text).toBe('hello!!')
})

test('hears nothing once it has ended', () => {
  const { port, store, end } = connected()
  end()
  port.pushOps({ op: 'row.add', row: text(2) })
  expect(store.getState().rows.order).toEqual([1])
})

function baseState(store: ReturnType<typeof connected>['store']) {
  return store.getState().main
}

test('gives up and says so when the whole state itself cannot be read', async () => {
  const port = fakeBridge()
  const { bridge, store } = partsOn(port)
  // A peer of another version: the type is what the test is about.
  port.answerWith('state.request', () => {
    port.push('state', { seq: 1, ops: [{ op: 'snapshot', state: {} }] } as never)
    return { ok: true, value: null }
  })
  connect(bridge, store, (run) => run())
  await eventually(() => expect(store.getState().ui.connectionError).toContain('cannot be read'))
  expect(port.inputsOf('state.request').length).toBeLessThan(10)
})
