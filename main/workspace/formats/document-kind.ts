import type { DocumentKind } from './reading-jobs'

export type FileKind = DocumentKind | 'image' | 'old_office'

const PDF_MARK_WITHIN = 1024
const BY_ENDING: Readonly<Record<string, DocumentKind>> = { docx: 'docx', docm: 'docx', xlsx: 'xlsx', xlsm: 'xlsx' }

/**
 * What a file is by its first bytes, where those say it, else by the ending of its name. Undefined for what is read as it stands.
 * `head` should hold at least 1,024 bytes, or all there are.
 */
export function kindOfFile(head: Buffer, name: string): FileKind | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (isImage(head)) return 'image'
  if (startsWith(head, 'PK\x03\x04')) return BY_ENDING[ending]
  if (startsWith(head, OLD_OFFICE)) return 'old_office'
  if (ending === 'ipynb' && /^\s*\{/.test(head.toString('latin1').replace(/^\xef\xbb\xbf/, ''))) return 'notebook'
  return isPdf(head, ending) ? 'pdf' : undefined
}

/** The first bytes of the container that old Office files are in, and encrypted new ones. */
const OLD_OFFICE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

const isImage = (head: Buffer): boolean =>
  startsWith(head, '\x89PNG\r\n\x1a\n') ||
  startsWith(head, '\xff\xd8\xff') ||
  startsWith(head, 'GIF87a') ||
  startsWith(head, 'GIF89a') ||
  (startsWith(head, 'RIFF') && head.toString('latin1', 8, 12) === 'WEBP')

/** Some PDFs have other bytes before their mark; a text that only speaks of one does not end in `.pdf`. */
function isPdf(head: Buffer, ending: string): boolean {
  const at = head.subarray(0, PDF_MARK_WITHIN).indexOf('%PDF-')
  return at === 0 || (at > 0 && ending === 'pdf')
}

const startsWith = (head: Buffer, mark: string): boolean => head.toString('latin1', 0, mark.length) === mark
