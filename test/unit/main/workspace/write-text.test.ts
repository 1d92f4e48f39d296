import { chmod, lstat, mkdir, readFile, rename, symlink, truncate, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FilesPort } from '../../../../main/tools/task-config'
import { createFiles } from '../../../../main/workspace/files'
import { takeMode } from '../../../../main/workspace/remove-file'
import { tempWorkspace } from '../../../support/temp-workspace'

const open = async (files?: Readonly<Record<string, string | Uint8Array>>) => {
  const cwd = await tempWorkspace(files)
  const port: FilesPort = createFiles(cwd)
  return { cwd, files: port }
}
const errorOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code)
const signal = new AbortController().signal

describe('writing a file', () => {
  const write = async (files: FilesPort, name: string, text: string, bom = false) => {
    const path = await files.resolve(name)
    const before = path.kind === 'missing' ? null : await files.readText(path, 1_000_000)
    return files.writeText(path, text, { expectedHash: before === null ? null : before.ok ? before.value.hash : '', bom })
  }

  it('creates a file and the folders it needs, and leaves no other behind', async () => {
    const { cwd, files } = await open()
    expect(await write(files, 'a/b/c.txt', 'hä')).toMatchObject({ ok: true })
    expect(await readFile(join(cwd, 'a/b/c.txt'), 'utf8')).toBe('hä')
    expect(await files.list(await files.resolve('a/b'), { recursive: false, limit: 9 }, signal)).toMatchObject({
      value: { entries: [{ path: 'c.txt' }] },
    })
  })

  it.skipIf(process.platform === 'win32')('changes the mode of nothing that a link leads to by now', async () => {
    const { cwd, files } = await open({ 'victim.txt': 'x' })
    const path = await files.resolve('new.txt')
    await chmod(join(cwd, 'victim.txt'), 0o600)
    await symlink('victim.txt', join(cwd, 'new.txt'))
    expect(errorOf(await takeMode(path, 0o777))).toBe('failed')
    expect((await lstat(join(cwd, 'victim.txt'))).mode & 0o777).toBe(0o600)
  })

  it('keeps the mode, also that of a program', async () => {
    const { cwd, files } = await open({ 'run.sh': 'old' })
    await chmod(join(cwd, 'run.sh'), 0o751)
    await write(files, 'run.sh', 'new')
    expect((await lstat(join(cwd, 'run.sh'))).mode & 0o777).toBe(0o751)
  })

  it('writes through a link to the file it leads to, and keeps the link', async () => {
    const { cwd, files } = await open({ 'a.txt': 'old' })
    await symlink('a.txt', join(cwd, 'l'))
    await write(files, 'l', 'new')
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('new')
    expect((await lstat(join(cwd, 'l'))).isSymbolicLink()).toBe(true)
  })

  it('can empty a file, and puts back a byte order mark', async () => {
    const { cwd, files } = await open({ 'a.txt': 'old', 'b.txt': '\ufeffold' })
    await write(files, 'a.txt', '')
    await write(files, 'b.txt', 'new', true)
    expect(await readFile(join(cwd, 'a.txt'))).toEqual(Buffer.alloc(0))
    expect(await readFile(join(cwd, 'b.txt'))).toEqual(Buffer.from('\ufeffnew'))
  })

  it('is refused when somebody writes to the file after it was looked at, be it in the last moment', async () => {
    const { cwd, files } = await open({ 'a.txt': 'old' })
    const path = await files.resolve('a.txt')
    const read = await files.readText(path, 100)
    const hash = read.ok ? read.value.hash : ''
    const keep = () => writeFile(join(cwd, 'a.txt'), 'own')
    expect(errorOf(await files.writeText(path, 'new', { expectedHash: hash, bom: false, keep }))).toBe('changed')
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('own')
    await writeFile(join(cwd, 'a.txt'), 'old')
    expect(errorOf(await files.remove(path, hash, keep))).toBe('changed')
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('own')
  })

  it('does not take place when what stood there cannot be kept', async () => {
    const { cwd, files } = await open({ 'a.txt': 'old' })
    const path = await files.resolve('a.txt')
    const read = await files.readText(path, 100)
    const hash = read.ok ? read.value.hash : ''
    const keep = (before: Uint8Array | null) => Promise.reject(new Error(`no room for ${String(before)}`))
    await expect(files.writeText(path, 'new', { expectedHash: hash, bom: false, keep })).rejects.toThrow('no room for old')
    await expect(files.remove(path, hash, keep)).rejects.toThrow('no room for old')
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('old')
  })

  it('tells the hash that the next read finds', async () => {
    const { files } = await open()
    const written = await write(files, 'a.txt', 'text')
    const read = await files.readText(await files.resolve('a.txt'), 100)
    expect(written.ok && written.value.hash).toBe(read.ok && read.value.hash)
  })

  it('refuses when the content is another than expected', async () => {
    const { cwd, files } = await open({ 'a.txt': 'shown' })
    const path = await files.resolve('a.txt')
    const read = await files.readText(path, 100)
    await writeFile(join(cwd, 'a.txt'), 'typed by the person')
    const written = await files.writeText(path, 'new', { expectedHash: read.ok ? read.value.hash : '', bom: false })
    expect(errorOf(written)).toBe('changed')
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('typed by the person')
  })

  it('does not read through what has grown past all measure since', async () => {
    const { cwd, files } = await open({ 'a.log': 'shown' })
    const path = await files.resolve('a.log')
    const read = await files.readText(path, 100)
    await truncate(join(cwd, 'a.log'), 8 * 1024 ** 3)
    const before = process.memoryUsage.rss()
    const written = await files.writeText(path, 'new', { expectedHash: read.ok ? read.value.hash : '', bom: false })
    expect(errorOf(written)).toBe('changed')
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })

  it('refuses when a new file has been made by somebody else, or an old one is gone', async () => {
    const { cwd, files } = await open({ 'old.txt': 'x' })
    const [fresh, old] = [await files.resolve('new.txt'), await files.resolve('old.txt')]
    await writeFile(join(cwd, 'new.txt'), 'theirs')
    await unlink(join(cwd, 'old.txt'))
    expect(errorOf(await files.writeText(fresh, 'mine', { expectedHash: null, bom: false }))).toBe('changed')
    expect(errorOf(await files.writeText(old, 'mine', { expectedHash: 'x', bom: false }))).toBe('changed')
    expect(await readFile(join(cwd, 'new.txt'), 'utf8')).toBe('theirs')
  })

  it('refuses when the path leads elsewhere than what was approved', async () => {
    const outside = await tempWorkspace({ 'a.txt': 'theirs' })
    const { cwd, files } = await open({ 'sub/a.txt': 'mine' })
    const path = await files.resolve('sub/a.txt')
    const read = await files.readText(path, 100)
    await rename(join(cwd, 'sub'), join(cwd, 'moved'))
    await symlink(outside, join(cwd, 'sub'))
    expect(errorOf(await files.writeText(path, 'new', { expectedHash: read.ok ? read.value.hash : '', bom: false }))).toBe('changed')
    expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('theirs')
  })

  it('never writes outside while folders are swapped for links under its hands', async () => {
    const outside = await tempWorkspace()
    const { cwd, files } = await open({ 'sub/keep': '' })
    let swapping = true
    let swaps = 0
    const swap = (async () => {
      for (let turn = 0; swapping; turn += 1) {
        await rename(join(cwd, 'sub'), join(cwd, `moved${turn}`))
        // The writer may have made the folder anew in between; then there is no link this time.
        const linked = await symlink(outside, join(cwd, 'sub')).then(
          () => true,
          () => false,
        )
        if (!linked) continue
        swaps += 1
        await unlink(join(cwd, 'sub'))
        await mkdir(join(cwd, 'sub'), { recursive: true })
      }
    })()
    const real = join(cwd, 'sub', 'f')
    const path = { given: 'sub/f', absolute: real, real, display: 'sub/f', inside: true, kind: 'missing', size: 0 } as const
    for (let at = 0; at < 200; at += 1) await files.writeText(path, String(at), { expectedHash: null, bom: false })
    swapping = false
    await swap
    expect(swaps).toBeGreaterThan(0)
    expect(await files.list(await files.resolve(outside), { recursive: false, limit: 9 }, signal)).toMatchObject({ value: { entries: [] } })
  })

  it('refuses a folder', async () => {
    const { files } = await open({ 'sub/x': '' })
    expect(errorOf(await files.writeText(await files.resolve('sub'), 'x', { expectedHash: null, bom: false }))).toBe('not_a_file')
  })

  it('says what is wrong when a part of the path is a file', async () => {
    const { files } = await open({ f: 'x' })
    expect(errorOf(await files.writeText(await files.resolve('f/g'), 'x', { expectedHash: null, bom: false }))).toBe('not_a_directory')
  })
})
