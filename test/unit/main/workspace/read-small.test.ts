import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHiddenFiles } from '../../../../main/approval/hidden-files'
import { createFiles } from '../../../../main/workspace/files'
import { readSmall } from '../../../../main/workspace/read-small'
import { tempWorkspace } from '../../../support/temp-workspace'

const signal = new AbortController().signal

describe.skipIf(process.platform === 'win32')('a small file that a project brings along', () => {
  it('is read whole up to a limit', async () => {
    const cwd = await tempWorkspace({ a: 'text', empty: '' })
    await symlink('a', join(cwd, 'link'))
    for (const name of ['a', 'link']) expect(await readSmall(join(cwd, name), 4)).toEqual({ kind: 'bytes', bytes: Buffer.from('text') })
    expect(await readSmall(join(cwd, 'empty'), 4)).toEqual({ kind: 'bytes', bytes: Buffer.from('') })
    expect(await readSmall(join(cwd, 'a'), 3)).toEqual({ kind: 'unusable' })
  })

  it('is none where there is nothing or a folder, and is never waited for', async () => {
    const cwd = await tempWorkspace({ huge: '' })
    await mkdir(join(cwd, 'folder'))
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    await truncate(join(cwd, 'huge'), 8 * 1024 ** 3)
    await symlink('/dev/zero', join(cwd, 'zero'))
    for (const name of ['missing', 'folder', 'huge/below']) expect(await readSmall(join(cwd, name), 100)).toEqual({ kind: 'none' })
    for (const name of ['pipe', 'huge', 'zero']) expect(await readSmall(join(cwd, name), 100)).toEqual({ kind: 'unusable' })
  })

  it.each(['zero', 'pipe'])('holds up nothing when it is a file of rules: %s', async (kind) => {
    const cwd = await tempWorkspace({ 'a.txt': 'a' })
    for (const name of ['.clineignore', '.gitignore']) {
      if (kind === 'zero') await symlink('/dev/zero', join(cwd, name))
      else execFileSync('mkfifo', [join(cwd, name)])
    }
    expect((await readHiddenFiles(cwd)).hides(join(cwd, 'a.txt'))).toBe(true)
    const files = createFiles(cwd)
    const listed = await files.list(await files.resolve('.'), { recursive: true, limit: 10 }, signal)
    expect(listed.ok && listed.value.entries.map(({ path }) => path).sort()).toEqual(['.clineignore', '.gitignore', 'a.txt'])
  })
})
