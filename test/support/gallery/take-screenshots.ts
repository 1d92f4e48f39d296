import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGallery } from './build-gallery'
import { type GalleryLook, openGallery, startBrowser } from './open-gallery'
import { samples } from './samples'

const HEIGHT = 800
const SETTLING_MS = 500
const looks: readonly GalleryLook[] = [
  { width: 1280, height: HEIGHT, scheme: 'light' },
  { width: 1280, height: HEIGHT, scheme: 'dark' },
  { width: 800, height: HEIGHT, scheme: 'light' },
  { width: 480, height: HEIGHT, scheme: 'dark' },
]

/** Makes a picture of every sample in every look, and says what the page and a check of its accessibility complained about. `names` picks some of them. */
export async function takeScreenshots(outDir: string, names: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  mkdirSync(outDir, { recursive: true })
  await buildGallery(folder)
  const browser = await startBrowser()
  const found: string[] = []
  const chosen = samples.filter((sample) => names.length === 0 || names.includes(sample.name))
  for (const look of looks) {
    const { page, show, complaints } = await openGallery(browser, folder, look)
    for (const { name, keys, steps } of chosen) {
      await show(name)
      if (keys) await page.keyboard.press(keys)
      await steps?.(page)
      // Fonts, colours of code and what plays need a moment; a picture has nothing to wait for.
      await page.waitForTimeout(SETTLING_MS)
      await page.screenshot({ path: join(outDir, `${name}-${look.width}-${look.scheme}.png`) })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const broken = violations.flatMap(({ id, nodes: all }) => all.map((node) => `${id}: ${node.html}`))
      found.push(...[...complaints(), ...broken].map((complaint) => `${name} ${look.width} ${look.scheme}: ${complaint}`))
    }
    await page.context().close()
  }
  await browser.close()
  rmSync(folder, { recursive: true })
  return found
}
