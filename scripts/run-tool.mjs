// Runs programs that npm installed, with the Node that runs this one, so that no PATH matters.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './freshness.mjs'

/** Their own parts find each other through the PATH. */
const env = { ...process.env, PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }

/** Waits for the end and gives back what was written. */
export function runTool(script, args, extraEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...env, ...extraEnv },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { status: status ?? 1, output: `${stdout}${stderr}` }
}

/** Runs it in this terminal; gives back its status. */
export function showTool(script, args, extraEnv = {}) {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...env, ...extraEnv },
    stdio: 'inherit',
  })
  return status ?? 1
}
