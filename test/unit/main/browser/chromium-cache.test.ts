import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isOwnFolder, isWhole } from '../../../../main/browser/chromium-cache'
import { tempFolder } from '../../../support/temp-folder'

it.each(['', '{', '[]', 'null', '{"chromium":"large"}', '{"chromium":3}', '{"../outside":3}'])(
  'takes a folder whose list of files reads %j for one that must be unpacked anew',
  async (manifest) => {
    const folder = join(await tempFolder(), 'cache')
    await mkdir(folder)
    await writeFile(join(folder, '..', 'outside'), 'abc')
    await writeFile(join(folder, 'unpacked.json'), manifest)
    expect(isWhole(folder)).toBe(false)
  },
)

it('takes a folder whose files are as long as its list says for a whole one', async () => {
  const folder = await tempFolder()
  expect(isWhole(folder)).toBe(false)
  await writeFile(join(folder, 'chromium'), 'abc')
  await writeFile(join(folder, 'unpacked.json'), '{"chromium":3}')
  expect(isWhole(folder)).toBe(true)
  await writeFile(join(folder, 'chromium'), 'ab')
  expect(isWhole(folder)).toBe(false)
})

it.skipIf(process.platform === 'win32')('unpacks in the temporary folder only where nobody else can write', async () => {
  const folder = join(await tempFolder(), 'own')
  expect(isOwnFolder(folder)).toBe(true)
  expect(isOwnFolder(folder)).toBe(true)
  const link = `${folder}-link`
  await symlink(folder, link)
  expect(isOwnFolder(link)).toBe(false)
  await chmod(folder, 0o777)
  expect(isOwnFolder(folder)).toBe(false)
  await chmod(folder, 0o700)
  if (process.getuid?.() === 0) {
    await chown(folder, 12_345, 12_345)
    expect(isOwnFolder(folder)).toBe(false)
  }
  await writeFile(`${folder}-file`, '')
  expect(isOwnFolder(`${folder}-file`)).toBe(false)
})
