import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../workspace/system-errors'

/** A script exactly as it was looked at. */
export interface PinnedFile {
  readonly name: string
  readonly bytes: Buffer
  /** Of all that is copied. */
  readonly hash: string
  /** What it finds beside itself: paths relative to its folder, with `/`, that do not lead out of it. */
  readonly beside: ReadonlyMap<string, Buffer>
}

/** How long copies are kept that nobody runs, in ms: people go back and forth between branches. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * A file with exactly these bytes that may be run, in a folder of ours: what was hashed is what runs, whatever becomes of the file it
 * was read from. Made once for each content, and removed some time after its last use.
 */
export async function privateCopy(folder: string, { name, bytes, hash, beside }: PinnedFile): Promise<string> {
  const home = join(folder, hash)
  const isNew = (await mkdir(home, { recursive: true, mode: 0o700 })) !== undefined
  await utimes(home, new Date(), new Date())
  if (isNew) await removeOld(folder)
  for (const [path, content] of beside) await copy(join(home, path), content)
  await copy(join(home, name), bytes)
  return join(home, name)
}

/** What cannot be removed keeps no hook from running; another process may do the same at the same time. */
async function removeOld(folder: string): Promise<void> {
  try {
    for (const path of (await readdir(folder)).map((name) => join(folder, name)))
      if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

async function copy(path: string, bytes: Buffer): Promise<void> {
  const home = dirname(path)
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (await holds(path, bytes)) return
  const temporary = join(home, `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
  await chmod(temporary, 0o500)
  await rename(temporary, path)
}

async function holds(path: string, bytes: Buffer): Promise<boolean> {
  try {
    return bytes.equals(await readFile(path))
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}
