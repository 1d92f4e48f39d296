// Builds the bundles of main, preload and renderer into out/, unless they are those of the sources already. `--force` builds anyway.
import './check-node.mjs'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import '../test/runtime/typescript.mjs'
import { describeSources, isBuilt, ROOT, STAMP } from './freshness.mjs'
import { runTool } from './run-tool.mjs'

const { withFileLock } = await import('../main/storage/file-lock.ts')
const isForced = process.argv.includes('--force')
/** Far longer than a busy machine takes for a build. */
const LONGEST_MS = 10 * 60_000

// Two commands that are started at once must not build into the same folder: the second finds the work done.
process.exitCode = await withFileLock(join(ROOT, '.cache', 'build.lock'), async () => (isBuilt() && !isForced ? 0 : build()), LONGEST_MS)

function build() {
  // Described before the build: what is saved meanwhile makes the next command build again.
  const sources = describeSources()
  const fresh = join(ROOT, '.cache', 'out')
  rmSync(fresh, { recursive: true, force: true })
  const { status, output } = runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], { COUNTERSIGN_OUT: fresh })
  if (status !== 0) {
    process.stderr.write(`${output}\nThe build failed: mend what is named above and start again.\n`)
    return 1
  }
  writeFileSync(join(fresh, STAMP), sources)
  putInPlace(fresh)
  return 0
}

/** The old bundles go aside first: a folder that is not empty cannot be replaced. */
function putInPlace(fresh) {
  const out = join(ROOT, 'out')
  const old = join(ROOT, '.cache', 'out-before')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(out)) renameSync(out, old)
  renameSync(fresh, out)
  rmSync(old, { recursive: true, force: true })
}
