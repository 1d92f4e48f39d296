import type { Draft } from '../../../shared/extension-state'

export const MAX_ATTACHMENTS = 20
export const MAX_FILE_BYTES = 10 * 1024 * 1024

const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export interface AttachmentTools {
  /** A data URL of the picture, small enough for a model. `undefined` when it is no picture that can be read. */
  readonly readImage: (file: File) => Promise<string | undefined>
  /** Keeps the file and answers with its path. `undefined` when that failed and was said. */
  readonly saveFile: (name: string, bytes: string) => Promise<string | undefined>
}

export interface Attached {
  readonly images: readonly string[]
  readonly files: readonly string[]
  /** What could not be attached and why, each a sentence. */
  readonly problems: readonly string[]
}

/** Turns pasted or dropped files into attachments of a draft that already has some. */
export async function attach(given: readonly File[], draft: Draft, tools: AttachmentTools): Promise<Attached> {
  const room = Math.max(0, MAX_ATTACHMENTS - draft.images.length - draft.files.length)
  const images: string[] = []
  const files: string[] = []
  const problems: string[] = []
  for (const file of given.slice(0, room)) {
    const outcome = await attachOne(file, tools)
    if (outcome.kind === 'image') images.push(outcome.value)
    else if (outcome.kind === 'file') files.push(outcome.value)
    else if (outcome.kind === 'problem') problems.push(outcome.value)
  }
  if (given.length > room) problems.push(`A message takes at most ${MAX_ATTACHMENTS} attachments. ${countLeftOut(given.length - room)}`)
  return { images, files, problems }
}

type Outcome = { readonly kind: 'image' | 'file' | 'problem'; readonly value: string } | { readonly kind: 'told' }

async function attachOne(file: File, tools: AttachmentTools): Promise<Outcome> {
  if (imageTypes.has(file.type)) {
    const url = await tools.readImage(file)
    return url ? { kind: 'image', value: url } : problem(`${file.name} could not be read as a picture. Try a PNG or JPEG of it.`)
  }
  if (file.size > MAX_FILE_BYTES)
    return problem(`${file.name} is larger than 10 MB. Attach a smaller file, or name its path in the message.`)
  const bytes = await readBytes(file)
  if (bytes === undefined) return problem(`${file.name} could not be read. If it is a folder, name its path in the message instead.`)
  const path = await tools.saveFile(file.name, bytes)
  return path === undefined ? { kind: 'told' } : { kind: 'file', value: path }
}

const problem = (value: string): Outcome => ({ kind: 'problem', value })

const countLeftOut = (count: number): string => (count === 1 ? 'One was left out.' : `${count} were left out.`)

/** The file's bytes in base64; `undefined` for what has none, as a folder. */
async function readBytes(file: File): Promise<string | undefined> {
  const url = await readDataUrl(file)
  return url?.slice(url.indexOf(',') + 1)
}

/** The whole file as a data URL. */
export function readDataUrl(file: Blob): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : undefined))
  reader.addEventListener('error', () => resolve(undefined))
  reader.readAsDataURL(file)
  return promise
}
