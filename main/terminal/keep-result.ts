import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../storage/storage-error'

/** A text, or bytes in base64. */
export type KeptContent = { readonly text: string } | { readonly base64: string; readonly mediaType: string }

const ENDINGS: Readonly<Record<string, string | undefined>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
}

/** Between the task's id and a part that is new each time. */
const MARK = '-mcp-'

/** True for the path of a file that `keepResult` made in this folder, for whatever task. */
export const isKeptResult = (folder: string, path: string): boolean => dirname(path) === folder && basename(path).includes(MARK)

/** Puts a result of an MCP server that is too long for a conversation into a file of its task. Undefined when the disk does not take it. */
export async function keepResult(folder: string, taskId: string, content: KeptContent): Promise<string | undefined> {
  const isText = 'text' in content
  const ending = isText ? 'log' : (ENDINGS[content.mediaType] ?? 'bin')
  const path = join(folder, `${taskId}${MARK}${randomUUID()}.${ending}`)
  try {
    await writeFile(path, isText ? content.text : Buffer.from(content.base64, 'base64'), { mode: 0o600, flag: 'wx' })
    return path
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}
