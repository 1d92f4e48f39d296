import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { productFolder } from './support/program'

const become = pathToFileURL(join(productFolder, 'scripts', 'become.mjs')).href

/** How a Node ends that became `sh -c SCRIPT`. Without `execve` it stands for Windows and for older releases. */
async function endOf(script: string, hasExecve: boolean, press?: NodeJS.Signals): Promise<unknown[]> {
  const code = `${hasExecve ? '' : 'process.execve = undefined;'} (await import(${JSON.stringify(become)})).become('/bin/sh', ['-c', ${JSON.stringify(script)}])`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  if (press !== undefined) {
    await once(child.stdout, 'data')
    child.kill(press)
  }
  return ended
}

describe.skipIf(process.platform === 'win32').each([true, false])(
  'a program that took the place of a script (with execve: %s)',
  (hasExecve) => {
    test('gives its own status', async () => {
      expect(await endOf('exit 7', hasExecve)).toEqual([7, null])
    })

    test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])('ends the script by the %s that ended it', async (signal) => {
      expect(await endOf(`kill -${signal.slice(3)} $$; sleep 5`, hasExecve)).toEqual([null, signal])
    })

    test('hears the signals that are sent to the script', async () => {
      expect(await endOf("trap 'exit 130' TERM; echo ready; while :; do sleep 0.05; done", hasExecve, 'SIGTERM')).toEqual([130, null])
    })
  },
)
