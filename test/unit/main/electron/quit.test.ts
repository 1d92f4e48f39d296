import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endOnQuit } from '../../../../main/electron/quit'

type App = Parameters<typeof endOnQuit>[0]

describe('quitting', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function quitting(dispose: () => Promise<void>) {
    const exits: number[] = []
    const app = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) })
    // The slice of App that quitting uses.
    const reported: unknown[] = []
    endOnQuit(app as unknown as App, dispose, (error) => reported.push(error))
    let isPrevented = false
    app.emit('before-quit', { preventDefault: () => undefined })
    const end = (): void => void app.emit('will-quit', { preventDefault: () => (isPrevented = true) })
    return { exits, reported, end, isPrevented: () => isPrevented }
  }

  it('waits for the core to end its work, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const dispose = vi.fn(() => promise)
    const { exits, end, isPrevented } = quitting(dispose)
    end()
    end()
    expect(isPrevented()).toBe(true)
    await vi.advanceTimersByTimeAsync(3000)
    expect(exits).toEqual([])
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(exits).toEqual([0])
    expect(dispose).toHaveBeenCalledTimes(1)
  })

  it('ends after five seconds, whether the core has ended or the windows have closed', async () => {
    const hanging = quitting(() => new Promise(() => undefined))
    hanging.end()
    const held = quitting(() => Promise.resolve())
    await vi.advanceTimersByTimeAsync(4999)
    expect([hanging.exits, held.exits]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1)
    expect([hanging.exits, held.exits]).toEqual([[1], [1]])
  })

  it('says with its status that the work could not be ended well', async () => {
    const failure = new Error('as planned')
    const { exits, reported, end } = quitting(() => Promise.reject(failure))
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect([exits, reported]).toEqual([[1], [failure]])
  })
})
