// Everything that is checked: builds, then runs all tests, or those whose files are named. `--long` also runs the long ones.
import './check-node.mjs'
import { startVitest } from 'vitest/node'
import { ensureBuilt } from './ensure-built.mjs'
import { ROOT } from './freshness.mjs'

const isLong = process.argv.includes('--long')
const named = process.argv.slice(2).filter((argument) => argument !== '--long')

ensureBuilt()
process.chdir(ROOT)
if (isLong) process.env.COUNTERSIGN_LONG = '1'
const run = { tests: [], brokenModules: [], unhandledErrors: [] }
const vitest = await startVitest(named, { watch: false, reporters: ['default', { onTestRunEnd: note }] })
await vitest.close()

const inState = (state) => run.tests.filter((test) => test.result().state === state)
const skipped = inState('skipped')
// What is skipped by a condition is skipped by the system alone: a rule of the architecture tests says so.
for (const test of skipped)
  console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName} (${test.result().note ?? `not for ${process.platform}`})`)
const failed = inState('failed').length + run.brokenModules.length + run.unhandledErrors.length
const passed = inState('passed').length
console.log(`tests: ${passed} passed, ${failed} failed, ${skipped.length} skipped`)
// A run without a single test has shown nothing.
process.exit(failed > 0 || passed === 0 ? 1 : Number(process.exitCode ?? 0))

function note(modules, unhandledErrors) {
  run.tests = modules.flatMap((module) => [...module.children.allTests()])
  // A file that could not be read has no tests that could fail.
  run.brokenModules = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
  run.unhandledErrors = unhandledErrors
}
