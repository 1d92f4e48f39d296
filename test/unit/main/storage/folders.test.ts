import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../../../../main/storage/storage-error'
import { adoptFolder, makePrivateFolder, syncFolder } from '../../../../main/storage/folders'
import { tempFolder } from '../../../support/temp-folder'

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  test.runIf(process.platform === 'linux')('is given up where the file system makes none', async () => {
    await expect(makePrivateFolder('/proc/countersign-cannot-be/deep')).rejects.toThrow(StorageError)
  })

  test('is made with its parents, all closed to others', async () => {
    const root = await tempFolder()
    expect(await makePrivateFolder(join(root, 'a', 'b'))).toBe(true)
    expect([await modeOf(join(root, 'a')), await modeOf(join(root, 'a', 'b'))]).toEqual([0o700, 0o700])
    expect(await makePrivateFolder(join(root, 'a', 'b'))).toBe(false)
  })

  test('is adopted and closed when it is empty', async () => {
    const folder = join(await tempFolder(), 'given')
    await mkdir(folder)
    await adoptFolder(folder)
    expect(await modeOf(folder)).toBe(0o700)
  })

  test('keeps its permissions when it already holds something', async () => {
    const folder = join(await tempFolder(), 'given')
    await mkdir(folder, { mode: 0o755 })
    await writeFile(join(folder, 'somebody-elses.txt'), '')
    await adoptFolder(folder)
    expect(await modeOf(folder)).toBe(0o755)
  })

  test('that cannot be made is a failure with a sentence', async () => {
    const file = join(await tempFolder(), 'file')
    await writeFile(file, '')
    await expect(makePrivateFolder(file)).rejects.toThrow(
      `${file} is a file, and a folder is needed there: move it, or choose another place.`,
    )
    await expect(makePrivateFolder(join(file, 'below'))).rejects.toMatchObject({ name: 'StorageError', path: join(file, 'below') })
  })

  test('can be synced', async () => {
    await syncFolder(await tempFolder())
  })
})
