import type { App } from 'electron'

const QUIT_LIMIT_MS = 5_000

/** Lets the core end its work before the app goes, but never for longer than five seconds. */
export function endOnQuit(app: Pick<App, 'on' | 'exit'>, dispose: () => Promise<void>, report: (error: unknown) => void): void {
  let isEnding = false
  app.on('before-quit', () => {
    if (isEnding) return
    // Counts from the first wish to quit, so that a window which will not close cannot hold the app either.
    setTimeout(() => app.exit(1), QUIT_LIMIT_MS)
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    dispose().then(
      () => app.exit(0),
      (error: unknown) => {
        report(error)
        app.exit(1)
      },
    )
  })
}
