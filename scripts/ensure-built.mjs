// For commands that need the bundles: nothing is said and no time is lost when they are there.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt, ROOT } from './freshness.mjs'

/** Builds what is stale; ends this process when that fails. Only errors are written, on stderr. */
export function ensureBuilt() {
  if (isBuilt()) return
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
