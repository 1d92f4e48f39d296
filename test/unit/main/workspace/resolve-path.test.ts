import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FilesPort } from '../../../../main/tools/task-config'
import { createFiles } from '../../../../main/workspace/files'
import { tempWorkspace } from '../../../support/temp-workspace'

const open = async (files?: Readonly<Record<string, string | Uint8Array>>) => {
  const cwd = await tempWorkspace(files)
  const port: FilesPort = createFiles(cwd)
  return { cwd, files: port }
}
const errorOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code)

describe('resolving a path', () => {
  it.each([
    ['a.txt', true, 'file', 'a.txt'],
    ['./sub/../a.txt', true, 'file', 'a.txt'],
    ['.', true, 'directory', '.'],
    ['sub', true, 'directory', 'sub'],
    ['sub/new/deep.txt', true, 'missing', 'sub/new/deep.txt'],
    ['..x', true, 'missing', '..x'],
    ['~/x', true, 'missing', '~/x'],
    ['$HOME/x', true, 'missing', '$HOME/x'],
    ['file:///etc/passwd', true, 'missing', 'file:/etc/passwd'],
    ['src/%2e%2e/%2e%2e/x', true, 'missing', 'src/%2e%2e/%2e%2e/x'],
    ['back\\..\\x', true, 'missing', 'back\\..\\x'],
  ])('takes %s as a name inside the project', async (given, inside, kind, display) => {
    const { files } = await open({ 'a.txt': 'a', 'sub/b.txt': 'b' })
    expect(await files.resolve(given)).toMatchObject({ given, inside, kind, display })
  })

  it.each(['..', '../x', 'sub/../../x', '/etc/passwd', '../sibling'])('sees that %s is outside the project', async (given) => {
    const { files } = await open({ 'sub/b.txt': 'b' })
    const path = await files.resolve(given)
    expect(path.inside).toBe(false)
    expect(path.display.startsWith('/')).toBe(true)
  })

  it('is not taken in by a sibling whose name begins like the project', async () => {
    const { cwd, files } = await open()
    expect(await files.resolve(`${cwd}-evil/s.txt`)).toMatchObject({ inside: false, kind: 'missing' })
  })

  it('follows a linked folder out of the project, also for a file that does not exist yet', async () => {
    const outside = await tempWorkspace({ 's.txt': 'secret' })
    const { cwd, files } = await open()
    await symlink(outside, join(cwd, 'dl'))
    expect(await files.resolve('dl/s.txt')).toMatchObject({ inside: false, real: join(outside, 's.txt'), display: join(outside, 's.txt') })
    expect(await files.resolve('dl/new/x.txt')).toMatchObject({ inside: false, real: join(outside, 'new/x.txt'), kind: 'missing' })
  })

  it('follows a link that points at nothing yet', async () => {
    const outside = await tempWorkspace()
    const { cwd, files } = await open()
    await symlink(join(outside, 'authorized_keys'), join(cwd, 'notes.md'))
    expect(await files.resolve('notes.md')).toMatchObject({ inside: false, real: join(outside, 'authorized_keys'), kind: 'missing' })
  })

  it('follows a link that stays inside', async () => {
    const { cwd, files } = await open({ 'a.txt': 'a' })
    await symlink('a.txt', join(cwd, 'l'))
    expect(await files.resolve('l')).toMatchObject({ inside: true, real: join(cwd, 'a.txt'), display: 'l', kind: 'file' })
  })

  it('gives up on links that lead in a circle', async () => {
    const { cwd, files } = await open()
    await symlink('b', join(cwd, 'a'))
    await symlink('a', join(cwd, 'b'))
    expect(await files.resolve('a')).toMatchObject({ kind: 'other', inside: false })
  })

  it.each([
    '/proc/self/environ',
    '/proc/self/root/etc/passwd',
    '/dev/zero',
    '/dev/fd/3',
    '/sys/kernel',
    'a\0b',
    'a\nb',
    'x\u202egpj.exe',
    'n'.repeat(5000),
  ])('takes %j for no place that can be used', async (given) => {
    const { files } = await open()
    const path = await files.resolve(given)
    expect(path).toMatchObject({ kind: 'other', inside: false })
    expect(errorOf(await files.readText(path, 100))).toBe('not_a_file')
    expect(errorOf(await files.writeText(path, 'x', { expectedHash: null, bom: false }))).toBe('not_a_file')
  })

  it('takes a link to a device for no place that can be used', async () => {
    const { cwd, files } = await open()
    await symlink('/dev/zero', join(cwd, 'zero'))
    expect(errorOf(await files.readText(await files.resolve('zero'), 100))).toBe('not_a_file')
  })
})
