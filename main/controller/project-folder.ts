import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

export type FolderCheck =
  | { readonly usable: true; readonly path: string }
  | { readonly usable: false; readonly path: string; readonly message: string }

/** Whether a folder can be worked in, as its real path, or the sentence that says why not. `~/` is the person's home. */
export async function checkFolder(given: string): Promise<FolderCheck> {
  const path = expand(given.trim())
  if (given.trim() === '') return { usable: false, path, message: 'Name a folder.' }
  if (!isAbsolute(path)) return { usable: false, path, message: `${given} is not a whole path. Begin with / or ~/.` }
  try {
    const real = await realpath(path)
    if (!(await stat(real)).isDirectory()) return { usable: false, path, message: `${path} is a file. Choose the folder it is in.` }
    await access(real, constants.R_OK | constants.X_OK)
    return { usable: true, path: real }
  } catch (error) {
    return { usable: false, path, message: describe(path, error) }
  }
}

function expand(path: string): string {
  if (path === '~') return homedir()
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : isAbsolute(path) ? resolve(path) : path
}

function describe(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no folder ${path}. It may have been moved or deleted.`
  if (code === 'EACCES' || code === 'EPERM') return `You are not allowed to read ${path}. Change its permissions or choose another folder.`
  return `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`
}
