import { afterAll, beforeAll, expect, it } from 'vitest'
import type { NameLookup } from '../../../../main/network/checked-lookup'
import { at, button, look, open, openBrowser, trouble, wish } from '../../../support/open-browser'
import { eventually } from '../../../support/eventually'
import { servePages, type PageServer } from '../../../support/page-server'

/** A server of this machine under a name: plain http to it carries no word of who asks. */
let inner: PageServer
/** The person's proxy, behind which lies the web. */
let web: PageServer
beforeAll(async () => {
  inner = await servePages({
    '/': '<title>Inner</title>',
    '/slow': (_, response) => setTimeout(() => response.setHeader('content-type', 'text/html').end('<title>Slow</title>'), 500),
  })
  const steals = `fetch('http://inner.test:${inner.port}/stolen', { mode: 'no-cors', referrerPolicy: 'no-referrer', keepalive: true })`
  web = await servePages({
    'http://good.test/': `<title>Good</title><body style="margin:0">
      ${button('leads', 0, `location.href = 'http://inner.test:${inner.port}/slow'`)}
      <script>
        setInterval(() => ${steals}.catch(() => undefined), 20)
        for (const url of ['http://other.test/other', 'http://intranet.test/secret']) fetch(url, { mode: 'no-cors' }).catch(() => undefined)
      </script>`,
    'http://good.test/blob': `<script>location.href = URL.createObjectURL(new Blob(['<title>Blob</title><script>setInterval(() => ${steals.replaceAll("'", '\\"')}, 20)</' + 'script>'], { type: 'text/html' }))</script>`,
    'http://good.test/kit': (_, response) => response.writeHead(200, { 'content-disposition': 'attachment; filename="obey.bin"' }).end('x'),
    'http://other.test/other': (_, response) => response.end('other'),
    'http://intranet.test/secret': (_, response) => response.end('secret'),
  })
})
afterAll(() => Promise.all([inner.close(), web.close()]))

const known: Readonly<Record<string, string>> = { 'inner.test': '127.0.0.1', 'intranet.test': '10.0.0.5' }
const lookup: NameLookup = (host) => {
  const address = known[host]
  if (address === undefined) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  return Promise.resolve([{ address, family: 4 }])
}

it('pages of the web come through the person’s proxy, and never are there together with a place of this machine', {
  timeout: 120_000,
}, async () => {
  const env = { HTTP_PROXY: `http://127.0.0.1:${web.port}`, NO_PROXY: 'inner.test' }
  const { browser } = await openBrowser({ lookup, env })
  const place = `http://inner.test:${inner.port}`
  expect(await trouble(open(browser, `${place}/`))).toMatchObject({ asks: true })
  expect((await look(open(browser, `${place}/`))).title).toBe('Inner')
  const good = await look(open(browser, 'http://good.test/'))
  expect(good).toMatchObject({ title: 'Good', fromWeb: true })
  const notes = [...good.notes]
  await eventually(async () => {
    const told = notes.join('\n')
    if (!told.includes('intranet.test')) notes.push(...(await look(browser.act({ kind: 'scroll', by: 'down' }, wish))).notes)
    expect(web.asked).toEqual(expect.arrayContaining(['http://good.test/', 'http://other.test/other']))
    expect(told).toContain(`inner.test:${inner.port} was not reached: it is this machine itself, and what asks for it comes from elsewhere`)
    expect(told).toContain('intranet.test:80 was not reached: it is an address of a private network, and was not approved.')
  })
  const led = await look(browser.act(at(0), wish))
  expect(led).toMatchObject({ title: 'Good', wanted: `${place}/slow` })
  expect(browser.look(`${place}/slow`)).toMatchObject({ ok: true, value: { isApproved: true } })
  expect((await look(open(browser, `${place}/slow`))).title).toBe('Slow')
  await look(open(browser, 'http://good.test/blob'))
  expect((await look(open(browser, `${place}/slow`))).title).toBe('Slow')
  expect(inner.asked).toEqual(['/', '/slow', '/slow'])
  expect(web.asked).not.toContain('http://intranet.test/secret')
  expect(await trouble(open(browser, 'http://good.test/kit'))).toMatchObject({
    fromWeb: true,
    message: expect.stringContaining('obey.bin'),
  })
})
