import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolJson } from '../../../../main/providers/stream-tool-json'
import { cpuTime } from '../../../support/cpu-time'

const feedAll = (pieces: readonly string[]) => {
  const json = createToolJson()
  for (const piece of pieces) json.feed(piece)
  return json
}

const object = fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 5 })
const written = fc.tuple(object, fc.constantFrom(undefined, 2, '\t')).map(([value, indent]) => JSON.stringify(value, null, indent))

/** Escapes every character of a string, so that pairs become two escapes. */
const escaped = (text: string) =>
  `"${text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`

describe('createToolJson', () => {
  it('gives what JSON.parse gives, wherever the text was cut', () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(400), { maxLength: 12 }), (text, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
        expect(feedAll(pieces).finish()).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('gives the same when every character comes alone', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(feedAll(text.split('')).finish()).toEqual(JSON.parse(text))
      }),
    )
  })

  it('shows of a string what is a prefix of the whole string, at every cut and with every character escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.boolean(), (value, escapes) => {
        const text = `{"path":"a","content":${escapes ? escaped(value) : JSON.stringify(value)}}`
        const json = createToolJson()
        let length = 0
        for (const char of text) {
          json.feed(char)
          const content = json.partial()['content'] ?? ''
          expect(typeof content).toBe('string')
          expect(value.startsWith(String(content))).toBe(true)
          expect(String(content).isWellFormed() || !value.isWellFormed()).toBe(true)
          expect(String(content).length).toBeGreaterThanOrEqual(length)
          length = String(content).length
        }
        expect(json.partial()).toEqual({ path: 'a', content: value })
      }),
    )
  })

  it('never calls a cut text whole', () => {
    fc.assert(
      fc.property(written, fc.nat(), (text, cut) => {
        const end = 1 + (cut % Math.max(1, text.length - 1))
        if (end < text.length) expect(feedAll([text.slice(0, end)]).finish()).toBeUndefined()
      }),
    )
  })

  it('agrees with JSON.parse on what is no JSON', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.constantFrom(',', '}', '"', '\\', 'x', '0', '-', ':', '\n', ']', '\u0001'), (text, where, char) => {
        const at = where % (text.length + 1)
        const broken = text.slice(0, at) + char + text.slice(at)
        const parsed = parse(broken)
        const ours = feedAll([broken]).finish()
        if (parsed === undefined) expect(ours).toBeUndefined()
        // A repeated key is legal JSON and refused here.
        else if (ours !== undefined) expect(ours).toEqual(parsed)
      }),
      { numRuns: 500 },
    )
  })

  it('takes no text, and white space alone, for no arguments', () => {
    expect(feedAll([]).finish()).toEqual({})
    expect(feedAll([' \n']).finish()).toEqual({})
    expect(feedAll(['{}', ' ']).finish()).toEqual({})
  })

  it.each(['null', '[1]', '"text"', '{"a":1} x', '{"a":1,}', '{"a":01}', '{"a":1}{"b":2}', '{"a":tru}', "{'a':1}"])(
    'refuses %s',
    (text) => {
      expect(feedAll([text]).finish()).toBeUndefined()
    },
  )

  it('refuses a key that is given twice', () => {
    expect(feedAll(['{"path":"a","path":"../../b"}']).finish()).toBeUndefined()
    expect(feedAll(['{"a":{"b":1,"b":1}}']).finish()).toBeUndefined()
  })

  it('keeps `__proto__` a key like any other', () => {
    const value = feedAll(['{"__proto__":{"polluted":true}}']).finish()
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  it('refuses nesting that would break what reads it', () => {
    expect(feedAll([`{"a":${'['.repeat(500)}${']'.repeat(500)}}`]).finish()).toBeUndefined()
  })

  it('shows the unfinished string inside a list', () => {
    expect(feedAll(['{"options":["yes","n']).partial()).toEqual({ options: ['yes', 'n'] })
    expect(feedAll(['{"options":["yes","n', 'o"]']).partial()).toEqual({ options: ['yes', 'no'] })
  })

  it('reads a long argument in time that grows with its length only', () => {
    const read = () => {
      const json = createToolJson()
      json.feed('{"content":"')
      for (let piece = 0; piece < 50_000; piece += 1) {
        json.feed('some text of a file\\n')
        json.partial()
      }
      json.feed('"}')
      expect(String(json.finish()?.['content']).length).toBe(1_000_000)
    }
    expect(cpuTime(1_000, read)).toBeLessThan(1_000)
  })
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
