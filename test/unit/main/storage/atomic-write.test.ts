import { mkdir, readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { atomicFile, readJson, removeLeftovers, writeAtomically } from '../../../../main/storage/atomic-write'
import { StorageError } from '../../../../main/storage/storage-error'
import { startChild } from './support/child'
import { tempFolder } from '../../../support/temp-folder'

const newPath = async (): Promise<string> => join(await tempFolder(), 'settings.json')

describe('reading a state file', () => {
  test('tells a missing one from one that holds something', async () => {
    const path = await newPath()
    expect(await readJson(path)).toEqual({ kind: 'missing' })
    await writeFile(path, '\ufeff{"a":1}')
    expect(await readJson(path)).toEqual({ kind: 'ok', value: { a: 1 } })
  })

  test.each([
    ['empty', Buffer.alloc(0)],
    ['cut', Buffer.from('{"mode":"pl')],
    ['zeros', Buffer.alloc(100)],
    ['random', Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x7d])],
    ['broken letters', Buffer.from([0x22, 0xc3, 0x22])],
  ])('calls one that is %s damaged', async (_, bytes) => {
    const path = await newPath()
    await writeFile(path, bytes)
    expect(await readJson(path)).toMatchObject({ kind: 'damaged', error: { name: 'StorageError', path } })
  })

  test('calls one that cannot be read damaged, with the reason', async () => {
    const path = await newPath()
    await mkdir(path)
    expect(await readJson(path)).toMatchObject({ kind: 'damaged', error: { code: 'io' } })
  })
})

describe('writing a state file', () => {
  test('replaces it, for its owner alone, and leaves nothing else behind', async () => {
    const path = await newPath()
    await writeFile(path, 'old', { mode: 0o644 })
    await writeAtomically(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(path, '..'))).toEqual(['settings.json'])
  })

  test('keeps what was there when it fails', async () => {
    const path = await newPath()
    await mkdir(path)
    await expect(writeAtomically(path, 'new')).rejects.toThrow(StorageError)
    expect(await readdir(join(path, '..'))).toEqual(['settings.json'])
    await expect(writeAtomically(join(path, 'none', 'x.json'), 'new')).rejects.toMatchObject({ code: 'missing' })
  })

  test('follows a link, so that a file kept elsewhere stays there', async () => {
    const folder = await tempFolder()
    await mkdir(join(folder, 'elsewhere'))
    await writeFile(join(folder, 'elsewhere', 'mine.json'), '{}')
    await symlink(join('elsewhere', 'mine.json'), join(folder, 'settings.json'))
    await writeAtomically(join(folder, 'settings.json'), '{"a":1}')
    expect(await readFile(join(folder, 'elsewhere', 'mine.json'), 'utf8')).toBe('{"a":1}')
  })

  test('keeps the order of the calls, and goes on after one that failed', async () => {
    const path = await newPath()
    const file = atomicFile(path)
    const writes = Array.from({ length: 20 }, (_, number) => file.write({ number, text: 'x'.repeat(100_000 - number * 5_000) }))
    const broken = expect(file.write({ number: 20n })).rejects.toThrow(TypeError)
    await Promise.all([...writes, broken])
    expect(await file.read()).toMatchObject({ kind: 'ok', value: { number: 19 } })
    await file.write({ number: 21 })
    expect(await file.read()).toEqual({ kind: 'ok', value: { number: 21 } })
  })
})

describe('what a kill left behind', () => {
  test('is removed when it is old, and nothing else is', async () => {
    const folder = await tempFolder()
    const old = Date.now() / 1_000 - 120
    const left = '.secrets.json.123-0123456789ab.tmp'
    for (const name of [left, 'secrets.json', 'mine.tmp', '.123-0123456789ab.tmp.txt']) {
      await writeFile(join(folder, name), '')
      await utimes(join(folder, name), old, old)
    }
    await writeFile(join(folder, '.secrets.json.124-0123456789ab.tmp'), 'another process at work')
    await removeLeftovers(folder)
    expect((await readdir(folder)).sort()).toEqual([
      '.123-0123456789ab.tmp.txt',
      '.secrets.json.124-0123456789ab.tmp',
      'mine.tmp',
      'secrets.json',
    ])
    await removeLeftovers(join(folder, 'none'))
  })

  test('is removed although something before it has just gone', async () => {
    const folder = await tempFolder()
    await symlink('nowhere', join(folder, '.a.json.1-0123456789ab.tmp'))
    await writeFile(join(folder, '.b.json.1-0123456789ab.tmp'), 'sk-deleted')
    await utimes(join(folder, '.b.json.1-0123456789ab.tmp'), 0, 0)
    await removeLeftovers(folder)
    expect(await readdir(folder)).toEqual(['.a.json.1-0123456789ab.tmp'])
  })

  test('has the names that writing uses', async () => {
    const path = await newPath()
    startChild('write-atomically.ts', [path])
    const temporary = await vi.waitUntil(async () => (await readdir(join(path, '..'))).find((name) => name !== 'settings.json'), {
      timeout: 10_000,
      interval: 1,
    })
    expect(temporary).toMatch(/^\.settings\.json\.\d+-[0-9a-f]{12}\.tmp$/)
  })
})

describe('a copy', () => {
  test('is kept beside the file, byte for byte, for its owner alone', async () => {
    const path = await newPath()
    await writeFile(path, 'not JSON', { mode: 0o644 })
    const copy = await atomicFile(path).keepCopy()
    expect(copy?.startsWith(`${path}.corrupt-`)).toBe(true)
    expect(await readFile(copy ?? '', 'utf8')).toBe('not JSON')
    expect((await stat(copy ?? '')).mode & 0o777).toBe(0o600)
  })

  test('of a file that is not there is none', async () => {
    expect(await atomicFile(await newPath()).keepCopy()).toBeUndefined()
  })
})

describe('kill -9 while a state file is written', () => {
  const kills = process.env['COUNTERSIGN_LONG'] ? 1_000 : 10

  test('leaves the old or the new content, and never less than what was reported', { timeout: kills * 10_000 }, async () => {
    const path = await newPath()
    let number = 0
    for (let kill = 1; kill <= kills; kill++) {
      const child = startChild('write-atomically.ts', [path, String(number + 1)])
      for (let count = 0; count < 1 + (kill % 7); count++) number = Number((await child.line()) ?? number)
      await child.kill()
      for (let line = await child.line(); line !== undefined; line = await child.line()) number = Number(line)
      const read = await readJson(path)
      expect(read.kind).toBe('ok')
      const found = JSON.parse(await readFile(path, 'utf8')) as { number: number }
      expect(found.number).toBeGreaterThanOrEqual(number)
      number = found.number
    }
  })
})
