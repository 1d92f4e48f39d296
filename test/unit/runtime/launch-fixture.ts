import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { standIn } from '../../e2e/support/electron-program'

export interface Fixture {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
  /** What the fixture's main process noted so far. */
  seen(): Promise<Record<string, unknown>[]>
}

export const fixtureApp = fileURLToPath(new URL('../../runtime/fixtures/app', import.meta.url))

export function newUserData(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'runtime-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts the small app of test/runtime/fixtures on the stand-in, as Playwright starts Electron. */
export async function launchFixture(userData: string, args: readonly string[] = []): Promise<Fixture> {
  const { executable, args: runtimeArgs } = standIn()
  const app = await _electron.launch({
    executablePath: executable,
    args: [...runtimeArgs, fixtureApp, `--user-data=${userData}`, ...args],
    chromiumSandbox: true,
  })
  const page = await app.firstWindow()
  await page.waitForFunction(() => 'pageGlobal' in window)
  const seen = (): Promise<Record<string, unknown>[]> => app.evaluate(() => Reflect.get(globalThis, 'seen'))
  return { app, page, userData, seen }
}
