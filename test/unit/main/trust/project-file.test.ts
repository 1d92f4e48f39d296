import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashOf, listProjectFolder, readProjectFile } from '../../../../main/trust/project-file'
import { tempFolder } from '../../../support/temp-folder'

describe('a file that a project brings', () => {
  it('is read together with its hash', async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'a'), 'text', { mode: 0o755 })
    expect(await readProjectFile(folder, 'a', 100)).toEqual({
      kind: 'read',
      bytes: Buffer.from('text'),
      hash: hashOf('text'),
      executable: true,
    })
    await writeFile(join(folder, 'b'), '')
    expect(await readProjectFile(folder, 'b', 0)).toMatchObject({ kind: 'read', executable: false })
  })

  it('may be a link within the project, and none that leads out of it', async () => {
    const [folder, outside] = [await tempFolder(), await tempFolder()]
    await writeFile(join(outside, 'secret'), 'secret')
    await mkdir(join(folder, 'real'))
    await writeFile(join(folder, 'real', 'file'), 'text')
    await symlink(join(folder, 'real', 'file'), join(folder, 'inner'))
    await symlink(join(outside, 'secret'), join(folder, 'outer'))
    await symlink(outside, join(folder, 'away'))
    expect(await readProjectFile(folder, 'inner', 100)).toMatchObject({ kind: 'read', hash: hashOf('text') })
    for (const path of ['outer', 'away/secret', '../elsewhere'])
      expect(['unusable', 'none'], path).toContain((await readProjectFile(folder, path, 100)).kind)
    expect(await readProjectFile(folder, 'outer', 100)).toMatchObject({
      kind: 'unusable',
      reason: expect.stringContaining('outer is a link'),
    })
    expect(await listProjectFolder(folder, 'away', 10)).toEqual([])
    expect(await listProjectFolder(folder, 'real', 10)).toEqual(['file'])
  })

  it('is not waited for when it is a pipe, nor read when it is large, and a folder is none', async () => {
    const folder = await tempFolder()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await writeFile(join(folder, 'large'), 'x'.repeat(2000))
    await mkdir(join(folder, 'folder'))
    expect(await readProjectFile(folder, 'pipe', 100)).toMatchObject({ kind: 'unusable' })
    expect(await readProjectFile(folder, 'large', 1024)).toMatchObject({
      kind: 'unusable',
      reason: 'large is larger than 1 KB, so it is not used.',
    })
    expect(await readProjectFile(folder, 'folder', 100)).toEqual({ kind: 'none' })
    expect(await readProjectFile(folder, 'large/file', 100)).toEqual({ kind: 'none' })
    expect(await readProjectFile(folder, 'missing', 100)).toEqual({ kind: 'none' })
    expect(await listProjectFolder(folder, 'missing', 10)).toEqual([])
  })
})
