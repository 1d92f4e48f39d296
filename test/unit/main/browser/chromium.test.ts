import { chromium } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { findChromium } from '../../../../main/browser/chromium'

it('finds a Chromium that Playwright can start and that draws a page', async () => {
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage()
    await page.setContent('<title>drawn</title><p>text</p>')
    expect(await page.title()).toBe('drawn')
    // On a busy machine what draws may need a moment more.
    await vi.waitFor(async () => expect((await page.screenshot()).length).toBeGreaterThan(100), { timeout: 20_000 })
  } finally {
    await browser.close()
  }
})
