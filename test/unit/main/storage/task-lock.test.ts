import { writeFileSync } from 'node:fs'
import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type LockRecord, decodeLockRecord, encodeLockRecord } from '../../../../main/storage/lock-record'
import { currentProcess } from '../../../../main/storage/process-identity'
import { LOCK_RETRY_DELAYS_MS, type LockResult, acquireTaskLock, lockHolder } from '../../../../main/storage/task-lock'
import { startChild } from './support/child'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const noWait = { wait: false }

async function taken(result: Promise<LockResult>) {
  const locked = await result
  if (!locked.ok) throw new Error(`Held by ${locked.holder.pid}`)
  onTestFinished(() => locked.lock.release())
  return locked.lock
}

/** A lock as another process left it. */
async function leave(folder: string, record: Partial<LockRecord>, turn = 1): Promise<void> {
  await mkdir(join(folder, 'lock'), { recursive: true })
  const whole = { ...(await currentProcess()), since: 5, heartbeat: Date.now(), released: false, ...record }
  await writeFile(join(folder, 'lock', `${turn}.json`), encodeLockRecord(whole))
}

describe('a task lock', () => {
  test('is held by one, and free again once released', async () => {
    const folder = await tempFolder()
    expect(await lockHolder(folder)).toBeUndefined()
    const lock = await taken(acquireTaskLock(folder, { now: () => 1_000 }))
    expect(await acquireTaskLock(folder, noWait)).toEqual({ ok: false, holder: { pid: process.pid, since: 1_000 } })
    expect(await lockHolder(folder)).toEqual({ pid: process.pid, since: 1_000 })
    await lock.release()
    await lock.release()
    expect(await lockHolder(folder)).toBeUndefined()
    await taken(acquireTaskLock(folder, noWait))
  })

  test('says who holds it: pid, start time, machine and heartbeat', async () => {
    const folder = await tempFolder()
    await taken(acquireTaskLock(folder, { now: () => 7 }))
    const record = JSON.parse(await readFile(join(folder, 'lock', '1.json'), 'utf8'))
    expect(record).toEqual({ ...(await currentProcess()), since: 7, heartbeat: 7, released: false })
  })

  test('leaves few files behind, however often it is taken', async () => {
    const folder = await tempFolder()
    for (let round = 0; round < 30; round++) await (await taken(acquireTaskLock(folder, noWait))).release()
    expect((await readdir(join(folder, 'lock'))).sort()).toEqual(['27.json', '28.json', '29.json', '30.json'])
  })

  test('is won by exactly one of many who ask at once', async () => {
    const folder = await tempFolder()
    for (let round = 0; round < 20; round++) {
      const results = await Promise.all(Array.from({ length: 12 }, () => acquireTaskLock(folder, noWait)))
      const winners = results.filter((result) => result.ok)
      expect(winners).toHaveLength(1)
      await winners[0]?.lock.release()
    }
  })

  test('of a task that is not there is a failure', async () => {
    await expect(acquireTaskLock(join(await tempFolder(), 'none'), noWait)).rejects.toMatchObject({ name: 'StorageError', code: 'missing' })
  })
})

describe('a lock that was left behind', () => {
  test.each([
    ['by a process that is gone', { pid: 2 ** 22 + 1 }],
    ['by another process that had this number', { startTime: '1' }],
    ['on another machine that has been silent for long', { host: 'elsewhere', heartbeat: Date.now() - 130_000 }],
    ['where start times are unknown and it has been silent for long', { startTime: '', heartbeat: Date.now() - 130_000 }],
    ['and released', { released: true }],
  ])('%s is taken over by exactly one', async (_, record) => {
    const folder = await tempFolder()
    await leave(folder, record)
    const results = await Promise.all(Array.from({ length: 12 }, () => acquireTaskLock(folder, noWait)))
    const winners = results.filter((result) => result.ok)
    expect(winners).toHaveLength(1)
    await winners[0]?.lock.release()
  })

  test.each([
    ['on another machine that was heard of lately', { host: 'elsewhere', pid: 1, heartbeat: Date.now() - 60_000 }],
    ['where start times are unknown and it was heard of lately', { startTime: '', heartbeat: Date.now() - 60_000 }],
    ['by a living process, however long ago it was heard of', { heartbeat: 0 }],
  ])('%s is not', async (_, record) => {
    const folder = await tempFolder()
    await leave(folder, record)
    const before = await readFile(join(folder, 'lock', '1.json'))
    expect(await acquireTaskLock(folder, noWait)).toMatchObject({ ok: false, holder: { since: 5 } })
    expect((await readFile(join(folder, 'lock', '1.json'))).equals(before)).toBe(true)
  })

  test('with nothing in it counts as held for a moment, then as left behind', async () => {
    const folder = await tempFolder()
    await mkdir(join(folder, 'lock'))
    await writeFile(join(folder, 'lock', '3.json'), '')
    expect(await acquireTaskLock(folder, noWait)).toMatchObject({ ok: false, holder: { pid: 0 } })
    const before = Date.now() / 1_000 - 11
    await utimes(join(folder, 'lock', '3.json'), before, before)
    await taken(acquireTaskLock(folder, noWait))
  })

  test('and taken over by others while a rival was slow is not the rival’s, even where a number is free again', async () => {
    const folder = await tempFolder()
    await leave(folder, { startTime: '1' }, 1)
    const living = encodeLockRecord({ ...(await currentProcess()), since: 5, heartbeat: 5, released: false })
    let asked = 0
    // The lock asks for the time after it found the first turn left behind, and again before it makes the second.
    const now = (): number => {
      if (++asked === 2) writeFileSync(join(folder, 'lock', '7.json'), living)
      return Date.now()
    }
    expect(await acquireTaskLock(folder, { ...noWait, now })).toMatchObject({ ok: false, holder: { since: 5 } })
    expect(asked).toBeGreaterThan(2)
  })

  test('below a released one is not mistaken for the lock', async () => {
    const folder = await tempFolder()
    await leave(folder, {}, 4)
    await leave(folder, { released: true }, 5)
    await taken(acquireTaskLock(folder, noWait))
    expect(await readdir(join(folder, 'lock'))).toContain('6.json')
  })
})

describe('waiting for a lock', () => {
  test('tries again after 500 + 1000·n ms, for 30 s at most', async () => {
    const folder = await tempFolder()
    await taken(acquireTaskLock(folder))
    const delays: number[] = []
    const sleep = (milliseconds: number): Promise<void> => Promise.resolve(void delays.push(milliseconds))
    expect(await acquireTaskLock(folder, { sleep })).toMatchObject({ ok: false, holder: { pid: process.pid } })
    expect(delays).toEqual([500, 1_500, 2_500, 3_500, 4_500, 5_500, 6_500])
    expect(delays).toEqual(LOCK_RETRY_DELAYS_MS)
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThanOrEqual(30_000)
  })

  test('ends as soon as it is free', async () => {
    const folder = await tempFolder()
    const lock = await taken(acquireTaskLock(folder))
    let pauses = 0
    const sleep = async (): Promise<void> => {
      if (++pauses === 2) await lock.release()
    }
    await taken(acquireTaskLock(folder, { sleep }))
    expect(pauses).toBe(2)
  })

  test('ends when it is no longer wanted', async () => {
    const folder = await tempFolder()
    await taken(acquireTaskLock(folder))
    const controller = new AbortController()
    const waiting = acquireTaskLock(folder, { signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a heartbeat', () => {
  test('is given every three seconds, and ends with the lock', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const folder = await tempFolder()
    let now = 1_000
    const lock = await taken(acquireTaskLock(folder, { now: () => now }))
    const read = async () => decodeLockRecord(await readFile(join(folder, 'lock', '1.json'), 'utf8'))
    now = 4_000
    vi.advanceTimersByTime(3_000)
    await eventually(async () => expect(await read()).toMatchObject({ since: 1_000, heartbeat: 4_000, released: false }))
    now = 4_500
    await lock.release()
    expect(await read()).toMatchObject({ heartbeat: 4_500, released: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('finds out that another took the lock', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const folder = await tempFolder()
    const lost = Promise.withResolvers<void>()
    const lock = await taken(acquireTaskLock(folder, { onLost: () => lost.resolve() }))
    await leave(folder, { host: 'elsewhere' }, 2)
    vi.advanceTimersByTime(3_000)
    await lost.promise
    await lock.release()
    expect(await lockHolder(folder)).toMatchObject({ since: 5 })
  })
})

describe('between processes', () => {
  test('a living holder keeps it, and its release or its death frees it', async () => {
    const folder = await tempFolder()
    const first = startChild('hold-lock.ts', [folder])
    expect(await first.line()).toBe('held')
    expect(await acquireTaskLock(folder, noWait)).toMatchObject({ ok: false, holder: { pid: first.process.pid } })
    first.send('release')
    expect(await first.line()).toBe('released')

    const second = startChild('hold-lock.ts', [folder])
    expect(await second.line()).toBe('held')
    await second.kill()
    await taken(acquireTaskLock(folder, noWait))
  })

  test.skipIf(process.platform === 'win32')('a holder that is stopped is not dead', async () => {
    const folder = await tempFolder()
    const child = startChild('hold-lock.ts', [folder])
    expect(await child.line()).toBe('held')
    child.process.kill('SIGSTOP')
    expect(await acquireTaskLock(folder, noWait)).toMatchObject({ ok: false, holder: { pid: child.process.pid } })
  })

  const rounds = process.env['COUNTERSIGN_LONG'] ? 1_000 : 25
  const lives = process.env['COUNTERSIGN_LONG'] ? 100 : 3

  test('never lets two in at once', { timeout: rounds * 10_000 }, async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'counter'), '0')
    const children = Array.from({ length: 4 }, () => startChild('race-for-lock.ts', [folder, String(rounds)]))
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0])
    expect(await readFile(join(folder, 'counter'), 'utf8')).toBe(String(rounds * 4))
  })

  test('never lets two in at once when holders are killed with it', { timeout: rounds * 10_000 }, async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'counter'), '0')
    const numbers: number[] = []
    const race = async (): Promise<void> => {
      for (let life = 0; life < lives; life++) {
        const child = startChild('race-for-lock.ts', [folder, '10', '3'])
        for (let line = await child.line(); line !== undefined; line = await child.line()) numbers.push(Number(line))
      }
    }
    await Promise.all([race(), race(), race()])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThan(lives)
  })
})
