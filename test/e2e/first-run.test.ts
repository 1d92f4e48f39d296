import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { tempFolder } from '../support/temp-folder'
import { launchApp } from './support/launch-app'
import { approvalCard } from './support/project'

/** Presses Tab until this control has the focus, as a person without a mouse would. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (focused.includes(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}.`)
}

describe('the first run', { timeout: 90_000 }, () => {
  it('does the demo by keyboard alone, approvals included', async () => {
    const { page, close } = await launchApp({ dataDir: await tempFolder() })
    await tabTo(page, 'Start the demo')
    await page.keyboard.press('Enter')
    for (const label of ['Run Command', 'Save', 'Run Command']) {
      const button = approvalCard(page).getByRole('button', { name: label, exact: true })
      await button.waitFor()
      expect(await button.evaluate((element) => document.activeElement === element)).toBe(false)
      await expect.poll(() => button.isEnabled(), { timeout: 5_000 }).toBe(true)
      await page.keyboard.press('Control+Enter')
      await button.waitFor({ state: 'detached' })
    }
    await page.getByText('All 3 tests pass').first().waitFor()
    await close()
  })
})
