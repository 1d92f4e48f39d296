import { appendFile, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type JournalOptions, openJournal } from '../../../../main/storage/journal'
import { readJournal } from '../../../../main/storage/journal-reader'
import { StorageError } from '../../../../main/storage/storage-error'
import { tempFolder } from '../../../support/temp-folder'
import { refuse, systemError, watchedFile } from './support/watched-file'
import { eventually } from '../../../support/eventually'

const newPath = async (): Promise<string> => join(await tempFolder(), 'journal.jsonl')
const numbersIn = async (path: string): Promise<unknown[]> => (await readJournal(path)).records.map(({ record }) => record['number'])
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

afterEach(() => void vi.useRealTimers())

describe('appending', () => {
  test('makes a file that its owner alone can read, and numbers what it holds', async () => {
    const path = await newPath()
    const { journal, records, damage } = await openJournal(path, { now: () => 1_234 })
    expect([records, damage]).toEqual([[], { skippedRecords: 0, tornTail: false }])
    journal.append({ number: 1 })
    journal.append({ number: 2 })
    await journal.close()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readJournal(path)).records).toEqual([
      { seq: 1, time: 1_234, record: { number: 1 } },
      { seq: 2, time: 1_234, record: { number: 2 } },
    ])
  })

  test('goes on where the last writer stopped', async () => {
    const path = await newPath()
    for (let number = 1; number <= 3; number++) {
      const { journal, records } = await openJournal(path)
      expect(records.map(({ seq }) => seq)).toEqual(upTo(number - 1))
      journal.append({ number })
      await journal.close()
    }
    expect(await numbersIn(path)).toEqual([1, 2, 3])
  })

  test('takes a record as it is at that moment', async () => {
    const path = await newPath()
    const { journal } = await openJournal(path)
    const record = { number: 1 }
    journal.append(record)
    record.number = 2
    await journal.close()
    expect(await numbersIn(path)).toEqual([1])
  })

  test('writes by itself a second after the first record that waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const path = await newPath()
    const written = Promise.withResolvers<void>()
    const { openFile } = watchedFile({ datasync: () => Promise.resolve(written.resolve()) })
    const { journal } = await openJournal(path, { openFile })
    journal.append({ number: 1 })
    vi.advanceTimersByTime(600)
    journal.append({ number: 2 })
    vi.advanceTimersByTime(399)
    expect((await stat(path)).size).toBe(0)
    vi.advanceTimersByTime(1)
    await written.promise
    await journal.flush()
    expect(await numbersIn(path)).toEqual([1, 2])
    await journal.close()
  })

  test('writes by itself at 4 KB', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const path = await newPath()
    const written = Promise.withResolvers<void>()
    const { openFile } = watchedFile({ datasync: () => Promise.resolve(written.resolve()) })
    const { journal } = await openJournal(path, { openFile })
    journal.append({ number: 1, text: 'x'.repeat(5_000) })
    await written.promise
    expect(await numbersIn(path)).toEqual([1])
    await journal.close()
  })

  test('after closing is a bug', async () => {
    const { journal } = await openJournal(await newPath())
    await journal.close()
    await journal.close()
    expect(() => journal.append({ number: 1 })).toThrow(/closed/)
    await journal.flush()
  })
})

describe('flushing', () => {
  test('resolves only after the records were synced', async () => {
    const path = await newPath()
    const synced = Promise.withResolvers<void>()
    const { openFile, calls } = watchedFile({ datasync: () => synced.promise })
    const { journal } = await openJournal(path, { openFile })
    journal.append({ number: 1 })
    let isDone = false
    const flushed = journal.flush().then(() => {
      isDone = true
    })
    await eventually(() => expect(calls).toEqual(['write', 'datasync']))
    expect(isDone).toBe(false)
    synced.resolve()
    await flushed
    expect(isDone).toBe(true)
    await journal.close()
  })

  test('at the same time shares one sync', async () => {
    const path = await newPath()
    const { openFile, calls } = watchedFile()
    const { journal } = await openJournal(path, { openFile })
    const flushes = upTo(100).map((number) => {
      journal.append({ number })
      return journal.flush()
    })
    await Promise.all(flushes)
    expect(calls).toEqual(['write', 'datasync'])
    expect(await numbersIn(path)).toEqual(upTo(100))
    await journal.close()
  })

  test('while a sync runs waits for the next one, which carries what came meanwhile', async () => {
    const path = await newPath()
    const first = Promise.withResolvers<void>()
    const { openFile, calls } = watchedFile({ datasync: () => first.promise })
    const { journal } = await openJournal(path, { openFile })
    journal.append({ number: 1 })
    const flushes = [journal.flush()]
    await eventually(() => expect(calls).toEqual(['write', 'datasync']))
    for (let number = 2; number <= 50; number++) {
      journal.append({ number })
      flushes.push(journal.flush())
    }
    first.resolve()
    await Promise.all(flushes)
    expect(calls).toEqual(['write', 'datasync', 'write', 'datasync'])
    expect(await numbersIn(path)).toEqual(upTo(50))
    await journal.close()
  })

  test('with nothing to write does nothing', async () => {
    const { openFile, calls } = watchedFile()
    const { journal } = await openJournal(await newPath(), { openFile })
    await journal.flush()
    await journal.close()
    expect(calls).toEqual([])
  })
})

describe('when the disk refuses', () => {
  async function failing(code: string, options: JournalOptions = {}) {
    const path = await newPath()
    const events: string[] = []
    const watched = watchedFile()
    const { journal } = await openJournal(path, {
      openFile: watched.openFile,
      onFailure: (error) => events.push(`failure ${error.code}`),
      onRecovered: () => events.push('recovered'),
      ...options,
    })
    journal.append({ number: 1 })
    await journal.flush()
    watched.breaking.write = refuse(code)
    return { path, events, journal, watched }
  }

  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EIO', 'io'],
    ['EROFS', 'read_only'],
  ])('with %s, a flush says so, nothing is lost, and the next one writes it all in order', async (code, meaning) => {
    const { path, events, journal, watched } = await failing(code)
    journal.append({ number: 2 })
    const error = await journal.flush().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ code: meaning, path })
    journal.append({ number: 3 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    delete watched.breaking.write
    journal.append({ number: 4 })
    await journal.flush()
    expect(await numbersIn(path)).toEqual([1, 2, 3, 4])
    expect(events).toEqual([`failure ${meaning}`, 'recovered'])
    await journal.close()
  })

  test('half a record that was written is taken back before the next try', async () => {
    const { path, journal, watched } = await failing('ENOSPC')
    watched.breaking.write = async (real, bytes) => {
      await real.write(bytes, 0, 20)
      throw systemError('ENOSPC')
    }
    journal.append({ number: 2 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    delete watched.breaking.write
    await journal.flush()
    await journal.close()
    expect(await readJournal(path)).toMatchObject({ records: [{ seq: 1 }, { seq: 2 }], damage: { skippedRecords: 0, tornTail: false } })
  })

  test('half a record that cannot be taken back is ended by a line end, and costs nothing else', async () => {
    const { path, journal, watched } = await failing('ENOSPC')
    watched.breaking.truncate = refuse('EPERM')
    watched.breaking.write = async (real, bytes) => {
      await real.write(bytes, 0, 20)
      throw systemError('ENOSPC')
    }
    journal.append({ number: 2 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    delete watched.breaking.write
    journal.append({ number: 3 })
    await journal.close()
    expect(await numbersIn(path)).toEqual([1, 2, 3])
    expect((await readJournal(path)).damage).toEqual({ skippedRecords: 1, tornTail: false })
  })

  test('a record whose sync failed is written again and read once', async () => {
    const { path, journal, watched } = await failing('EIO')
    delete watched.breaking.write
    watched.breaking.datasync = refuse('EIO')
    watched.breaking.truncate = refuse('EPERM')
    journal.append({ number: 2 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    delete watched.breaking.datasync
    await journal.flush()
    await journal.close()
    expect(await readJournal(path)).toMatchObject({ records: [{ seq: 1 }, { seq: 2 }], damage: { skippedRecords: 0 } })
  })

  test('what another program wrote meanwhile is not taken back', async () => {
    const { path, journal, watched } = await failing('ENOSPC')
    journal.append({ number: 2 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    await appendFile(path, 'x'.repeat(500))
    delete watched.breaking.write
    await journal.close()
    expect(watched.calls).not.toContain('truncate')
    expect(await readFile(path, 'utf8')).toContain('x'.repeat(500))
    expect(await numbersIn(path)).toEqual([1, 2])
  })

  test('it is tried again by itself, and told when it works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const recovered = Promise.withResolvers<void>()
    const failed = Promise.withResolvers<void>()
    const { path, journal, watched } = await failing('ENOSPC', {
      onFailure: () => failed.resolve(),
      onRecovered: () => recovered.resolve(),
    })
    journal.append({ number: 2 })
    vi.advanceTimersByTime(1_000)
    await failed.promise
    delete watched.breaking.write
    vi.advanceTimersByTime(1_000)
    await recovered.promise
    expect(await numbersIn(path)).toEqual([1, 2])
    await journal.close()
  })

  test('it is not asked again at every word', async () => {
    const { journal, watched } = await failing('ENOSPC')
    journal.append({ number: 2 })
    await expect(journal.flush()).rejects.toThrow(StorageError)
    const before = watched.calls.length
    for (let number = 3; number < 20; number++) journal.append({ number, text: 'x'.repeat(5_000) })
    await Promise.resolve()
    expect(watched.calls).toHaveLength(before)
    delete watched.breaking.write
    await journal.close()
  })

  test('closing says so and lets the file go', async () => {
    const { path, journal } = await failing('ENOSPC')
    journal.append({ number: 2 })
    await expect(journal.close()).rejects.toThrow(StorageError)
    expect(await numbersIn(path)).toEqual([1])
  })

  test('a journal that was deleted under it is a failure, not a silent loss', async () => {
    const path = await newPath()
    const { journal } = await openJournal(path)
    await unlink(path)
    journal.append({ number: 1 })
    await expect(journal.flush()).rejects.toMatchObject({ code: 'missing' })
    await expect(journal.close()).rejects.toThrow(StorageError)
  })

  test('a folder that is not there is said so', async () => {
    await expect(openJournal(join(await tempFolder(), 'none', 'journal.jsonl'))).rejects.toMatchObject({
      name: 'StorageError',
      code: 'missing',
    })
  })
})
