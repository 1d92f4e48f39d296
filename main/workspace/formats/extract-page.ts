import { NodeHtmlMarkdown } from 'node-html-markdown'
import type { PageJob, PageText, Unreadable } from './reading-jobs'

/** What stands around a page's content on every page of its site, and what is no text. */
const LEFT_OUT = [
  'script',
  'style',
  'noscript',
  'template',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'svg',
  'iframe',
  'object',
  'video',
  'audio',
]
/** Of a page's beginning, where its encoding is named. */
const HEAD_BYTES = 2048
/** Deeper than any page is nested; a parser that works by recursion ends there in its own way. */
const MAX_TAGS = 200_000

/** The text of a web page. */
export function extractPage({ bytes, mediaType, charset }: PageJob): PageText | Unreadable {
  const isHtml = mediaType === 'text/html' || mediaType === 'application/xhtml+xml'
  const text = decode(bytes, charset ?? (isHtml ? charsetIn(bytes) : undefined))
  if (!isHtml) return { kind: 'page', text }
  if ((text.match(/</g) ?? []).length > MAX_TAGS) return { kind: 'unreadable', reason: 'has more parts than a page has' }
  return { kind: 'page', text: NodeHtmlMarkdown.translate(text, { ignore: LEFT_OUT, maxConsecutiveNewlines: 2 }).trim() }
}

function charsetIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  return /<meta[^>]{0,200}charset=["']?([\w-]{1,40})/i.exec(head)?.[1]
}

function decode(bytes: Uint8Array, label: string | undefined): string {
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes)
  } catch (error) {
    // No encoding of that name.
    if (error instanceof RangeError) return new TextDecoder().decode(bytes)
    throw error
  }
}
