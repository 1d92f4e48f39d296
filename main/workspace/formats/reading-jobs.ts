import type { FoundDefinitions, SourceText } from '../../syntax/find-definitions'

/** What the worker that reads documents is asked, and what it answers. Everything here can be cloned from thread to thread. */

export const documentKinds = ['pdf', 'docx', 'xlsx', 'notebook'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Asks for the text of a document, of which lines up to `lastLine` (1-based) are wanted. */
export interface ExtractJob {
  readonly kind: DocumentKind
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly lastLine: number
}

/** Asks for an image that models take: of at most `maxEdge` pixels on its longer side and `maxBytes` bytes. */
export interface ScaleJob {
  readonly kind: 'image'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly maxEdge: number
  readonly maxBytes: number
}

/** Asks for the definitions in some sources. */
export interface DefinitionsJob {
  readonly kind: 'definitions'
  readonly sources: readonly SourceText[]
}

/** Asks for the text of a web page, as Markdown where it is HTML. */
export interface PageJob {
  readonly kind: 'page'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** In lower case, without parameters. */
  readonly mediaType: string
  /** As the server names it. */
  readonly charset: string | undefined
}

export type ReadingJob = ExtractJob | ScaleJob | DefinitionsJob | PageJob

export interface ExtractedText {
  readonly kind: 'text'
  readonly text: string
  /** False when there is more behind `text`. */
  readonly complete: boolean
  /** Completes "This is …": "the text of a PDF of 12 pages". */
  readonly about: string
}

export interface ScaledImage {
  readonly kind: 'image'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  readonly width: number
  readonly height: number
  /** As it is in the file, in pixels. */
  readonly original: { readonly width: number; readonly height: number }
}

export interface DefinitionsFound {
  readonly kind: 'definitions'
  readonly found: readonly FoundDefinitions[]
}

export interface PageText {
  readonly kind: 'page'
  readonly text: string
}

/** What cannot be read; `reason` goes on after the name of the file: "is encrypted". */
export interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: string
}

/** The answer to each kind of job. */
export type AnswerTo<Job extends ReadingJob> =
  | Unreadable
  | (Job extends ExtractJob ? ExtractedText : Job extends ScaleJob ? ScaledImage : Job extends PageJob ? PageText : DefinitionsFound)
export type ReadingAnswer = ExtractedText | ScaledImage | DefinitionsFound | PageText | Unreadable
