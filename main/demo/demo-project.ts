import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StorageError, toStorageError } from '../storage/storage-error'
import { demoFiles } from './demo-files'

/** What the window shows as the project's name, before the number. */
const NAME = 'receipt-'

/**
 * Lays out a fresh sample project in a folder of its own, `<dataDir>/demo/receipt-<n>`, and answers with its absolute path.
 * Throws a `StorageError` where the system does not let it.
 */
export async function layOutDemoProject(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'demo')
  try {
    return await layOut(parent)
  } catch (cause) {
    const { code, path, message } = toStorageError(cause, parent)
    throw new StorageError(code, path, { message: `The sample project could not be laid out. ${message}`, cause })
  }
}

async function layOut(parent: string): Promise<string> {
  const folder = await newFolder(parent)
  for (const [path, text] of Object.entries(demoFiles)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return folder
}

/** Numbers go up and are never used again: an old demo may still be open, or be read in the history. */
async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true })
  const taken = (await readdir(parent)).map((name) => Number(name.replace(NAME, ''))).filter(Number.isInteger)
  for (let number = Math.max(0, ...taken) + 1; ; number += 1) {
    const folder = join(parent, NAME + number)
    if (await makeFolder(folder)) return folder
  }
}

/** False when somebody else made it first. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
