import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IGNORE_FILE, readIgnoredFiles } from './ignored-files'

/** The files of a project that listings, searches and definitions leave out, by the same rules by which a call on them is refused. */
export async function readHiddenFiles(project: string): Promise<{ readonly ruleFile: string | undefined; hides(real: string): boolean }> {
  const file = join(project, IGNORE_FILE)
  const [ignored, isThere] = await Promise.all([readIgnoredFiles(project), isFile(file)])
  return { ruleFile: isThere ? file : undefined, hides: (real) => ignored.reason({ real, display: real }) !== undefined }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    // Not there, or not to be looked at: then ripgrep could not read it either.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
