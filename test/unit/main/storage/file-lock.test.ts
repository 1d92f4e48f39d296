import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withFileLock } from '../../../../main/storage/file-lock'
import { takeFile } from '../../../../main/storage/take-file'

const run = promisify(execFile)
const LONG_MS = 600_000
const worker = join(import.meta.dirname, '../../../runtime/fixtures/add-under-lock.mjs')

describe('a lock on a file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const lock = (): string => join(folder, 'deep', 'work.lock')

  it('is gone after the work, also when that failed', async () => {
    expect(await withFileLock(lock(), async () => existsSync(lock()), LONG_MS)).toBe(true)
    await expect(withFileLock(lock(), () => Promise.reject(new Error('as planned')), LONG_MS)).rejects.toThrow('as planned')
    expect(existsSync(lock())).toBe(false)
  })

  it('lets processes work one after the other', async () => {
    const counter = join(folder, 'counter')
    writeFileSync(counter, '0')
    await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, [worker, join(folder, 'lock'), counter])))
    expect(readFileSync(counter, 'utf8')).toBe('60')
  })

  it('lets work in one process be done one after the other too', async () => {
    const order: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = withFileLock(lock(), () => promise.then(() => void order.push('first')), LONG_MS)
    const second = withFileLock(lock(), async () => void order.push('second'), LONG_MS)
    resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })

  it('of a process that is gone is taken over, and so is one of an earlier process with the same number', async () => {
    for (const holder of ['999999999', '999999999 1', `${process.pid} 1`, '']) {
      writeFileSync(join(folder, 'lock'), holder)
      expect(await withFileLock(join(folder, 'lock'), async () => 'done', LONG_MS)).toBe('done')
    }
  })

  it('that nobody gives back is waited for no longer than the work could take', async () => {
    expect(takeFile(join(folder, 'lock'))).toBe(true)
    expect(await withFileLock(join(folder, 'lock'), async () => 'done', 100)).toBe('done')
  })
})
