// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { MessageText } from '../../../../../renderer/cards/markdown/message-text'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const allowed = new Set(
  'DIV P BR HR H1 H2 H3 H4 H5 H6 BLOCKQUOTE UL OL LI PRE CODE STRONG EM DEL IMG TABLE THEAD TBODY TR TH TD SPAN BUTTON SVG PATH RECT'.split(
    ' ',
  ),
)
/** What a drawn message must never hold: anything that runs, styles, names, submits, or is fetched. */
function complaintsOf(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const found: string[] = []
    if (!allowed.has(element.tagName.toUpperCase())) found.push(`<${element.tagName}>`)
    for (const { name, value } of element.attributes) {
      const isOurs = element.closest('button, svg') !== null
      if (/^on|^style$|^id$|^name$|^href$|^action$|^srcset$/i.test(name) && !isOurs) found.push(`${element.tagName} ${name}`)
      if (name === 'src' && !/^(data:image\/|blob:)/.test(value)) found.push(`src ${value}`)
      if (name === 'href') found.push(`href ${value}`)
    }
    return found
  })
}

test('draws what people write: headings, lists, tables, code with its language', async () => {
  await renderWithApp(
    <MessageText text={'# Title\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```\n\nUse `npm`.'} />,
  )
  expect(screen.getByRole('heading', { name: 'Title' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Done' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '2' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Code, js' }).textContent).toBe('let a')
})

test('a link leads nowhere by itself: it asks with its real address', async () => {
  const { parts } = await renderWithApp(<MessageText text="[harmless](https://evil.example/?q=secret) and <https://plain.example>" />)
  const link = screen.getByRole('link', { name: 'harmless' })
  expect(link.hasAttribute('href')).toBe(false)
  await userEvent.click(link)
  expect(parts.store.getState().ui.pendingLink).toBe('https://evil.example/?q=secret')
  expect(screen.getByRole('link', { name: 'https://plain.example' })).toBeTruthy()
})

test('an address that is none for a browser is only words', async () => {
  await renderWithApp(<MessageText text="[a](javascript:alert(1)) [b](file:///etc/passwd) [c](vbscript:x)" />)
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('a picture of the network becomes a link, one that is here is drawn', async () => {
  const { container } = await renderWithApp(
    <MessageText text={'![cat](https://track.example/p.png)\n\n![dot](data:image/png;base64,iVBORw0KGgo=)\n\n![svg](//host/x.svg)'} />,
  )
  expect(screen.getByRole('link', { name: 'Picture: cat' })).toBeTruthy()
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['data:image/png;base64,iVBORw0KGgo='])
})

test('markup of the model is text, not markup', async () => {
  const { container } = await renderWithApp(
    <MessageText text={'<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<style>*{}</style> and <b>bold</b>'} />,
  )
  expect(complaintsOf(container)).toEqual([])
  expect(container.textContent).toContain('<script>alert(1)</script>')
  expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(container.textContent).toContain('<b>bold</b>')
})

const hostile = fc
  .array(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '<img src=http://x.example/a onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<svg onload=alert(1)>',

      '<style>@import "http://x.example"</style>',
      '<iframe src=http://x.example>',
      '<form action=http://x.example><input name=a>',
      '<meta http-equiv=refresh>',

      '![a](http://x.example/p.png)',
      '![a](data:text/html,<script>)',
      '[a](javascript:alert(1))',
      '[a]: http://x.example "t"',
      '![a][a]',
      '<http://x.example>',

      'http://x.example',
      '`code`',
      '```html\n',
      '```\n',
      '\n\n',
      '| a | b |\n|---|---|\n',
      '- ',
      '1. ',
      '> ',
      '**',
      '[^1]',
      '[^1]: note',
      '\u202e',
      '\\',
      '&lt;',
      '<!--',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

test('whatever a model writes, nothing runs, styles, names, submits or is fetched', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { container, unmount } = await renderWithApp(<MessageText text={text} />)
      const complaints = complaintsOf(container)
      unmount()
      expect(complaints).toEqual([])
    }),
    { numRuns: 250 },
  )
}, 60_000)

test('while it streams, what has settled stays the same elements', async () => {
  const { redraw } = await renderWithApp(<MessageText text={'One.\n\nTwo'} isStreaming />)
  const first = screen.getByText('One.')
  redraw(<MessageText text={'One.\n\nTwo and more.\n\nThree'} isStreaming />)
  expect(screen.getByText('One.')).toBe(first)
  expect(screen.getByText('Two and more.')).toBeTruthy()
  expect(screen.getByText('Three')).toBeTruthy()
})

test('a text that was replaced and did not grow is drawn anew', async () => {
  const { redraw, container } = await renderWithApp(<MessageText text={'One.\n\nTwo.\n\nThree'} />)
  redraw(<MessageText text={'Other.\n\nWords that are longer.\n\nEnd'} />)
  expect(container.textContent).toBe('Other.\nWords that are longer.\nEnd'.replaceAll('\n', ''))
})

test('every block has the direction of its own words', async () => {
  const { container } = await renderWithApp(
    <MessageText text={'سأقرأ الملف\n\n- الحلقة\n- two\n\nEnglish in between.\n\n```js\nlet a\n```'} />,
  )
  const blocks = [...container.querySelectorAll('p, ul, li')].map((block) => [block.tagName, block.getAttribute('dir')])
  expect(blocks).toEqual([
    ['P', 'auto'],
    ['UL', 'auto'],
    ['LI', null],
    ['LI', null],
    ['P', 'auto'],
  ])
  expect(screen.getByRole('group', { name: 'Code, js' }).getAttribute('dir')).toBe('ltr')
})
