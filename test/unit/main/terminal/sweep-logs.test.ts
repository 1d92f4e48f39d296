import { readdir, symlink, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepLogs } from '../../../../main/terminal/sweep-logs'
import { tempWorkspace } from '../../../support/temp-workspace'

const HOUR = 3600

it('removes logs that are old or too many, the oldest first, and nothing else', async () => {
  const folder = await tempWorkspace({ 'new.log': '', 'older.log': '', 'oldest.log': '', 'old.log': '', 'keep.txt': '' })
  const now = Date.now()
  const age = (name: string, hours: number) => utimes(join(folder, name), now / 1000 - hours * HOUR, now / 1000 - hours * HOUR)
  for (const name of ['new.log', 'older.log', 'oldest.log']) await truncate(join(folder, name), 1024 ** 3)
  await Promise.all([age('new.log', 1), age('older.log', 2), age('oldest.log', 3), age('old.log', 51), age('keep.txt', 99)])
  await sweepLogs(folder, now)
  expect((await readdir(folder)).sort()).toEqual(['keep.txt', 'new.log', 'older.log'])
})

it('has nothing to do where there is no folder', async () => {
  await expect(sweepLogs(join(await tempWorkspace(), 'gone'), Date.now())).resolves.toBeUndefined()
})

it('goes on past a log that another app removes at the same time', async () => {
  const folder = await tempWorkspace({ 'old.log': '' })
  await symlink(join(folder, 'gone'), join(folder, 'gone.log'))
  await utimes(join(folder, 'old.log'), 1, 1)
  await sweepLogs(folder, Date.now())
  expect(await readdir(folder)).toEqual(['gone.log'])
})
