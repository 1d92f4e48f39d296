import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isProgram } from '../../../../main/terminal/is-program'
import { tempFolder } from '../../../support/temp-folder'

it.skipIf(process.platform === 'win32')('a program is a file that may be started, and no folder of that name', async () => {
  const folder = await tempFolder()
  const [file, sub] = [join(folder, 'file'), join(folder, 'node')]
  await writeFile(file, '')
  await mkdir(sub)
  expect([file, sub, join(folder, 'nowhere'), join(file, 'below')].map(isProgram)).toEqual([false, false, false, false])
  await chmod(file, 0o755)
  expect(isProgram(file)).toBe(true)
})
