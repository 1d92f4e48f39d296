import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright-core'
import { newNonce, pagePolicy, withNonce } from '../../../main/electron/page-policy'
import { findChromium } from '../../../main/browser/chromium'

const ORIGIN = 'https://gallery.invalid'
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export interface GalleryLook {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
}

export const startBrowser = async (): Promise<Browser> => chromium.launch(await findChromium())

/** The window in one look, in which one sample after the other is shown. */
export interface Gallery {
  readonly page: Page
  /** Shows a sample under the app's own policy. */
  show(name: string): Promise<void>
  /** What the policy refused and what went wrong in the page since it was asked last. */
  complaints(): string[]
}

export async function openGallery(browser: Browser, folder: string, look: GalleryLook): Promise<Gallery> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname
    const file = path === '/' ? '/index.html' : path
    const body = await readFile(join(folder, file))
    const nonce = newNonce()
    await route.fulfill({
      contentType: types[extname(file)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': pagePolicy(nonce) },
      body: file === '/index.html' ? withNonce(body.toString(), nonce) : body,
    })
  })
  return {
    page,
    async show(name) {
      // Another address, so that the page is made anew.
      await page.goto(`${ORIGIN}/?${name}#${name}`)
      await page.locator('html[data-ready="true"]').waitFor({ timeout: 20_000 })
    },
    complaints: () => complaints.splice(0),
  }
}
