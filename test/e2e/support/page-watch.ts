import type { BrowserContext, Page } from 'playwright-core'

/** What went wrong in pages while a test looked elsewhere. */
export interface PageWatch {
  /** Throws when anything was reported that the test did not expect. */
  check(): void
  /** Takes what has been reported so far, for a test that caused it. */
  take(): string[]
}

/** Collects errors of the console, uncaught ones, and violations of the content security policy. */
export async function watchPages(context: BrowserContext): Promise<PageWatch> {
  let reports: string[] = []
  const report = (text: string): void => {
    reports.push(text)
  }
  await context.exposeFunction('reportViolation', report)
  await context.addInitScript(listenForViolations)
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => report(`uncaught: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`)
    })
    // The page may have begun before the script above was there.
    listenIn(page).catch((error: unknown) => report(`not watched: ${String(error)}`))
  }
  context.pages().forEach(watch)
  context.on('page', watch)
  return {
    take: () => {
      const taken = reports
      reports = []
      return taken
    },
    check: () => {
      if (reports.length > 0) throw new Error(`The page reported:\n${reports.join('\n')}`)
    },
  }
}

const MOST_TRIES = 5

/** A page that is just being replaced by the next one is asked again: the next one is there by then. */
async function listenIn(page: Page, tries = 1): Promise<void> {
  try {
    await page.evaluate(listenForViolations)
  } catch (error) {
    if (tries === MOST_TRIES || page.isClosed()) throw error
    await page.waitForLoadState('domcontentloaded')
    await listenIn(page, tries + 1)
  }
}

/** Runs in the page. */
function listenForViolations(): void {
  const scope: Window & { isWatched?: boolean; reportViolation?: (text: string) => void } = window
  if (scope.isWatched) return
  scope.isWatched = true
  document.addEventListener('securitypolicyviolation', (event) => {
    scope.reportViolation?.(`policy: ${event.violatedDirective} by ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`)
  })
}
