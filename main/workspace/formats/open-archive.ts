import { unzipSync } from 'fflate'
import type { Unreadable } from './reading-jobs'

/** Bytes of one part when unpacked, and of all that are taken: what is larger is made to do harm. */
const MAX_PART = 64 * 1024 * 1024
const MAX_TOTAL = 160 * 1024 * 1024

export interface Archive {
  readonly kind: 'archive'
  /** The text of a part; undefined when it is not there. */
  part(name: string): string | undefined
}

/** Unpacks the parts of an Office document that `wants` names, and no others. Their declared sizes bound the memory. */
export function openArchive(bytes: Uint8Array, wants: (name: string) => boolean, what: string): Archive | Unreadable {
  let total = 0
  let tooLarge = false
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (tooLarge || !wants(name)) return false
        total += originalSize
        tooLarge = originalSize > MAX_PART || total > MAX_TOTAL
        return !tooLarge
      },
    })
    if (tooLarge) return { kind: 'unreadable', reason: `is ${what} that unpacks to more than can be read safely` }
    return { kind: 'archive', part: (name) => textOf(parts[name]) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'unreadable', reason: `is damaged ${what.replace(/^an? /, 'as a ')} and cannot be opened` }
  }
}

function textOf(part: Uint8Array | undefined): string | undefined {
  if (!part) return undefined
  const encoding = part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : part[0] === 0xfe && part[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(part)
}
