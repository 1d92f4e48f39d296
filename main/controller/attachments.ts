import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ulid } from 'ulid'

const MAX_NAME = 120

/** Keeps a file that was dropped or pasted, under its own name, where no other file can be replaced by it. Answers with its path. */
export async function saveAttachment(folder: string, name: string, bytes: Buffer): Promise<string> {
  const place = join(folder, ulid())
  await mkdir(place, { recursive: true, mode: 0o700 })
  const path = join(place, safeName(name))
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  return path
}

function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/')).replace(/[\p{Cc}<>:"|?*]/gu, '_')
  const short = last.slice(-MAX_NAME)
  return short === '' || short === '.' || short === '..' ? 'file' : short
}
