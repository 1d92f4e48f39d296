import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExtensionState, type StateKey, ExtensionState as ExtensionStateSchema } from '../../shared/extension-state'
import type { ClineMessage } from '../../shared/messages'
import { type PushPipeline, historyOf, openPipeline } from '../bench/push-pipeline'
import { runs } from '../unit/shared/runs'
import { arbitraryOf } from '../unit/shared/schema-arbitrary'
import { arbitraryRow } from '../unit/shared/state-arbitrary'

type Edit = (pipeline: PushPipeline) => void

const keys = Object.keys(ExtensionStateSchema.shape).filter((key): key is StateKey => key !== 'clineMessages')
const anyState = arbitraryOf(ExtensionStateSchema.omit({ clineMessages: true }))
/** Streamed text never ends in half a character here: JSON would still carry it. */
const words = fc.string({ maxLength: 8, unit: 'grapheme' })

const someRow = (pipeline: PushPipeline, pick: number): ClineMessage | undefined => {
  const rows = pipeline.rows.list()
  return rows[pick % Math.max(1, rows.length)]
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  arbitraryRow.map(
    ({ ts: _ts, ...row }): Edit =>
      (pipeline) => {
        if (row.type === 'say') pipeline.rows.say(row)
        else pipeline.rows.addAsk(row)
      },
  ),
  fc.tuple(fc.nat(), fc.constantFrom('text' as const, 'reasoning' as const), words).map(
    ([pick, field, more]): Edit =>
      (pipeline) => {
        pipeline.rows.append(someRow(pipeline, pick)?.ts ?? -1, field, more)
      },
  ),
  fc.tuple(fc.nat(), words).map(
    ([pick, more]): Edit =>
      (pipeline) => {
        const row = someRow(pipeline, pick)
        const field =
          row && 'data' in row ? Object.entries(row.data).find(([, value]) => typeof value === 'string' && value.includes(' ')) : undefined
        if (row && field) pipeline.rows.append(row.ts, 'data', { [field[0]]: more })
      },
  ),
  fc.tuple(fc.nat(), fc.record({ text: fc.option(words), partial: fc.option(fc.boolean()) }, { requiredKeys: [] })).map(
    ([pick, patch]): Edit =>
      (pipeline) => {
        pipeline.rows.patch(someRow(pipeline, pick)?.ts ?? -1, patch)
      },
  ),
  fc.nat().map(
    (pick): Edit =>
      (pipeline) =>
        pipeline.rows.remove(someRow(pipeline, pick)?.ts ?? -1),
  ),
  fc.tuple(fc.constantFrom(...keys), anyState).map(
    ([key, from]): Edit =>
      (pipeline) =>
        pipeline.setKey(key, from[key]),
  ),
  fc.constant<Edit>((pipeline) => pipeline.publisher.postSnapshot()),
  // Two pieces for one row that reach the publisher within one frame.
  fc.tuple(fc.nat(), words, words).map(
    ([pick, ...pieces]): Edit =>
      (pipeline) => {
        for (const piece of pieces) {
          pipeline.rows.append(someRow(pipeline, pick)?.ts ?? -1, 'text', piece)
          pipeline.rows.flushAppends()
        }
      },
  ),
)
const frames = fc.array(fc.array(edit, { maxLength: 6 }), { maxLength: 6 })

/** JSON has no `undefined`: a key that was cleared is a key that is not there. */
const asJson = (state: ExtensionState): unknown => JSON.parse(JSON.stringify(state))

describe('the pushes to the window', () => {
  it('leave it with the very state that the main process holds, at the end of every frame, under random edits', () => {
    fc.assert(
      fc.property(frames, (edits) => {
        const pipeline = openPipeline(historyOf(3))
        for (const inFrame of edits) {
          for (const change of inFrame) change(pipeline)
          pipeline.frame()
          expect(pipeline.drawn()).toEqual(asJson(pipeline.held()))
        }
        pipeline.close()
      }),
      { numRuns: runs(150) },
    )
  })

  it('cost the same bytes for a piece of text at any length of the history', () => {
    const costs = [100, 10_000].map((rows) => {
      const pipeline = openPipeline(historyOf(rows))
      const ts = pipeline.rows.say({ say: 'text', text: '', partial: true })
      pipeline.frame()
      const before = pipeline.sentChars()
      for (let piece = 0; piece < 100; piece += 1) {
        pipeline.rows.append(ts, 'text', 'abc ')
        pipeline.frame()
      }
      const sent = pipeline.sentChars() - before
      pipeline.close()
      return sent
    })
    expect(costs[0]).toBeGreaterThan(0)
    expect(costs[1] / costs[0]).toBeLessThan(1.1)
  })

  it('send what changed once, and nothing when nothing changed', () => {
    const pipeline = openPipeline(historyOf(3))
    pipeline.setKey('cwd', '/first')
    pipeline.setKey('cwd', '/second')
    pipeline.frame()
    expect(pipeline.drawn().cwd).toBe('/second')
    const sent = pipeline.sentChars()
    pipeline.frame()
    expect(pipeline.sentChars()).toBe(sent)
    pipeline.setKey('version', '2')
    pipeline.frame()
    expect(pipeline.sentChars() - sent).toBe(JSON.stringify({ seq: 3, ops: [{ op: 'set', key: 'version', value: '2' }] }).length)
    pipeline.close()
  })

  it('touch no row but the one that grows', () => {
    const pipeline = openPipeline(historyOf(1_000))
    const ts = pipeline.rows.say({ say: 'text', text: '', partial: true })
    pipeline.frame()
    const before = pipeline.drawn().clineMessages
    pipeline.rows.append(ts, 'text', 'more')
    pipeline.frame()
    const after = pipeline.drawn().clineMessages
    expect(after.filter((row, index) => row !== before[index]).map((row) => row.ts)).toEqual([ts])
    pipeline.close()
  })
})
