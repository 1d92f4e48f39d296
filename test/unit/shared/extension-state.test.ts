import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExtensionState, StateOp, initialExtensionState } from '../../../shared/extension-state'
import { runs } from './runs'
import { arbitraryOps, arbitraryState } from './state-arbitrary'

describe('ExtensionState', () => {
  it('begins as a state of its own schema', () => {
    expect(ExtensionState.parse(initialExtensionState)).toEqual(initialExtensionState)
  })

  it('survives the wire unchanged', () => {
    fc.assert(
      fc.property(arbitraryState, (state) => {
        expect(ExtensionState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state)
      }),
      { numRuns: runs(100) },
    )
  })

  it('has no place for a secret', () => {
    const held = ExtensionState.parse({
      ...initialExtensionState,
      anthropicApiKey: 'sk-test',
      apiConfiguration: { openAiApiKey: 'sk-test' },
    })
    expect(JSON.stringify(held)).not.toContain('sk-test')
  })
})

describe('StateOp', () => {
  it('survives the wire unchanged', () => {
    fc.assert(
      fc.property(arbitraryOps, (ops) => {
        expect(StateOp.array().parse(JSON.parse(JSON.stringify(ops)))).toEqual(ops)
      }),
      { numRuns: runs(100) },
    )
  })

  it.each([
    [{ op: 'set' }],
    [{ op: 'row.append', ts: 1, field: 'images', append: 'x' }],
    [{ op: 'row.remove' }],
    [{ op: 'row.add', row: {} }],
  ])('refuses %j', (op) => {
    expect(StateOp.safeParse(op).success).toBe(false)
  })
})
