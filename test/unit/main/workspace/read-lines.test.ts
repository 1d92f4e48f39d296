import { execFileSync } from 'node:child_process'
import { symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FilesPort } from '../../../../main/tools/task-config'
import { createFiles } from '../../../../main/workspace/files'
import { createSearch } from '../../../../main/workspace/search'
import { tempWorkspace } from '../../../support/temp-workspace'

const open = async (files?: Readonly<Record<string, string | Uint8Array>>) => {
  const cwd = await tempWorkspace(files)
  const port: FilesPort = createFiles(cwd)
  return { cwd, files: port }
}
const signal = new AbortController().signal

describe('reading lines', () => {
  const range = { start: 1, end: 1000, maxBytes: 10_000 }

  it('counts lines, without one for the final line end', async () => {
    const { files } = await open({ x: 'a\r\nb\nc\n', y: 'a\nb', empty: '' })
    expect(await files.readLines(await files.resolve('x'), range, signal)).toMatchObject({
      value: { lines: ['a', 'b', 'c'], totalLines: 3 },
    })
    expect(await files.readLines(await files.resolve('y'), range, signal)).toMatchObject({ value: { lines: ['a', 'b'], totalLines: 2 } })
    expect(await files.readLines(await files.resolve('empty'), range, signal)).toMatchObject({ value: { lines: [], totalLines: 0 } })
  })

  it('gives the asked lines of a long file, and its length', async () => {
    const { files } = await open({ x: Array.from({ length: 100_000 }, (_, at) => `line ${at + 1}`).join('\n') })
    const read = await files.readLines(await files.resolve('x'), { start: 99_998, end: 100_005, maxBytes: 1000 }, signal)
    expect(read).toMatchObject({
      value: { lines: ['line 99998', 'line 99999', 'line 100000'], start: 99_998, totalLines: 100_000, cut: false },
    })
  })

  it('stops at the limit of bytes, and says so', async () => {
    const { files } = await open({ x: 'aaaa\nbbbb\ncccc\n' })
    const read = await files.readLines(await files.resolve('x'), { start: 1, end: 10, maxBytes: 10 }, signal)
    expect(read).toMatchObject({ value: { lines: ['aaaa', 'bbbb'], cut: true } })
  })

  it('shortens a line that is too long, and goes on behind it', async () => {
    const { files } = await open({ x: `a\n${'x'.repeat(1_000_000)}\nb\n` })
    const read = await files.readLines(await files.resolve('x'), { ...range, maxLineLength: 10 }, signal)
    expect(read).toMatchObject({ value: { lines: ['a', 'x'.repeat(10), 'b'], totalLines: 3, shortened: [{ line: 2, length: 1_000_000 }] } })
  })

  it('takes a character that falls between two pieces for one', async () => {
    const text = `${'x'.repeat(256 * 1024 - 1)}ä\nend`
    const { files } = await open({ x: text })
    const read = await files.readLines(await files.resolve('x'), { start: 1, end: 5, maxBytes: 1_000_000 }, signal)
    expect(read).toMatchObject({ value: { lines: text.split('\n'), encoding: 'utf-8' } })
  })

  it('says when a part of the file is not UTF-8', async () => {
    const { files } = await open({ x: Buffer.concat([Buffer.from('ok\n'.repeat(100_000)), Buffer.from([0xff, 0x0a])]) })
    expect(await files.readLines(await files.resolve('x'), range, signal)).toMatchObject({ value: { encoding: 'utf-8, damaged' } })
  })

  it('reads a huge file no further than it must', async () => {
    const { cwd, files } = await open({ x: 'a\n'.repeat(5000) })
    await truncate(join(cwd, 'x'), 10 * 1024 ** 3)
    const before = process.memoryUsage().rss
    const read = await files.readLines(await files.resolve('x'), { start: 1, end: 3, maxBytes: 1000 }, signal)
    expect(read).toMatchObject({ ok: true, value: { lines: ['a', 'a', 'a'] } })
    expect(read.ok && read.value.totalLines).toBeUndefined()
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  it('has one hash for what it shows, whatever the rest of the file is', async () => {
    const { cwd, files } = await open({ x: 'a\nb\nc\n' })
    const hash = async () => {
      const read = await files.readLines(await files.resolve('x'), { start: 1, end: 2, maxBytes: 1000 }, signal)
      return read.ok ? read.value.hash : undefined
    }
    const first = await hash()
    await writeFile(join(cwd, 'x'), 'a\nb\nchanged\n')
    expect(await hash()).toBe(first)
    await writeFile(join(cwd, 'x'), 'a\nB\nc\n')
    expect(await hash()).not.toBe(first)
  })

  it('does not hang at what is no ordinary file, by itself or in a folder', async () => {
    const { cwd, files } = await open({ 'a.js': 'function needle() {}' })
    for (const name of ['pipe.js', 'pipe.pdf', 'pipe.png']) execFileSync('mkfifo', [join(cwd, name)])
    await symlink('/dev/zero', join(cwd, 'zero.png'))
    for (const name of ['pipe.js', 'pipe.pdf', 'pipe.png', 'zero.png', '.']) {
      const path = await files.resolve(name)
      expect(await files.readLines(path, range, signal)).toMatchObject({ error: { code: 'not_a_file' } })
      expect(await files.readImage(path, signal)).toMatchObject({ error: { code: 'not_a_file' } })
    }
    const root = await files.resolve('.')
    expect(await files.definitions(root, signal)).toMatchObject({ value: { files: [{ file: 'a.js' }], unread: [] } })
    expect(await createSearch().search({ path: root, regex: 'needle|x', limit: 9 }, signal)).toMatchObject({
      value: { matches: [{ file: 'a.js' }] },
    })
    const listed = await files.list(root, { recursive: true, limit: 9 }, signal)
    expect(listed).toMatchObject({ value: { entries: { length: 5 } } })
  })

  it('stops when it is cancelled', async () => {
    const { files } = await open({ x: 'a' })
    const path = await files.resolve('x')
    await expect(files.readLines(path, range, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
  })
})
