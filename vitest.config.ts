import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const isLong = process.env['COUNTERSIGN_LONG'] === '1'
/**
 * Tests that leave nothing behind in their process: one process runs many of their files, and reads what they import once. What starts
 * processes of its own, measures this one, or stands for the whole app has a process to itself.
 */
const SHARING = [
  'test/unit/{shared,renderer}/**/*.test.{ts,tsx}',
  'test/unit/main/{approval,changes,controller,electron,prompts,providers,syntax,task,tools,workspace}/**/*.test.ts',
]

export default defineConfig({
  test: {
    // Threads inherit it: those that the product starts are then read from their sources too.
    execArgv: ['--import', './test/runtime/typescript.mjs'],
    setupFiles: ['test/support/refuse-electron.mjs'],
    testTimeout: isLong ? 600_000 : 60_000,
    // What is waited for comes soon, but not on a machine that does much else.
    expect: { poll: { timeout: 30_000 } },
    // Half a million files are made by a long test, and taken away again.
    hookTimeout: isLong ? 300_000 : 60_000,
    // One more than there are cores: many tests wait for processes, and by itself the runner would leave two idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      { extends: true, test: { name: 'alone', include: ['test/{unit,task,arch,headless,e2e}/**/*.test.{ts,tsx}'], exclude: SHARING } },
    ],
  },
})
