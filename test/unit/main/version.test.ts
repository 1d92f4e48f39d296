import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ISSUES_PAGE, VERSION } from '../../../main/version'

it('says of itself what package.json says', async () => {
  const { version, bugs } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string; bugs: { url: string } }
  expect({ version: VERSION, url: ISSUES_PAGE }).toEqual({ version, url: bugs.url })
})
