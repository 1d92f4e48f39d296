import { existsSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { isProgram } from '../terminal/is-program'

/** Where a program of this name lies on the PATH. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : ['']
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram)
}

/** The folder of an installed package, looked for as Node does. It is not loaded. */
export function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? undefined : findPackage(name, dirname(from))
}
