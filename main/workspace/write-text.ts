import { lstat } from 'node:fs/promises'
import { describeUnwritable, encodeText } from './encodings'
import { takeMode } from './remove-file'
import { systemCode } from './system-errors'
import { fails, type Outcome, type ResolvedPath } from './workspace-types'
import { type KeepBytes, writeBytes } from './write-bytes'

export interface WriteOptions {
  /** The hash the file was read with, or null for a file that must not exist yet. */
  readonly expectedHash: string | null
  readonly bom: boolean
  /** As `readText` names it; UTF-8 when absent. */
  readonly encoding?: string
  /** A file whose mode the new one takes over. */
  readonly modeOf?: ResolvedPath
  readonly keep?: KeepBytes
}

/** Replaces or creates a text file as a whole, in its encoding. */
export async function writeText(
  cwd: string,
  path: ResolvedPath,
  text: string,
  options: WriteOptions,
): Promise<Outcome<{ readonly hash: string }>> {
  const encoding = options.encoding ?? 'utf-8'
  const encoded = encodeText(text, encoding, options.bom)
  if (!encoded.ok)
    return fails('not_encodable', `${path.display} is in ${encoding}, which cannot write ${describeUnwritable(encoded.unwritable)}.`)
  const mode = options.modeOf && (await modeOf(options.modeOf))
  const written = await writeBytes(cwd, path, encoded.bytes, options)
  if (!written.ok || mode === undefined) return written
  const taken = await takeMode(path, mode)
  return taken.ok ? written : taken
}

async function modeOf(path: ResolvedPath): Promise<number | undefined> {
  try {
    return (await lstat(path.real)).mode
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
