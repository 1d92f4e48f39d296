import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { NameLookup } from '../../../../main/network/checked-lookup'
import type { TaskBrowser } from '../../../../main/browser/task-browser'
import type { BrowserLook } from '../../../../main/tools/browser-port'
import { defaultBrowserSettings } from '../../../../shared/browser'
import { at, button, look, open, openBrowser, processesIn, profilesIn, SECRET, trouble, wish } from '../../../support/open-browser'
import { servePages, type PageServer } from '../../../support/page-server'
import { startRemote } from '../../../support/remote-browser'
import { eventually } from '../../../support/eventually'

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
      '/later': `<script>setTimeout(() => { console.log('late line'); location.href = 'http://127.0.0.1:1/' }, 1500)</script>`,
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
      '/never': () => undefined,
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
    const address = browser.look(server.url('/typed'))
    if (!address.ok || !address.value.isApproved) throw new Error('It is not approved.')
    const approved = address.value
    await browser.end()
    expect(processesIn(state)).toEqual([])
    expect(await profilesIn(state)).toEqual([])
    expect((await trouble(browser.act(at(0), wish))).message).toContain('No browser is open')
    // It was not asked about again, because it was approved for the browser that has ended since.
    expect(await trouble(browser.open(approved, wish))).toMatchObject({ asks: true, message: expect.stringContaining('ended') })
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
    await look(open(browser, server.url('/later')))
    await eventually(async () => expect((await look(browser.act({ kind: 'scroll', by: 'down' }, wish))).logs).toContain('late line'))
    expect(await trouble(open(browser, server.url('/download')))).toEqual({ message: expect.stringContaining('kit.bin') })
  })

  it('reaches nothing of this machine and its networks that was not approved', async () => {
    const { browser } = await openBrowser()
    const first = await look(open(browser, server.url('/reaches')))
    expect(await untilPrinted(browser, first, 'RESULTS')).toContain('RESULTS not,not,not,not,not,not,not')
    expect(first.notes.join('\n')).toMatch(
      /127\.0\.0\.1:9222 was not reached[^]*169\.254\.169\.254:80 was not reached: it is an address where cloud/,
    )
    expect(first.notes.join('\n')).toMatch(
      /127\.0\.0\.1:\d+ was not reached: it is this machine itself, and was not approved; launch a page/,
    )
    expect(private_.asked).toEqual([])
    // Once it was approved, a page of this machine may ask it: often it is that page's own server.
    await look(open(browser, private_.url('/')))
    const second = await look(open(browser, server.url('/reaches')))
    expect(await untilPrinted(browser, second, 'RESULTS')).toContain('RESULTS not,not,not,not,reached,not,not')
    // A frame that hides where it is from may not.
    expect(private_.asked).toEqual(['/', '/'])
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
    expect(await trouble(open(browser, 'http://localhost:6000/'))).toMatchObject({
      message: expect.stringContaining('(ERR_UNSAFE_PORT). Browsers refuse this port for web pages: serve the page at another one'),
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
    expect(concernOf('http://one-more.test/')).toMatch(
      /^This would be the first page of one-more\.test in this task\. .*has opened pages of 20 hosts already/,
    )
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
    // Whoever reaches that port can drive the browser, and see the other pages of the person.
    const driven = await trouble(open(opened.browser, `http://localhost:${remote.port}/json/list`))
    expect(driven.message).toContain(`localhost:${remote.port} was not reached: programs are debugged through this port`)
    await look(open(opened.browser, server.url('/typed?tab')))
    expect(await remote.pages()).toEqual(expect.arrayContaining(['about:blank', server.url('/typed?tab')]))
    await opened.browser.end()
    await eventually(async () => expect(await remote.pages()).toEqual(['about:blank']))
    const ended = once(remote.child, 'exit')
    remote.child.kill('SIGKILL')
    await ended
    const own = await look(open(opened.browser, server.url('/typed')))
    expect(own.notes[0]).toMatch(
      /^No browser answers at .*: start it with --remote-debugging-port, .*A browser was started for this task instead\.$/,
    )
  })

  it('leaves nothing in a browser of others, also when the app is gone all at once', async () => {
    const remote = await startRemote()
    const relay = await relayTo(Number(remote.port))
    const opened = await openBrowser()
    opened.settings = { ...defaultBrowserSettings, remoteBrowserEnabled: true, remoteBrowserHost: `http://127.0.0.1:${relay.port}` }
    await look(open(opened.browser, server.url('/typed')))
    expect(await remote.pages()).toContain(server.url('/typed'))
    relay.cut()
    await eventually(async () => expect(await remote.pages()).toEqual(['about:blank']))
    expect((await trouble(opened.browser.act(at(0), wish))).message).toMatch(/ended by itself|could not do this/)
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
    const started = () => eventually(() => expect(processesIn(state).length).toBeGreaterThan(0))
    for (const wait of [() => Promise.resolve(), started, () => eventually(() => expect(server.asked.at(-1)).toBe('/never'))]) {
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

/** What a page printed from one look on until this stands in it. */
async function untilPrinted(browser: TaskBrowser, first: BrowserLook, words: string): Promise<string> {
  let { logs } = first
  await eventually(async () => {
    if (!logs.includes(words)) logs += (await look(browser.act({ kind: 'scroll', by: 'down' }, wish))).logs
    expect(logs).toContain(words)
  })
  return logs
}

/** A port that leads to another one, and whose connections can all be cut, as when a process is gone. */
async function relayTo(to: number) {
  const sockets = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    near.pipe(far).pipe(near)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    relay.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(cut)
  return { port: (relay.address() as AddressInfo).port, cut }
}
