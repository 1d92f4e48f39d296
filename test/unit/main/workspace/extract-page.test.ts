import { describe, expect, it } from 'vitest'
import { askReadingWorker } from '../../../../main/workspace/formats/ask-reading-worker'
import { extractPage } from '../../../../main/workspace/formats/extract-page'

const page = (text: string | Buffer, mediaType = 'text/html', charset?: string) =>
  extractPage({ kind: 'page', bytes: Uint8Array.from(Buffer.from(text)), mediaType, charset })

describe('the text of a web page', () => {
  it('is Markdown of its content, without what stands around it or is no text', () => {
    const html = `<!doctype html><html><head><title>T</title><style>p{}</style><script>evil()</script></head><body><nav>Menu</nav>
      <h1>Hello</h1><p>One <a href="https://a.test/">link</a>.</p><ul><li>a<li>b</ul><pre><code>x = 1</code></pre><footer>Foot</footer></body></html>`
    const { text } = page(html) as { text: string }
    expect(text).toContain('# Hello')
    expect(text).toContain('[link](https://a.test/)')
    expect(text).toContain('x = 1')
    for (const gone of ['Menu', 'Foot', 'evil', 'p{}']) expect(text).not.toContain(gone)
  })

  it('is read in the encoding that the server or the page names', () => {
    expect(page(Buffer.from('caf\xe9', 'latin1'), 'text/plain', 'iso-8859-1')).toEqual({ kind: 'page', text: 'café' })
    expect(page(Buffer.from('<meta charset="windows-1252"><p>caf\xe9', 'latin1'))).toEqual({ kind: 'page', text: 'café' })
    expect(page('café', 'text/plain', 'no-such-thing')).toEqual({ kind: 'page', text: 'café' })
    expect(page('{"a": 1}', 'application/json')).toEqual({ kind: 'page', text: '{"a": 1}' })
  })

  it('is not waited for for ever, however the page is nested', async () => {
    const bytes = Uint8Array.from(Buffer.from('<div>'.repeat(150_000)))
    const job = { kind: 'page', bytes, mediaType: 'text/html', charset: undefined } as const
    const read = await askReadingWorker(job, new AbortController().signal, { maxMs: 1_000, maxBytes: 500_000_000 })
    expect(read).toEqual({ kind: 'unreadable', reason: expect.stringContaining('reading it was given up') })
    expect(page('<b>'.repeat(300_000))).toEqual({ kind: 'unreadable', reason: 'has more parts than a page has' })
  })
})
