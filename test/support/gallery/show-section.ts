import type { Page } from 'playwright-core'

/** Opens the settings at a section. */
export async function showSection(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('region', { name: title, exact: true }).evaluate((section) => section.scrollIntoView())
}
