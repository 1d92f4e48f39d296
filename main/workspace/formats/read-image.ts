import { openFile } from '../open-file'
import { describeSize, hashOf } from '../read-text'
import { explainSystemError } from '../system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from '../workspace-types'
import { askReadingWorker } from './ask-reading-worker'
import { readWhole } from './read-whole'

export interface ReadImage {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  /** In pixels, as given here. */
  readonly width: number
  readonly height: number
  /** As it is on the disk. */
  readonly original: { readonly width: number; readonly height: number }
  /** Of the file's bytes. */
  readonly hash: string
}

const MAX_FILE_BYTES = 50 * 1024 * 1024
/** Providers refuse larger pictures, or scale them down themselves; one that is too large spoils every later request. */
const MAX_EDGE = 2000
/** Providers count the 5 MB that they take in base64. */
const MAX_BYTES = 3_700_000

/** A picture as models take it, scaled down when it is too large. */
export async function readImage(path: ResolvedPath, signal: AbortSignal): Promise<Outcome<ReadImage>> {
  const opened = await openFile(path)
  if (!opened.ok) return opened
  const { handle, size } = opened.value
  try {
    const bytes = await readWhole(handle, MAX_FILE_BYTES, signal)
    if (!bytes)
      return fails(
        'too_large',
        `${path.display} has ${describeSize(size)}, more than the ${describeSize(MAX_FILE_BYTES)} of a picture that can be shown.`,
      )
    const hash = hashOf(bytes)
    const answer = await askReadingWorker({ kind: 'image', bytes, maxEdge: MAX_EDGE, maxBytes: MAX_BYTES }, signal)
    if (answer.kind === 'unreadable') return fails('failed', `${path.display} ${answer.reason}.`)
    const { mediaType, width, height, original } = answer
    return fine({ mediaType, data: Buffer.from(answer.bytes).toString('base64'), width, height, original, hash })
  } catch (error) {
    if (signal.aborted) throw error
    return explainSystemError(error, path.display)
  } finally {
    await handle.close()
  }
}
