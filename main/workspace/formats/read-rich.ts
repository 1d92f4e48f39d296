import type { FileHandle } from 'node:fs/promises'
import { createLineWindow } from '../line-window'
import type { LineRange, ReadLines } from '../read-lines'
import { describeSize, hashOf } from '../read-text'
import { fails, fine, type Outcome } from '../workspace-types'
import { askReadingWorker } from './ask-reading-worker'
import type { FileKind } from './document-kind'
import { readWhole } from './read-whole'
import { type DocumentKind, documentKinds } from './reading-jobs'

/** What has lines only after it was taken apart, or none at all. */
export const isRich = (kind: FileKind | undefined): kind is FileKind => kind !== undefined

export interface RichFile {
  readonly handle: FileHandle
  readonly kind: FileKind
  readonly display: string
  readonly size: number
  readonly range: LineRange
}

/** Larger documents are not taken apart. */
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024

/** Some lines of the text that is in a document. */
export async function readRich({ handle, kind, display, size, range }: RichFile, signal: AbortSignal): Promise<Outcome<ReadLines>> {
  if (kind === 'image') return fails('image', `${display} is a picture (${describeSize(size)}), not text.`)
  if (!isDocument(kind))
    return fails(
      'binary',
      `${display} is an older or an encrypted Office file, which cannot be read. Save it without a password as .docx or .xlsx.`,
    )
  const bytes = await readWhole(handle, MAX_DOCUMENT_BYTES, signal)
  if (!bytes)
    return fails(
      'too_large',
      `${display} has ${describeSize(size)}, more than the ${describeSize(MAX_DOCUMENT_BYTES)} of a document that can be read.`,
    )
  const answer = await askReadingWorker({ kind, bytes, lastLine: range.end }, signal)
  if (answer.kind === 'unreadable') return fails('failed', `${display} ${answer.reason}.`)
  const window = createLineWindow({ ...range, maxLength: range.maxBytes, maxLineLength: range.maxLineLength ?? range.maxBytes })
  window.feed(answer.text)
  window.finish()
  return fine({
    lines: window.lines,
    start: range.start,
    ...(answer.complete ? { totalLines: window.count } : {}),
    encoding: 'utf-8',
    cut: window.cut,
    shortened: window.shortened,
    about: answer.about,
    hash: hashOf(window.lines.join('\n')),
  })
}

const isDocument = (kind: FileKind): kind is DocumentKind => documentKinds.some((each) => each === kind)
