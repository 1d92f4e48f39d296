import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../workspace/system-errors'

/**
 * A file with exactly these bytes that may be run, in a folder of ours: what was hashed is what runs, whatever becomes of the file it
 * was read from. Made once for each content.
 */
export async function privateCopy(
  folder: string,
  file: { readonly name: string; readonly bytes: Buffer; readonly hash: string },
): Promise<string> {
  const home = join(folder, file.hash)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const path = join(home, file.name)
  if (await holds(path, file.bytes)) return path
  const temporary = join(home, `.${file.name}.${randomBytes(6).toString('hex')}`)
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(file.bytes)
  } finally {
    await handle.close()
  }
  await chmod(temporary, 0o500)
  await rename(temporary, path)
  return path
}

async function holds(path: string, bytes: Buffer): Promise<boolean> {
  try {
    return bytes.equals(await readFile(path))
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}
