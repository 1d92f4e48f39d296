import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyWriter } from '../../../../main/providers/request-body'

const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

describe('the body of a request', () => {
  it('is the JSON of what is sent, for any values and any growth of the list', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (rest, list) => {
        const write = createBodyWriter('messages')
        for (let length = 0; length <= list.length; length += 1) {
          const params = { ...rest, messages: list.slice(0, length) }
          expect(read(write(params))).toEqual(JSON.parse(JSON.stringify(params)))
        }
      }),
    )
  })

  it('writes what has not changed once', () => {
    let written = 0
    const counted = {
      toJSON: () => {
        written += 1
        return { role: 'user' }
      },
    }
    const write = createBodyWriter('messages')
    write({ messages: [counted] })
    write({ messages: [counted, {}] })
    expect(written).toBe(1)
  })
})
