import { chmod, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseChrome, findChromium, hasSandboxHelper } from '../../../../main/browser/chromium'
import { packageFits } from '../../../../main/browser/chromium-cache'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

afterEach(() => vi.unstubAllEnvs())

it('finds a Chromium that Playwright can start and that draws a page', async () => {
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage()
    await page.setContent('<title>drawn</title><p>text</p>')
    expect(await page.title()).toBe('drawn')
    // On a busy machine what draws may need a moment more.
    await eventually(async () => expect((await page.screenshot()).length).toBeGreaterThan(100))
  } finally {
    await browser.close()
  }
})

it('takes the browser that is set before one that is found, and says when that is none', async () => {
  vi.stubEnv('COUNTERSIGN_CHROMIUM', '/found/chrome')
  expect(await chooseChrome(process.execPath)).toMatchObject({ executablePath: process.execPath, origin: process.execPath })
  expect(await chooseChrome('')).toMatchObject({ executablePath: '/found/chrome' })
  await expect(chooseChrome('chrome')).rejects.toThrow('The Chrome that is set, chrome, is no program that can be started.')
  await expect(chooseChrome(import.meta.dirname)).rejects.toThrow('is no program')
})

it('takes the one of the npm package where none is installed, and says where there is none at all', async () => {
  vi.stubEnv('COUNTERSIGN_CHROMIUM', '')
  vi.stubEnv('PATH', '/nowhere')
  // Elsewhere installed ones have fixed places, and this machine may have one.
  if (process.platform !== 'linux') return
  if (packageFits()) expect(await chooseChrome('')).toMatchObject({ origin: 'the npm package @sparticuz/chromium' })
  else await expect(chooseChrome('')).rejects.toThrow('No browser was found')
})

it('takes only a helper of root beside the program for one that makes a sandbox', async () => {
  const folder = await tempFolder()
  const program = join(folder, 'chrome')
  const helper = join(folder, 'chrome-sandbox')
  const link = join(await tempFolder(), 'link')
  await writeFile(program, '')
  expect(hasSandboxHelper(program)).toBe(false)
  await writeFile(helper, '')
  await chmod(helper, 0o755)
  expect(hasSandboxHelper(program)).toBe(false)
  await chmod(helper, 0o4755)
  const isRoot = process.getuid?.() === 0
  expect(hasSandboxHelper(program)).toBe(isRoot)
  await symlink(program, link)
  expect(hasSandboxHelper(link)).toBe(isRoot)
  expect(hasSandboxHelper(join(folder, 'nowhere'))).toBe(false)
})
