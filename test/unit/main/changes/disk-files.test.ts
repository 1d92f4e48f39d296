import { createHash } from 'node:crypto'
import { lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDiskFiles } from '../../../../main/changes/disk-files'
import { tempWorkspace } from '../../../support/temp-workspace'

const hash = createHash('sha256').update('a\n').digest('hex')

it('puts a file that it takes away into the trash, and only the one that it knows', async () => {
  const cwd = await tempWorkspace({ 'a.txt': 'a\n' })
  const trashed: string[] = []
  const files = createDiskFiles(cwd, async (real) => {
    trashed.push(await readFile(real, 'utf8'))
    await rm(real)
    return true
  })
  expect(await files.replace(join(cwd, 'a.txt'), null, 'another')).toMatchObject({ ok: false })
  expect(trashed).toEqual([])
  expect(await files.replace(join(cwd, 'a.txt'), null, hash)).toEqual({ ok: true })
  expect(trashed).toEqual(['a\n'])
})

it('deletes it where the system has no trash', async () => {
  const cwd = await tempWorkspace({ 'a.txt': 'a\n' })
  expect(await createDiskFiles(cwd).replace(join(cwd, 'a.txt'), null, hash)).toEqual({ ok: true })
  await expect(lstat(join(cwd, 'a.txt'))).rejects.toThrow('ENOENT')
})
