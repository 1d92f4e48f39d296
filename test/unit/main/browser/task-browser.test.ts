import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBrowsers } from '../../../../main/browser/browsers'
import { findChromium } from '../../../../main/browser/chromium'
import type { TaskBrowser } from '../../../../main/browser/task-browser'
import type { NameLookup } from '../../../../main/network/checked-lookup'
import { type BrowserLimits, usualLimits } from '../../../../main/browser/time-limits'
import type { BrowserLook, BrowserTrouble, PageAction } from '../../../../main/tools/browser-port'
import { type BrowserSettings, defaultBrowserSettings } from '../../../../shared/browser'
import type { Result } from '../../../../shared/result'
import { servePages, type PageServer } from '../../../support/page-server'
import { processesWith } from '../../../support/processes'
import { tempFolder } from '../../../support/temp-folder'

/** Far more than a page of this machine takes, on a busy machine too. */
const patient: BrowserLimits = { ...usualLimits, start: 60_000, navigation: 30_000, input: 30_000, picture: 30_000, settle: 1_000 }
const SECRET = 'sk-very-secret-0001'
const button = (id: string, top: number, script: string) =>
  `<button id=${id} style="position:absolute;left:0;top:${top}px;width:100px;height:40px" onclick="${script}">${id}</button>`
/** The middle of the button that is the `index`th on its page. */
const at = (index: number): PageAction => ({ kind: 'click', at: { x: 50, y: index * 50 + 20 } })

interface Opened {
  readonly browser: TaskBrowser
  readonly state: string
  settings: BrowserSettings
}

async function openBrowser(more: { limits?: BrowserLimits; lookup?: NameLookup } = {}): Promise<Opened> {
  const state = await tempFolder()
  const settings = { now: defaultBrowserSettings }
  const browsers = await createBrowsers({
    state,
    settings: () => settings.now,
    platform: process.platform,
    env: process.env,
    holdsSecret: (text) => text.includes(SECRET),
    limits: more.limits ?? patient,
    ...(more.lookup ? { lookup: more.lookup } : {}),
  })
  const browser = browsers.forTask(await tempFolder())
  onTestFinished(() => browser.end())
  return {
    browser,
    state,
    get settings() {
      return settings.now
    },
    set settings(next) {
      settings.now = next
    },
  }
}

const wish = { webp: true, signal: new AbortController().signal }

async function look(result: Promise<Result<BrowserLook, BrowserTrouble>>): Promise<BrowserLook> {
  const given = await result
  if (!given.ok) throw new Error(given.error.message)
  return given.value
}

async function trouble(result: Promise<Result<BrowserLook, BrowserTrouble>>): Promise<BrowserTrouble> {
  const given = await result
  if (given.ok) throw new Error(`It worked: ${given.value.url}`)
  return given.error
}

async function open(browser: TaskBrowser, url: string, asked = wish): Promise<Result<BrowserLook, BrowserTrouble>> {
  const address = browser.look(url)
  if (!address.ok) throw new Error(address.error)
  return browser.open(address.value, asked)
}

/** The processes of the browser whose profile lies in this folder. */
const processesIn = (state: string) => processesWith(state)
const profilesIn = async (state: string) => {
  const folder = join(state, 'profiles')
  return existsSync(folder) ? (await readdir(folder, { recursive: true })).filter((name) => /profile-[^/]+$/.test(name)) : []
}

describe('the browser of a task', { timeout: 120_000 }, () => {
  let server: PageServer
  let private_: PageServer
  beforeAll(async () => {
    private_ = await servePages({ '/': (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('inside') })
    server = await servePages({
      '/': `<title>First</title><body style="margin:0;height:5000px">
        ${button('go', 0, "console.log('clicked', {n: 1}, [1, 'two'], null, undefined, 5n); this.textContent='done'")}
        <form action="/typed"><input name=q style="position:absolute;left:0;top:50px;width:200px;height:40px"><input name=r style="position:absolute;top:100px"><button hidden></button></form>
        <script>console.log('hello'); console.error('bad'); setTimeout(() => { throw new Error('late') })
        addEventListener('scroll', () => console.log('at ' + scrollY))</script>`,
      '/typed': '<title>Typed</title><script>console.log(location.search)</script>',
      '/ways': `<body style="margin:0">${[
        "location.href='/redirect'",
        "window.open('/typed?tab'); window.open('/typed?other')",
        "location.href='/download'",
        "alert('careful'); console.log(confirm('sure?'), prompt('name?', 'x'))",
        `Promise.all([Notification.requestPermission(), navigator.geolocation ? new Promise((r) => navigator.geolocation.getCurrentPosition(() => r('place'), (e) => r(e.message))) : 'none']).then((all) => console.log(...all))`,
        "location.href='file:///etc/passwd'; setTimeout(() => location.href='chrome://version', 50)",
        "window.open('file:///etc/passwd')",
      ]
        .map((script, index) => button(`b${index}`, index * 50, script))
        .join('')}`,
      '/redirect': (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${server.port}/typed` }).end(),
      '/download': (_, response) => response.writeHead(200, { 'content-disposition': 'attachment; filename="kit.bin"' }).end('xx'),
      '/reaches': `<script>
        const place = (url) => fetch(url).then(() => 'reached', () => 'not')
        const socket = (url) => new Promise((r) => { const s = new WebSocket(url); s.onopen = () => r('reached'); s.onerror = () => r('not') })
        Promise.all([place('http://127.0.0.1:9222/json'), place('http://169.254.169.254/latest/'), place('http://10.0.0.1/'),
          place('http://[::ffff:169.254.169.254]/'), place('http://0x7f.1:PORT/'), socket('ws://127.0.0.1:9229/'), place('http://[::1]:9222/')])
          .then((all) => console.log('RESULTS ' + all))</script>
        <iframe sandbox="allow-scripts" srcdoc="<script>fetch('http://localhost:PORT/framed', { mode: 'no-cors' })</script>"></iframe>`.replaceAll(
        'PORT',
        String(private_.port),
      ),
      '/hostile': `<body style="margin:0">${[
        'for(;;)alert(1)',
        "for(let i=0;i<2e4;i++)console.log('line '+i)",
        'for(;;);',
        "location.href='/never'",
      ]
        .map((script, index) => button(`b${index}`, index * 50, script))
        .join('')}`,
      '/never': () => undefined,
      '/huge': `<title>Huge</title><body style="margin:0"><div style="width:30000px;height:400000px;background:linear-gradient(red,blue)"></div>${'<p>text</p>'.repeat(20_000)}`,
      '/popups': `<script>for (let i = 0; i < 100; i++) open('/typed?' + i)</script><title>Pop</title>`,
    })
  })
  afterAll(() => Promise.all([server.close(), private_.close()]))

  it('opens a page, clicks, types, scrolls, and shows what came of each', async () => {
    const { browser, state } = await openBrowser()
    expect(browser.isOpen).toBe(false)
    const first = await look(open(browser, server.url('/')))
    expect(first).toMatchObject({ title: 'First', url: server.url('/'), mouse: undefined, wanted: undefined, notes: [] })
    expect(first.logs).toMatch(/\[log\] hello\n\[error\] bad\n\[exception\] Error: late/)
    expect(first.picture).toMatchObject({ mediaType: 'image/webp', width: 900, height: 600 })
    expect(await browser.picture(first.picture.name)).toBe(`data:image/webp;base64,${first.picture.data}`)
    expect(await browser.picture('../../settings.json')).toBeUndefined()
    const clicked = await look(browser.act(at(0), wish))
    expect(clicked.logs).toBe('[log] clicked {n: 1} [1, two] null undefined 5n')
    expect(clicked.mouse).toEqual({ x: 50, y: 20 })
    expect(clicked.picture.data).not.toBe(first.picture.data)
    const scrolled = await look(browser.act({ kind: 'scroll', by: 'down' }, { ...wish, webp: false }))
    expect(scrolled.logs).toContain('at 600')
    expect(scrolled.picture.mediaType).toBe('image/png')
    await browser.act({ kind: 'scroll', by: 'up' }, wish)
    await browser.act(at(1), wish)
    const typed = await look(browser.act({ kind: 'type', text: 'two words\tother\n' }, wish))
    expect(typed.logs).toBe('[log] ?q=two+words&r=other')
    expect(await profilesIn(state)).toHaveLength(1)
    await browser.end()
    expect(processesIn(state)).toEqual([])
    expect(await profilesIn(state)).toEqual([])
    expect((await trouble(browser.act(at(0), wish))).message).toContain('No browser is open')
  })

  it('asks before it goes to another host, and tells of tabs, downloads, dialogs and permissions', async () => {
    const { browser } = await openBrowser()
    await look(open(browser, server.url('/ways')))
    const other = `http://127.0.0.1:${server.port}/typed`
    const before = server.asked.length
    expect(await look(browser.act(at(0), wish))).toMatchObject({ wanted: other, url: server.url('/ways') })
    expect(server.asked.slice(before)).toEqual(['/redirect'])
    expect(browser.look(other)).toMatchObject({ ok: true, value: { isApproved: false } })
    expect((await look(open(browser, other))).url).toBe(other)
    expect(browser.look(other)).toMatchObject({ ok: true, value: { isApproved: true } })
    await look(open(browser, server.url('/ways')))
    const tab = await look(browser.act(at(1), wish))
    expect(tab.url).toBe(server.url('/typed?tab'))
    expect(tab.notes).toEqual([expect.stringContaining('in a new tab'), expect.stringContaining('further tabs')])
    await look(open(browser, server.url('/ways')))
    const download = await look(browser.act(at(2), wish))
    expect(download).toMatchObject({ url: server.url('/ways'), notes: [expect.stringMatching(/download \(kit\.bin\), which was refused/)] })
    const dialogs = await look(browser.act(at(3), wish))
    expect(dialogs.notes).toEqual([
      'The page opened a dialog (alert): "careful"; it was accepted.',
      'The page opened a dialog (confirm): "sure?"; it was accepted.',
      'The page opened a dialog (prompt): "name?"; it was dismissed.',
    ])
    expect(dialogs.logs).toBe('[log] true null')
    const permissions = await look(browser.act(at(4), wish))
    expect(permissions.logs).not.toMatch(/granted|place/)
    const files = await look(browser.act(at(5), wish))
    expect(files.url).toBe(server.url('/ways'))
    const window = await look(browser.act(at(6), wish))
    expect(window.url).toBe(server.url('/ways'))
    expect(await trouble(open(browser, server.url('/download')))).toMatchObject({ message: expect.stringContaining('kit.bin') })
  })

  it('reaches nothing of this machine and its networks that was not approved', async () => {
    const { browser } = await openBrowser()
    const reached = await look(open(browser, server.url('/reaches')))
    await vi.waitFor(() => expect(reached.logs).toContain('RESULTS'))
    // Another port of this machine is what a page of this machine may ask: its own server.
    expect(reached.logs).toContain('RESULTS not,not,not,not,reached,not,not')
    expect(reached.notes.join('\n')).toMatch(
      /127\.0\.0\.1:9222 was not reached[^]*169\.254\.169\.254:80 was not reached: it is an address where cloud/,
    )
    expect(private_.asked).toEqual(['/'])
  })

  it('asks anew when a name turns out to lead to this machine, and stops when it leads elsewhere later', async () => {
    const answers = ['127.0.0.1']
    const lookup: NameLookup = () => Promise.resolve([{ address: answers[0] ?? '', family: 4 }])
    const { browser } = await openBrowser({ lookup })
    const url = server.url('/typed', 'evil.test')
    expect(browser.look(url)).toMatchObject({ ok: true, value: { isApproved: false } })
    const before = server.asked.length
    expect(await trouble(open(browser, url))).toMatchObject({
      asks: true,
      message: expect.stringContaining('it is this machine itself, and was not approved'),
    })
    expect(server.asked).toHaveLength(before)
    const concern = expect.stringContaining(`evil.test:${server.port} is this machine itself.`)
    expect(browser.look(url)).toMatchObject({ ok: true, value: { concern } })
    expect((await look(open(browser, url))).title).toBe('Typed')
    answers[0] = '169.254.169.254'
    expect(await trouble(open(browser, url))).toMatchObject({
      asks: true,
      message: expect.stringContaining('cloud machines keep their keys'),
    })
  })

  it('warns of a known key in an address, and of the twenty-first host', async () => {
    const { browser } = await openBrowser()
    const concernOf = (url: string) => {
      const address = browser.look(url)
      return address.ok ? (address.value.concern ?? '') : ''
    }
    expect(concernOf(`http://localhost/?k=${SECRET}`)).toContain('A key of yours stands in this address.')
    expect(browser.holdsSecret(`x${SECRET}`)).toBe(true)
    const gone = { ...wish, signal: AbortSignal.abort(new Error('not now')) }
    for (let host = 0; host < 20; host += 1) {
      expect(concernOf(`http://h${host}.localhost/`)).not.toContain('hosts already')
      await expect(open(browser, `http://h${host}.localhost/`, gone)).rejects.toThrow('not now')
    }
    expect(concernOf('http://one-more.test/')).toContain('has opened pages of 20 hosts already')
    expect(concernOf('http://h1.localhost/')).not.toContain('hosts already')
  })

  it('works in a browser that runs already, apart from what is open there, and starts its own where none answers', async () => {
    const remote = await startRemote()
    const opened = await openBrowser()
    opened.settings = { ...defaultBrowserSettings, remoteBrowserEnabled: true, remoteBrowserHost: `http://127.0.0.1:${remote.port}` }
    const concern = expect.stringContaining('which this app did not start')
    expect(opened.browser.look(server.url('/'))).toMatchObject({ ok: true, value: { concern } })
    expect((await look(open(opened.browser, server.url('/ways')))).picture).toMatchObject({ width: 900, height: 600 })
    expect(processesIn(opened.state)).toEqual([])
    expect((await look(opened.browser.act(at(1), wish))).url).toBe(server.url('/typed?tab'))
    expect(await remote.pages()).toEqual(expect.arrayContaining(['about:blank', server.url('/typed?tab')]))
    await opened.browser.end()
    await vi.waitFor(async () => expect(await remote.pages()).toEqual(['about:blank']), { timeout: 20_000 })
    const ended = once(remote.child, 'exit')
    remote.child.kill('SIGKILL')
    await ended
    const own = await look(open(opened.browser, server.url('/typed')))
    expect(own.notes[0]).toMatch(/^No browser answers at .*A browser was started for this task instead\.$/)
  })

  it.each([
    ['a loop of dialogs', 0, /opened more than 20 dialogs/],
    ['a script without an end', 2, /runs without an end/],
  ])('ends %s, and the next page works', async (_, index, words) => {
    const { browser, state } = await openBrowser({ limits: { ...patient, input: 1_500, picture: 4_000 } })
    await look(open(browser, server.url('/hostile')))
    expect((await trouble(browser.act(at(index), wish))).message).toMatch(words)
    expect(processesIn(state)).toEqual([])
    expect((await look(open(browser, server.url('/typed')))).title).toBe('Typed')
  })

  it('cuts what a page prints without measure, and goes on', async () => {
    const { browser } = await openBrowser()
    await look(open(browser, server.url('/hostile')))
    const flooded = await look(browser.act(at(1), wish))
    expect(flooded.notes).toEqual([expect.stringContaining('so its script was stopped')])
    expect(flooded.logs.split('\n')).toHaveLength(101)
    expect(flooded.logs).toMatch(/\[log\] line 0\n[^]*\(\d+ lines left out\)/)
    const popped = await look(open(browser, server.url('/popups')))
    expect(popped.url).toBe(server.url('/typed?0'))
    const huge = await look(open(browser, server.url('/huge')))
    expect(huge.picture).toMatchObject({ width: 900, height: 600 })
    expect(huge.picture.data.length).toBeLessThan(1_000_000)
  })

  it('says that a server does not answer, or is not there, and that the browser broke', async () => {
    const { browser, state } = await openBrowser({ limits: { ...patient, navigation: 2_000 } })
    expect((await trouble(open(browser, server.url('/never')))).message).toContain('did not answer within 2 s')
    const free = await freePort()
    expect((await trouble(open(browser, `http://localhost:${free}/`))).message).toContain(
      `localhost:${free} takes no connection: nothing listens there`,
    )
    await look(open(browser, server.url('/typed')))
    for (const pid of processesIn(state)) process.kill(pid, 'SIGKILL')
    expect((await trouble(browser.act(at(0), wish))).message).toMatch(/ended by itself|could not do this/)
    expect((await look(open(browser, server.url('/typed')))).title).toBe('Typed')
  })

  it('is replaced when its settings are others', async () => {
    const opened = await openBrowser()
    await look(open(opened.browser, server.url('/typed')))
    const before = processesIn(opened.state)
    opened.settings = { ...defaultBrowserSettings, viewport: { width: 360, height: 640 } }
    expect((await look(open(opened.browser, server.url('/typed')))).picture).toMatchObject({ width: 360, height: 640 })
    expect(processesIn(opened.state).filter((pid) => before.includes(pid))).toEqual([])
    opened.settings = { ...defaultBrowserSettings, chromeExecutablePath: '/nowhere/chrome' }
    expect((await trouble(open(opened.browser, server.url('/typed')))).message).toContain('/nowhere/chrome, is no program')
    expect(processesIn(opened.state)).toEqual([])
  })

  it('leaves nothing when it is cancelled while it starts, or while a page loads', async () => {
    const { browser, state } = await openBrowser()
    const started = () => vi.waitFor(() => expect(processesIn(state).length).toBeGreaterThan(0), { timeout: 60_000 })
    for (const wait of [
      () => Promise.resolve(),
      started,
      () => vi.waitFor(() => expect(server.asked.at(-1)).toBe('/never'), { timeout: 60_000 }),
    ]) {
      server.asked.length = 0
      const abort = new AbortController()
      const opening = open(browser, server.url('/never'), { ...wish, signal: abort.signal })
      await wait()
      abort.abort(new Error('cancelled'))
      await expect(opening).rejects.toThrow('cancelled')
      expect(processesIn(state)).toEqual([])
      expect(await profilesIn(state)).toEqual([])
    }
  })
})

interface Remote {
  readonly child: ChildProcess
  readonly port: string
  /** Addresses of its pages. */
  pages(): Promise<readonly string[]>
}

async function startRemote(): Promise<Remote> {
  const chrome = await findChromium()
  const profile = `--user-data-dir=${await tempFolder()}`
  const child = spawn(chrome.executablePath, [...chrome.args, '--headless', '--remote-debugging-port=0', profile, 'about:blank'], {
    env: chrome.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const port = await new Promise<string>((resolve) => {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, found] = /listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const pages = async () => {
    const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { url: string }[]
    return list.map(({ url }) => url)
  }
  return { child, port, pages }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
