import { expect, it } from 'vitest'
import { followLog } from '../../../../../renderer/features/subagents/follow-log'
import { createBridge } from '../../../../../renderer/bridge'
import type { ClineMessage } from '../../../../../shared/messages'
import { ok } from '../../../../../shared/result'
import { eventually } from '../../../../support/eventually'
import { fakeBridge } from '../../../../support/fake-bridge'

const place = { sessionId: 's', ts: 1, index: 2 }
const row = (ts: number, text: string): ClineMessage => ({ ts, type: 'say', say: 'text', text })

it('shows each change of a log once, whichever way round it and the whole arrive', async () => {
  const bridge = fakeBridge()
  const opened = Promise.withResolvers<void>()
  bridge.answerWith('subagent.open', async () => {
    await opened.promise
    return ok({ rows: [row(10, 'Looking')], seq: 2 })
  })
  let shown: readonly ClineMessage[] = []
  const stop = followLog(createBridge(bridge), {
    sessionId: 's',
    key: { ts: 1, index: 2 },
    show: (rows) => (shown = rows),
    gone: (why) => expect.unreachable(why),
  })
  const add = (seq: number, ts: number, text: string, where = place) =>
    bridge.push('subagent.row', { ...where, seq, op: { op: 'row.add', row: row(ts, text) } })
  // The first two are in the whole, however late they come; the third is not, however early.
  add(2, 10, 'Looking')
  add(3, 11, 'further')
  add(3, 12, 'of another', { ...place, index: 1 })
  opened.resolve()
  await eventually(() => expect(shown.map(({ text }) => text)).toEqual(['Looking', 'further']))
  add(1, 10, 'Looking')
  add(4, 13, 'on')
  expect(shown.map(({ text }) => text)).toEqual(['Looking', 'further', 'on'])
  stop()
  add(5, 14, 'unseen')
  expect(shown).toHaveLength(3)
  expect(bridge.inputsOf('subagent.close')).toEqual([place])
})
