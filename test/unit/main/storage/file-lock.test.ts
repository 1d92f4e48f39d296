import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withFileLock } from '../../../../main/storage/file-lock'
import { takeFile } from '../../../../main/storage/take-file'
import { tempFolder } from '../../../support/temp-folder'

describe('work under a lock file', () => {
  it('goes one after another, and leaves nothing behind', async () => {
    const folder = await tempFolder()
    const file = join(folder, 'lock')
    let inside = 0
    const most = await Promise.all(
      Array.from({ length: 4 }, () =>
        withFileLock(file, async () => {
          inside += 1
          const seen = inside
          await readdir(folder)
          inside -= 1
          return seen
        }),
      ),
    )
    expect(most).toEqual([1, 1, 1, 1])
    expect(await readdir(folder)).toEqual([])
  })

  it('is not kept from going on for ever by a lock that nobody gives back', async () => {
    const file = join(await tempFolder(), 'lock')
    expect(takeFile(file)).toBe(true)
    expect(await withFileLock(file, () => Promise.resolve('done'), 100)).toBe('done')
  })
})
