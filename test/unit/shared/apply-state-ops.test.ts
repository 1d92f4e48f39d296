import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyStateOps } from '../../../shared/apply-state-ops'
import { ExtensionState, type StateOp, StateOp as StateOpSchema, initialExtensionState } from '../../../shared/extension-state'
import type { ClineMessage } from '../../../shared/messages'
import { runs } from './runs'
import { arbitraryOps, arbitraryState } from './state-arbitrary'

const row = (ts: number, text: string): ClineMessage => ({ ts, type: 'say', say: 'text', text })
const withRows = (...rows: ClineMessage[]): ExtensionState => ({ ...initialExtensionState, clineMessages: rows })
/** What the wire does to a push. */
const overTheWire = (ops: readonly StateOp[]): StateOp[] => StateOpSchema.array().parse(JSON.parse(JSON.stringify(ops)))

describe('applyStateOps', () => {
  it('gives the same state on both sides of the wire, under random edits', () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryOps, (state, ops) => {
        const drawn: unknown = JSON.parse(JSON.stringify(state))
        expect(applyStateOps(ExtensionState.parse(drawn), overTheWire(ops))).toEqual(applyStateOps(state, ops))
      }),
      { numRuns: runs(100) },
    )
  })

  it('gives the same state however the pushes are cut', () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryOps, fc.nat(12), (state, ops, cut) => {
        const first = applyStateOps(state, ops.slice(0, cut))
        expect(applyStateOps(first, ops.slice(cut))).toEqual(applyStateOps(state, ops))
      }),
      { numRuns: runs(100) },
    )
  })

  it('gives a state that the schema accepts, and that another snapshot would give', () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryOps, (state, ops) => {
        const next = applyStateOps(
          state,
          ops.filter((op) => op.op !== 'set' || op.value !== undefined),
        )
        expect(ExtensionState.parse(next)).toEqual(next)
        expect(applyStateOps(initialExtensionState, [{ op: 'snapshot', state: next }])).toEqual(next)
      }),
      { numRuns: runs(100) },
    )
  })

  it('changes nothing in place: what was drawn stays what it was', () => {
    fc.assert(
      fc.property(arbitraryState, arbitraryOps, (state, ops) => {
        const before = JSON.stringify(state)
        const opsBefore = JSON.stringify(ops)
        applyStateOps(state, ops)
        expect(JSON.stringify(state)).toBe(before)
        expect(JSON.stringify(ops)).toBe(opsBefore)
      }),
      { numRuns: runs(100) },
    )
  })

  it('keeps the identity of rows that did not change, so that only one is drawn again', () => {
    const state = withRows(row(1, 'a'), row(2, 'b'), row(3, 'c'))
    const next = applyStateOps(state, [{ op: 'row.append', ts: 3, field: 'text', append: '!' }])
    expect(next.clineMessages[0]).toBe(state.clineMessages[0])
    expect(next.clineMessages[1]).toBe(state.clineMessages[1])
    expect(next.clineMessages[2]).toEqual(row(3, 'c!'))
  })

  it('leaves the state as it is when the row is not there', () => {
    const state = withRows(row(1, 'a'))
    const ops: StateOp[] = [
      { op: 'row.append', ts: 9, field: 'text', append: 'x' },
      { op: 'row.patch', ts: 9, patch: { text: 'x' } },
      { op: 'row.remove', ts: 9 },
    ]
    expect(applyStateOps(state, ops)).toEqual(state)
  })

  it('joins appended text in the order in which it came', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), (pieces) => {
        const ops = pieces.map((append): StateOp => ({ op: 'row.append', ts: 1, field: 'text', append }))
        expect(applyStateOps(withRows(row(1, '')), ops).clineMessages[0].text).toBe(pieces.join(''))
      }),
      { numRuns: runs(100) },
    )
  })

  it('removes a key that was set to nothing', () => {
    const state = { ...initialExtensionState, cwd: '/project' }
    expect(applyStateOps(state, [{ op: 'set', key: 'cwd' }])).not.toHaveProperty('cwd')
  })

  it('throws on an op that no release has made', () => {
    // A newer main process than window: must not pass in silence.
    expect(() => applyStateOps(initialExtensionState, [{ op: 'row.move' } as unknown as StateOp])).toThrow(/row\.move/)
  })
})
