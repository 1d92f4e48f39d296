import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HookName } from '../../shared/hooks'
import { systemCode } from '../workspace/system-errors'
import { hookFileName, moments } from './hook-files'

/** Makes an executable script in the person's own folder that does nothing yet, and says how it could. Its path; undefined when there is one. */
export async function createHook(folder: string, name: HookName, platform: NodeJS.Platform): Promise<string | undefined> {
  const path = join(folder, hookFileName(name, platform))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, platform === 'win32' ? powerShell(name) : shell(name), { flag: 'wx', mode: 0o700 })
    return path
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined
    throw error
  }
}

const explain = (name: HookName, example: string): string =>
  [
    `Runs ${moments[name]}, and does nothing yet.`,
    'It is given one line of JSON at its standard input, and may print one object of JSON:',
    '  "cancel": true               stops what comes next, and the task with it',
    '  "errorMessage": "why"        is shown and told to the model when it stops something',
    '  "contextModification": "…"   is told to the model, where there is a next message to it',
    'Whatever else it prints is only shown. After 30 seconds, or 1 MB, it is ended.',
    `For example: ${example}`,
  ]
    .map((line) => `# ${line}\n`)
    .join('')

const shell = (name: HookName): string =>
  `#!/bin/sh\n${explain(name, `echo '{"contextModification": "Said by ${name}."}'`)}\ninput=$(cat)\nexit 0\n`

const powerShell = (name: HookName): string =>
  `${explain(name, `Write-Output '{"contextModification": "Said by ${name}."}'`)}\n$data = [Console]::In.ReadToEnd()\nexit 0\n`
