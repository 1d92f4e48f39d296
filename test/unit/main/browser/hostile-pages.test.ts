import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readProcesses } from '../../../../main/terminal/process-table'
import { at, button, look, open, openBrowser, patient, processesIn, trouble, wish } from '../../../support/open-browser'
import { servePages, type PageServer } from '../../../support/page-server'
import { commandLine } from '../../../support/processes'

let server: PageServer
beforeAll(async () => {
  server = await servePages({
    '/typed': '<title>Typed</title>',
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
afterAll(() => server.close())

it('of a page that never stops or a browser that breaks the model reads why, and the next page works', { timeout: 180_000 }, async () => {
  const limits = { ...patient }
  const { browser, state } = await openBrowser({ limits })
  const hostile = async () => {
    Object.assign(limits, patient)
    return look(open(browser, server.url('/hostile')))
  }
  await hostile()
  expect((await trouble(browser.act(at(0), wish))).message).toMatch(/opened more than 20 dialogs/)
  expect(processesIn(state)).toEqual([])
  await hostile()
  limits.input = 1_000
  expect((await trouble(browser.act(at(2), wish))).message).toMatch(/runs without an end/)
  expect(processesIn(state)).toEqual([])
  await hostile()
  const flooded = await look(browser.act(at(1), wish))
  expect(flooded.notes[0]).toContain('so its script was stopped')
  expect(flooded.logs.split('\n')).toHaveLength(101)
  expect(flooded.logs).toMatch(/\[log\] line 0\n[^]*\(\d+ lines left out\)/)
  expect((await look(open(browser, server.url('/popups')))).url).toBe(server.url('/typed?0'))
  const huge = await look(open(browser, server.url('/huge')))
  expect(huge.picture).toMatchObject({ width: 900, height: 600 })
  expect(huge.picture.data.length).toBeLessThan(1_000_000)
  limits.navigation = 1_000
  expect((await trouble(open(browser, server.url('/never')))).message).toContain('did not answer within 1 s')
  Object.assign(limits, patient)
  const place = `localhost:${await freePort()}`
  expect((await trouble(open(browser, `http://${place}/`))).message).toContain(`${place} takes no connection: nothing listens there`)
  await look(open(browser, server.url('/typed')))
  for (const pid of processesIn(state)) process.kill(pid, 'SIGKILL')
  expect((await trouble(browser.act(at(0), wish))).message).toMatch(/ended by itself|could not do this/)
  expect((await look(open(browser, server.url('/typed')))).title).toBe('Typed')
  // They share the group of the browser, whose command line names the profile.
  const groups = new Set(
    (await readProcesses(process.platform)).filter(({ pid }) => processesIn(state).includes(pid)).map(({ group }) => group),
  )
  const all = (await readProcesses(process.platform)).filter(({ group }) => groups.has(group))
  const renderers = all.filter(({ pid }) => commandLine(pid).includes('--type=renderer'))
  expect(renderers.length).toBeGreaterThan(0)
  for (const { pid } of renderers) process.kill(pid, 'SIGKILL')
  expect((await trouble(browser.act(at(0), wish))).message).toMatch(/The page crashed|could not do this/)
  expect((await look(open(browser, server.url('/typed')))).title).toBe('Typed')
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
