import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { IGNORE_FILE, MAX_BYTES, readIgnoredFiles } from './ignored-files'

/** The files of a project that listings, searches and definitions leave out, by the same rules by which a call on them is refused. */
export async function readHiddenFiles(project: string): Promise<{ readonly ruleFile: string | undefined; hides(real: string): boolean }> {
  const file = join(project, IGNORE_FILE)
  const [ignored, isThere] = await Promise.all([readIgnoredFiles(project), isFileOfRules(file)])
  return { ruleFile: isThere ? file : undefined, hides: (real) => ignored.reason({ real, display: real }) !== undefined }
}

/** One that is too large hides everything, and ripgrep need not read it. */
async function isFileOfRules(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size <= MAX_BYTES
  } catch (error) {
    // Not there, or not to be looked at: then ripgrep could not read it either.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
