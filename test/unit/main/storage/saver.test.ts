import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSaver } from '../../../../main/storage/saver'
import { StorageError } from '../../../../main/storage/storage-error'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const log: string[] = []
  const world = { isFull: false, running: 0, hold: Promise.resolve() }
  const saver = createSaver({
    quietMs: 500,
    longestMs: 2_000,
    onFailure: (error) => log.push(`failure ${error.code}`),
    onRecovered: () => log.push('recovered'),
    save: async () => {
      expect(++world.running).toBe(1)
      await world.hold
      world.running--
      if (world.isFull) throw new StorageError('full', '/settings.json')
      log.push('saved')
    },
  })
  return { saver, log, world }
}

describe('saving a little later', () => {
  test('waits until nothing has changed for a while', async () => {
    const { saver, log } = setUp()
    saver.request()
    await vi.advanceTimersByTimeAsync(400)
    saver.request()
    await vi.advanceTimersByTimeAsync(499)
    expect(log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['saved'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log).toEqual(['saved'])
  })

  test('is never put off for longer than the longest wait, however often it changes', async () => {
    const { saver, log } = setUp()
    for (let elapsed = 0; elapsed < 6_000; elapsed += 100) {
      saver.request()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(log.length).toBeGreaterThanOrEqual(2)
  })

  test('is done at once by a flush, and only when there is something to save', async () => {
    const { saver, log } = setUp()
    await saver.flush()
    expect(log).toEqual([])
    saver.request()
    await saver.flush()
    expect(log).toEqual(['saved'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log).toEqual(['saved'])
  })

  test('saves again what changed while it was saved, and never twice at once', async () => {
    const { saver, log, world } = setUp()
    const held = Promise.withResolvers<void>()
    world.hold = held.promise
    saver.request()
    await vi.advanceTimersByTimeAsync(500)
    saver.request()
    const flushed = Promise.all([saver.flush(), saver.flush()])
    held.resolve()
    await flushed
    expect(log).toEqual(['saved', 'saved'])
  })
})

describe('when saving fails', () => {
  test('it is told once, tried again by itself ever more seldom, and told when it works', async () => {
    const { saver, log, world } = setUp()
    world.isFull = true
    saver.request()
    await vi.advanceTimersByTimeAsync(60_000)
    saver.request()
    expect(log).toEqual(['failure full'])
    world.isFull = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(log).toEqual(['failure full', 'saved', 'recovered'])
  })

  test('a flush says so, and the next one tries again', async () => {
    const { saver, log, world } = setUp()
    world.isFull = true
    saver.request()
    await expect(saver.flush()).rejects.toThrow(StorageError)
    world.isFull = false
    await saver.flush()
    expect(log).toEqual(['failure full', 'saved', 'recovered'])
  })
})
