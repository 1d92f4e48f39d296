import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGallery } from './build-gallery'
import { type Gallery, type GalleryLook, openGallery, startBrowser } from './open-gallery'
import { type Sample, samples } from './samples'

const HEIGHT = 800
const SETTLING_MS = 500
const allLooks: readonly GalleryLook[] = [
  { width: 1280, height: HEIGHT, scheme: 'light' },
  { width: 1280, height: HEIGHT, scheme: 'dark' },
  { width: 800, height: HEIGHT, scheme: 'light' },
  { width: 480, height: HEIGHT, scheme: 'dark' },
]

export interface ScreenshotOptions {
  /** Where the pictures go: without one, none is made. */
  readonly outDir?: string
  /** Picks some of the samples. */
  readonly names?: readonly string[]
  readonly looks?: readonly GalleryLook[]
}

/** Makes a picture of every sample in every look, and says what went wrong in it and what a check of its accessibility complained about. */
export async function takeScreenshots({ outDir, names, looks = allLooks }: ScreenshotOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  if (outDir !== undefined) mkdirSync(outDir, { recursive: true })
  await buildGallery(folder)
  const browser = await startBrowser()
  const found: string[] = []
  const chosen = samples.filter((sample) => names === undefined || names.includes(sample.name))
  try {
    for (const look of looks) {
      const gallery = await openGallery(browser, folder, look)
      for (const sample of chosen) {
        const title = `${sample.name}-${look.width}-${look.scheme}`
        const complaints = await complaintsOf(gallery, sample, outDir === undefined ? undefined : join(outDir, `${title}.png`))
        found.push(...complaints.map((complaint) => `${title}: ${complaint}`))
      }
      await gallery.page.context().close()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
  return found
}

async function complaintsOf(
  { page, show, complaints }: Gallery,
  { name, keys, steps }: Sample,
  picture: string | undefined,
): Promise<string[]> {
  await show(name)
  if (keys) await page.keyboard.press(keys)
  await steps?.(page)
  if (picture !== undefined) {
    // Fonts, colours of code and what plays need a moment; a picture has nothing to wait for.
    await page.waitForTimeout(SETTLING_MS)
    await page.screenshot({ path: picture })
  }
  const { violations } = await new AxeBuilder({ page }).analyze()
  return [...complaints(), ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))]
}
