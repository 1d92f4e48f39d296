import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Asks } from '../../../../main/task/asks'

const yes = { response: 'yesButtonClicked' } as const

describe('asks', () => {
  it('gives an answer to the ask it names and to no other', async () => {
    const asks = new Asks()
    const { signal } = new AbortController()
    const first = asks.wait(1, signal)
    const second = asks.wait(2, signal)
    expect(asks.reply(2, { response: 'noButtonClicked' })).toBe(true)
    await expect(second).resolves.toEqual({ response: 'noButtonClicked' })
    expect(asks.isOpen(1)).toBe(true)
    expect(asks.reply(1, yes)).toBe(true)
    await expect(first).resolves.toEqual(yes)
  })

  it('refuses a second answer and an answer to what was never asked', async () => {
    const asks = new Asks()
    const answer = asks.wait(1, new AbortController().signal)
    expect(asks.reply(9, yes)).toBe(false)
    expect(asks.reply(1, yes)).toBe(true)
    expect(asks.reply(1, { response: 'noButtonClicked' })).toBe(false)
    await expect(answer).resolves.toEqual(yes)
  })

  it('lets go of what waits when the task is cancelled, before and after', async () => {
    const asks = new Asks()
    const cancel = new AbortController()
    const waiting = asks.wait(1, cancel.signal)
    cancel.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    await expect(asks.wait(2, cancel.signal)).rejects.toThrow('cancelled')
    expect(asks.reply(1, yes)).toBe(false)
    expect(asks.current).toBeUndefined()
  })

  it('never lets an answer reach an ask it was not for, in any order of asks and answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ kind: fc.constantFrom('ask', 'reply'), ts: fc.nat(5) }), { maxLength: 40 }), async (steps) => {
        const asks = new Asks()
        const { signal } = new AbortController()
        const open = new Map<number, Promise<unknown>>()
        for (const { kind, ts } of steps) {
          if (kind === 'ask' && !open.has(ts)) open.set(ts, asks.wait(ts, signal))
          if (kind === 'reply') {
            const accepted = asks.reply(ts, { response: 'messageResponse', text: String(ts) })
            expect(accepted).toBe(open.has(ts))
            if (accepted) await expect(open.get(ts)).resolves.toMatchObject({ text: String(ts) })
            open.delete(ts)
          }
        }
      }),
    )
  })
})
