import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,task,arch,headless,e2e}/**/*.test.{ts,tsx}'],
    // Threads inherit it: those that the product starts are then read from their sources too.
    execArgv: ['--import', './test/runtime/typescript.mjs'],
    setupFiles: ['test/support/refuse-electron.mjs'],
    testTimeout: process.env['COUNTERSIGN_LONG'] === '1' ? 600_000 : 20_000,
    // What is waited for comes soon, but not on a machine that does much else.
    expect: { poll: { timeout: 15_000 } },
    // Half a million files are made by a long test, and taken away again.
    hookTimeout: process.env['COUNTERSIGN_LONG'] === '1' ? 300_000 : 30_000,
    // Every core: most tests wait for processes, and by itself the runner would leave one idle.
    maxWorkers: '100%',
  },
})
