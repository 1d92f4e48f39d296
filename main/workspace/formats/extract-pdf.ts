import { getDocumentProxy } from 'unpdf'
import { createLineSink } from './line-sink'
import type { ExtractedText, Unreadable } from './reading-jobs'

/** The text of a PDF, page by page. Nothing of it is drawn or run, and nothing is fetched. */
export async function extractPdf(bytes: Uint8Array, lastLine: number): Promise<ExtractedText | Unreadable> {
  const opened = await open(bytes)
  if (opened.kind === 'unreadable') return opened
  const { pdf } = opened
  const sink = createLineSink(lastLine)
  let page = 0
  while (page < pdf.numPages && !sink.isFull) {
    page += 1
    sink.line(`--- Page ${page} of ${pdf.numPages} ---`)
    sink.line(await textOfPage(pdf, page))
  }
  const about = `the text of a PDF of ${pdf.numPages} ${pdf.numPages === 1 ? 'page' : 'pages'}, without its pictures`
  return { kind: 'text', text: sink.text(), complete: page === pdf.numPages && !sink.isFull, about }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Uint8Array): Promise<{ readonly kind: 'open'; readonly pdf: Pdf } | Unreadable> {
  try {
    const options = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, stopAtErrors: false, verbosity: 0 }
    return { kind: 'open', pdf: await getDocumentProxy(bytes, options) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'PasswordException') return { kind: 'unreadable', reason: 'is a PDF that opens only with a password' }
    return { kind: 'unreadable', reason: 'is a damaged PDF that cannot be opened' }
  }
}

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    return text.trim() === '' ? '(No text on this page: it may be a picture of one.)' : `${text.trimEnd()}\n`
  } catch (error) {
    // One page that is broken leaves the others readable.
    if (!(error instanceof Error)) throw error
    return '(This page is damaged and could not be read.)'
  }
}
