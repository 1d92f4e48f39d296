import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CallName, type PushName, calls, pushes } from '../../shared/ipc'
import { BRIDGE_KEY, CALL_CHANNEL, PUSH_CHANNEL, callNames, pushNames } from '../../shared/ipc-names'
import { runs } from '../unit/shared/runs'
import { arbitraryJson, arbitraryOf } from '../unit/shared/schema-arbitrary'
import { parseFile } from './parsed-source'
import { codeBelow } from './source-files'

// Object.entries widens the names; both tables are literals, so their keys are exactly these.
const allCalls = Object.entries(calls) as [CallName, { input: z.ZodType; output: z.ZodType }][]
const allPushes = Object.entries(pushes) as [PushName, z.ZodType][]
const messages = [
  ...allCalls.map(([name, { input }]) => ({ name: `${name} (input)`, schema: input })),
  ...allCalls.map(([name, { output }]) => ({ name: `${name} (output)`, schema: output })),
  ...allPushes.map(([name, schema]) => ({ name: `${name} (push)`, schema })),
]

describe('the IPC contract', () => {
  it('has the names that the preload lets through, in the same order', () => {
    expect(Object.keys(calls)).toEqual([...callNames])
    expect(Object.keys(pushes)).toEqual([...pushNames])
    expect(callNames.length).toBeGreaterThan(20)
  })

  it('uses one channel each way and one name on the window', () => {
    expect(new Set([CALL_CHANNEL, PUSH_CHANNEL, BRIDGE_KEY]).size).toBe(3)
  })

  it.each(messages)('$name carries JSON only: what the schema accepts survives the wire', ({ schema }) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value))
        expect(sent).toEqual(value)
        expect(schema.parse(sent)).toEqual(value)
      }),
      { numRuns: runs(60) },
    )
  })

  it.each(messages)('$name refuses or accepts any value, and never throws', ({ schema }) => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        const result = schema.safeParse(value)
        if (result.success) expect(schema.safeParse(result.data).success).toBe(true)
      }),
      { numRuns: runs(100) },
    )
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it.each(allCalls)('%s refuses what is not its input', (_, { input }) => {
    for (const value of [undefined, 0, 'text', true, []]) expect(input.safeParse(value).success).toBe(false)
    if (input instanceof z.ZodObject) expect(input.safeParse(null).success).toBe(false)
    else expect(input.safeParse({}).success).toBe(false)
  })

  it.each(allCalls.filter(([, { input }]) => input instanceof z.ZodObject))('%s refuses each missing or mistyped field', (_, { input }) => {
    // The filter above left only objects.
    const { shape } = input as z.ZodObject
    const sample = fc.sample(arbitraryOf(input), { numRuns: 1, seed: 1 })[0] as Record<string, unknown>
    expect(input.safeParse(sample).success).toBe(true)
    for (const [key, field] of Object.entries(shape)) {
      const { [key]: _left, ...without } = sample
      expect(input.safeParse(without).success).toBe(field instanceof z.ZodOptional)
      for (const wrong of [() => 1, 7n, Symbol.iterator]) expect(input.safeParse({ ...sample, [key]: wrong }).success).toBe(false)
    }
  })

  it('drops a key that would change what an object is', () => {
    const sent: unknown = JSON.parse('{"patch":{"apiConfiguration":{"__proto__":{"isAdmin":true},"anthropicBaseUrl":"x"}}}')
    const { patch } = calls['settings.update'].input.parse(sent)
    expect(Object.keys(patch.apiConfiguration ?? {})).toEqual(['anthropicBaseUrl'])
    expect(patch.apiConfiguration).not.toHaveProperty('isAdmin')
  })

  it('drops what it does not name: no field slips through to a handler', () => {
    for (const [, { input }] of allCalls) {
      if (!(input instanceof z.ZodObject)) continue
      const [sample] = fc.sample(arbitraryOf(input), { numRuns: 1, seed: 2 })
      expect(input.parse({ ...sample, smuggled: 'x', isAdmin: true })).not.toHaveProperty('smuggled')
    }
  })

  it('has a handler for each call, and nobody calls a name that is not there', () => {
    const used = new Set<string>()
    for (const file of codeBelow('renderer'))
      for (const [, name] of parseFile(file).text.matchAll(/\bcall\(\s*'([a-z.]+)'/g)) used.add(name)
    expect([...used].filter((name) => !Object.hasOwn(calls, name))).toEqual([])
  })
})
