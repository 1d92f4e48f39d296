// For everything that must run without Electron: whoever imports it is told so. A setup file of vitest, and an --import for programs.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (specifier !== 'electron' && !resolved.url.includes('/node_modules/electron/')) return resolved
    throw new Error(`${context.parentURL ?? 'Something'} imports electron, which only the app with its window may.`)
  },
})
