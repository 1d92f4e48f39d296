import { execFileSync } from 'node:child_process'
import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FilesPort } from '../../../../main/tools/task-config'
import { createFiles } from '../../../../main/workspace/files'
import { tempWorkspace } from '../../../support/temp-workspace'

const open = async (files?: Readonly<Record<string, string | Uint8Array>>) => {
  const cwd = await tempWorkspace(files)
  const port: FilesPort = createFiles(cwd)
  return { cwd, files: port }
}
const errorOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code)

describe('reading a file', () => {
  it('gives text with its hash', async () => {
    const { files } = await open({ 'a.txt': 'one\r\ntwö\n' })
    const read = await files.readText(await files.resolve('a.txt'), 1000)
    expect(read).toMatchObject({ ok: true, value: { text: 'one\r\ntwö\n', encoding: 'utf-8', hasBom: false } })
    expect(read.ok && read.value.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeffhä'), 'hä', 'utf-8', true],
    ['UTF-16', Buffer.from('\ufeffhä\n', 'utf16le'), 'hä\n', 'utf-16le', true],
    ['UTF-16 without a mark', Buffer.from('hello there\n', 'utf16le'), 'hello there\n', 'utf-16le', false],
    [
      'a Windows code page',
      Buffer.from('Ein sch\xf6ner Tag f\xfcr gro\xdfe \xdcbungen\r\n', 'latin1'),
      'Ein schöner Tag für große Übungen\r\n',
      'windows-1252',
      false,
    ],
    [
      'Shift-JIS',
      Buffer.from('93fa967b8cea82cc836583588367837483408343838b82c582b70d0a', 'hex'),
      '日本語のテストファイルです\r\n',
      'shift_jis',
      false,
    ],
    ['an empty file', Buffer.alloc(0), '', 'utf-8', false],
  ])('decodes %s, and says so', async (...[, bytes, text, encoding, hasBom]) => {
    const { files } = await open({ x: bytes })
    expect(await files.readText(await files.resolve('x'), 1000)).toMatchObject({ ok: true, value: { text, encoding, hasBom } })
  })

  it('says when what claims to be UTF-8 is damaged', async () => {
    const { files } = await open({ x: Buffer.concat([Buffer.from('\ufeffa'), Buffer.from([0xff])]) })
    expect(await files.readText(await files.resolve('x'), 1000)).toMatchObject({ value: { encoding: 'utf-8, damaged' } })
  })

  it('refuses a binary, a folder, a missing file and one that is too large, each in its own words', async () => {
    const { cwd, files } = await open({ 'a.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'big.txt': 'x'.repeat(101) })
    await mkdir(join(cwd, 'sub'))
    const codes = await Promise.all(
      ['a.png', 'sub', 'nope.txt', 'big.txt'].map(async (name) => errorOf(await files.readText(await files.resolve(name), 100))),
    )
    expect(codes).toEqual(['binary', 'not_a_file', 'missing', 'too_large'])
  })

  it('does not hang at a pipe or a socket', async () => {
    const { cwd, files } = await open()
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    const server = createServer().listen(join(cwd, 'sock'))
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    for (const name of ['pipe', 'sock']) expect(errorOf(await files.readText(await files.resolve(name), 100))).toBe('not_a_file')
  })

  it('does not open what took the place of the file after it was resolved', async () => {
    const outside = await tempWorkspace({ 's.txt': 'secret' })
    const { cwd, files } = await open({ 'a.txt': 'a', 'sub/b.txt': 'b' })
    const [a, b] = [await files.resolve('a.txt'), await files.resolve('sub/b.txt')]
    await unlink(join(cwd, 'a.txt'))
    await symlink(join(outside, 's.txt'), join(cwd, 'a.txt'))
    await rename(join(cwd, 'sub'), join(cwd, 'moved'))
    await symlink(outside, join(cwd, 'sub'))
    await writeFile(join(outside, 'b.txt'), 'secret')
    expect((await files.readText(a, 100)).ok).toBe(false)
    expect(await files.readText(b, 100)).toMatchObject({ ok: false, error: { code: 'changed' } })
  })
})
