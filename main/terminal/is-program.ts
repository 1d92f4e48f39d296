import { accessSync, constants, statSync } from 'node:fs'

/** Whether a file lies there that this user can start. What cannot be looked at is none. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
