import fc from 'fast-check'
import { ExtensionState, StateOp } from '../../../shared/extension-state'
import { ClineMessage } from '../../../shared/messages'
import { arbitraryOf } from './schema-arbitrary'

export const arbitraryRow = arbitraryOf(ClineMessage)

/** A state whose rows have strictly increasing `ts`, as a task's rows do. */
export const arbitraryState: fc.Arbitrary<ExtensionState> = fc
  .tuple(arbitraryOf(ExtensionState.omit({ clineMessages: true })), fc.array(arbitraryRow, { maxLength: 5 }))
  .map(([state, rows]) => ({ ...state, clineMessages: rows.map((row, index) => ({ ...row, ts: (index + 1) * 10 })) }))

const stateKeys = Object.keys(ExtensionState.shape).filter((key) => key !== 'clineMessages')

/** A change of one key to a value that this key may have, or its removal where it is optional. */
export const arbitrarySet: fc.Arbitrary<StateOp> = fc.tuple(fc.constantFrom(...stateKeys), arbitraryState).map(([key, from]) => {
  // Every key of the schema is a key of the state.
  const value = (from as Record<string, unknown>)[key]
  return StateOp.parse({ op: 'set', key, ...(value === undefined ? {} : { value }) })
})

/** Mostly the `ts` of a row that is there. */
const someTs = fc.constantFrom(10, 20, 30, 40, 50, 60, 7)

/** Ops as the main process makes them: on rows near the end, sometimes on a row that is gone. */
export const arbitraryOps: fc.Arbitrary<StateOp[]> = fc.array(
  fc.oneof(
    arbitrarySet,
    arbitraryRow.chain((row) => someTs.map((ts): StateOp => ({ op: 'row.add', row: { ...row, ts } }))),
    fc.record({
      op: fc.constant('row.append' as const),
      ts: someTs,
      field: fc.constantFrom('text' as const, 'reasoning' as const),
      append: fc.string(),
    }),
    fc.record({
      op: fc.constant('row.patch' as const),
      ts: someTs,
      patch: fc.record(
        { text: fc.option(fc.string()), partial: fc.option(fc.boolean()), images: fc.option(fc.array(fc.string(), { maxLength: 2 })) },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ op: fc.constant('row.remove' as const), ts: someTs }),
    arbitraryState.map((state): StateOp => ({ op: 'snapshot', state })),
  ),
  { maxLength: 12 },
)
