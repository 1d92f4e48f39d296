import { describe, expect, it } from 'vitest'
import type { BrowserAddress, BrowserLook, BrowserPort, BrowserTrouble, PageAction } from '../../../../../main/tools/browser-port'
import { BrowserToolHandler } from '../../../../../main/tools/handlers/browser-action'
import { type Result, failed, ok } from '../../../../../shared/result'
import { testTool } from '../../../../support/tool-config'

const handler = new BrowserToolHandler()
const shown: BrowserLook = {
  url: 'https://good.test/',
  title: 'Good',
  fromWeb: true,
  logs: '',
  notes: [],
  picture: { name: 'one.webp', mediaType: 'image/webp', data: 'AAAA', width: 900, height: 600 },
  mouse: { x: 1, y: 2 },
  wanted: undefined,
}

interface Script {
  readonly looks: readonly Result<BrowserLook, BrowserTrouble>[]
  /** Places that were approved. */
  readonly approved?: readonly string[]
}

/** A handler's context with a browser that gives these looks, and what was done in it. */
async function withBrowser({ looks, approved = [] }: Script) {
  const did: (PageAction | BrowserAddress)[] = []
  const left = [...looks]
  const next = (step: PageAction | BrowserAddress) => {
    did.push(step)
    return Promise.resolve(left.shift() ?? ok(shown))
  }
  const addressOf = (text: string): BrowserAddress => {
    const { href: url, hostname: host, host: place } = new URL(text)
    return { url, host, port: 443, kind: 'public', place, isApproved: approved.includes(place), concern: undefined }
  }
  const browser: BrowserPort = {
    look: (text) => (text.length > 10_000 ? failed('It is too long.') : ok(addressOf(text))),
    isOpen: true,
    shown: addressOf('https://good.test/'),
    viewport: { width: 900, height: 600 },
    holdsSecret: () => false,
    open: next,
    act: next,
    end: () => Promise.resolve(),
  }
  const tool = await testTool()
  const config = { ...tool.config, services: { ...tool.config.services, browser } }
  const run = async (input: Record<string, unknown>) => {
    const call = { callId: 'c', name: handler.name, input: handler.spec.input.parse(input) }
    const prepared = await handler.prepare(call.input, config)
    if (prepared.kind === 'failed') return prepared.response
    return handler.execute(config, call, prepared.basis)
  }
  return { run, did, nested: tool.nested }
}

const wants = (url: string) => ok({ ...shown, wanted: url })
const texts = (content: unknown): string => JSON.stringify(content)

describe('browser_action', () => {
  it('gives the page, its console and its picture, and takes coordinates as pixels of that picture', async () => {
    const { run, did } = await withBrowser({ looks: [ok({ ...shown, logs: '[log] hello', notes: ['A dialog.'] })] })
    const response = await run({ action: 'click', coordinate: '(450.7, 599)' })
    expect(did).toEqual([{ kind: 'click', at: { x: 450, y: 599 } }])
    expect(texts(response.content)).toMatch(
      /is shown, 900 × 600 pixels\.\\nThe mouse is at 1,2\.\\n<web_text (\w+)>\\nA dialog\.\\nIt printed[^]*\[log\] hello\\n<\/web_text \1>[^]*"AAAA"/,
    )
    expect(response).toMatchObject({ status: 'done', untrusted: 'web', patch: { screenshotSize: { width: 900, height: 600 } } })
  })

  it('takes what a page of this machine prints for no words of strangers', async () => {
    const { run } = await withBrowser({ looks: [ok({ ...shown, fromWeb: false, logs: '[log] hello' })] })
    const response = await run({ action: 'scroll_down' })
    expect(response.untrusted).toBeUndefined()
    expect(texts(response.content)).toMatch(/It printed to its console[^]*\[log\] hello/)
    expect(texts(response.content)).not.toContain('strangers')
  })

  it('asks about a place that a page leads to and that was not approved', async () => {
    const { run, nested } = await withBrowser({ looks: [wants('https://other.test/a')] })
    const response = await run({ action: 'click', coordinate: '1,1' })
    expect(nested).toEqual([{ name: handler.name, input: { action: 'launch', url: 'https://other.test/a' } }])
    expect(response).toMatchObject({ note: 'Leads to https://other.test/a', untrusted: 'web' })
  })

  it('leaves it to the model to follow a page to a place that was approved and may not lead there', async () => {
    const { run, nested } = await withBrowser({ looks: [wants('http://localhost:3000/back')], approved: ['localhost:3000'] })
    const response = await run({ action: 'click', coordinate: '1,1' })
    expect(nested).toEqual([])
    expect(texts(response.content)).toContain('The page tried to go to http://localhost:3000/back. Pages from elsewhere do not lead there')
  })

  it.each([
    ['docs.test', 'public', ['docs.test']],
    ['localhost:3000', 'loopback', []],
  ])('names a place that was approved when something could be carried there: %s', async (place, kind, named) => {
    const tool = await testTool()
    const address = { url: `https://${place}/`, host: place, port: 443, kind, place, isApproved: true, concern: undefined }
    const browser = { ...tool.config.services.browser, look: () => ok(address), shown: address }
    const config = { ...tool.config, services: { ...tool.config.services, browser } }
    const effects = (input: Record<string, unknown>) => handler.effects(handler.spec.input.parse(input), config)
    for (const step of [
      { action: 'launch', url: address.url },
      { action: 'click', coordinate: '1,1' },
      { action: 'type', text: 'KEY' },
    ])
      expect(await effects(step)).toMatchObject({ network: [], networkAgain: named })
    for (const action of ['scroll_down', 'close']) expect(await effects({ action })).not.toHaveProperty('networkAgain')
  })

  it('asks nobody about an address that is none, and shows its beginning', async () => {
    const { run, nested } = await withBrowser({ looks: [wants(`https://other.test/${'x'.repeat(1_000_000)}`)] })
    const response = await run({ action: 'click', coordinate: '1,1' })
    expect(nested).toEqual([])
    expect(texts(response).length).toBeLessThan(5_000)
    expect(texts(response.content)).toMatch(/The page tried to go to https:\/\/other\.test\/x+…\. It is too long\./)
  })

  it('asks again where there is more to ask about, and fails where there is not', async () => {
    const { run, nested } = await withBrowser({ looks: [failed({ message: 'It leads inside.', asks: true }), failed({ message: 'No.' })] })
    await run({ action: 'launch', url: 'https://good.test/' })
    expect(nested).toHaveLength(1)
    expect(await run({ action: 'launch', url: 'https://good.test/' })).toMatchObject({
      status: 'failed',
      content: 'No. The browser was closed; launch begins anew.',
    })
    expect(nested).toHaveLength(1)
  })

  it('tells apart whether a page of the web had a part in what went wrong', async () => {
    const named = 'The page started a download (obey.bin), which was refused.'
    for (const fromWeb of [true, undefined]) {
      const trouble = { message: named, ...(fromWeb ? { fromWeb } : {}) }
      const { run } = await withBrowser({ looks: [failed(trouble), failed({ ...trouble, asks: true })] })
      const failing = await run({ action: 'launch', url: 'https://good.test/' })
      expect(failing.untrusted).toBe(fromWeb && 'web')
      expect(failing.content).toMatch(fromWeb ? /^<web_text (\w+)>\n.*obey\.bin.*\n<\/web_text \1>/ : /^The page started/)
      expect((await run({ action: 'launch', url: 'https://good.test/' })).untrusted).toBe(fromWeb && 'web')
    }
  })

  it('bounds the address that a page gives itself', async () => {
    const long = `https://good.test/?${'x'.repeat(100_000)}`
    const { run } = await withBrowser({ looks: [ok({ ...shown, url: long, wanted: `${long}y` })] })
    const response = await run({ action: 'scroll_down' })
    expect(texts(response).length).toBeLessThan(12_000)
  })
})
