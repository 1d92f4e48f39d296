import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserStep, defaultBrowserSettings } from '../../shared/browser'
import { type PageServer, servePages } from '../support/page-server'
import { processesWith } from '../support/processes'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { eventually } from '../support/eventually'

const act = (action: string, more: object = {}) => answer(toolCall('browser_action', { action, ...more }))
const steps = (session: TaskSession): readonly BrowserStep[] =>
  session.rows.flatMap((row) =>
    (row.type === 'ask' && row.ask === 'browser_action_launch') || (row.type === 'say' && row.say === 'browser_action') ? [row.data] : [],
  )
/** Far more than a step takes on a busy machine. */
const patience = { timeout: 60_000, patience: 50_000 }

describe('browser_action', { timeout: 90_000 }, () => {
  let server: PageServer
  beforeAll(async () => {
    server = await servePages({
      '/': `<title>Shop</title><body style="margin:0"><a href="/leave" style="position:absolute;left:0;top:0;width:200px;height:100px">leave</a>
        <button style="position:absolute;left:0;top:200px;width:200px;height:100px" onclick="console.log('bought')">buy</button>`,
      '/leave': (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${server.port}/other` }).end(),
      '/other': '<title>Other</title>',
    })
  })
  afterAll(() => server.close())

  it('asks for the host once, works on it without a question, and asks again before it leaves it', async () => {
    const other = `http://127.0.0.1:${server.port}/other`
    const session = await TaskSession.open(
      [
        act('launch', { url: server.url('/') }),
        act('click', { coordinate: '100,250' }),
        act('click', { coordinate: '100,50' }),
        act('click', { coordinate: '900,10' }),
        act('close'),
        act('scroll_down'),
        complete(),
      ],
      { waitMs: patience.patience },
    )
    await session.start()
    const asked = await session.ask('browser_action_launch')
    expect(asked.approval?.summary).toBe(`Open localhost:${server.port} in the browser`)
    expect(asked.approval?.reason).toContain(`reaches localhost:${server.port}`)
    expect(asked.data).toMatchObject({ action: 'launch', url: server.url('/') })
    expect(processesWith(session.dataDir)).toEqual([])
    expect(server.asked).toEqual([])
    await session.approve('browser_action_launch')
    const again = await session.until('the question for the other host', () =>
      session.rows.find((row) => row.type === 'ask' && row.ask === 'browser_action_launch' && row.data.url === other),
    )
    expect(server.asked).not.toContain('/other')
    expect(again).toMatchObject({ approval: { reason: expect.stringContaining(`reaches 127.0.0.1:${server.port}`) } })
    await session.approve('browser_action_launch')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain(`The page ${server.url('/')} ("Shop") is shown, 900 × 600 pixels.`)
    expect(session.results(2)[0]).toContain('[log] bought')
    expect(session.results(3)[0]).toMatch(/leads to http:\/\/127[^]*The page http:\/\/127\.0\.0\.1:\d+\/other \("Other"\) is shown/)
    expect(session.results(4)[0]).toContain('900,10 lies outside')
    expect(session.results(5)[0]).toContain('The browser is closed.')
    expect(session.results(6)[0]).toContain('No browser is open')
    const pictures = JSON.stringify(session.provider.requests.at(-1)?.conversation).match(/"mediaType":"image\/webp"/g)
    expect(pictures).toHaveLength(3)
    const shown = steps(session)
    expect(shown.map(({ action, status }) => `${action} ${status}`)).toEqual([
      'launch done',
      'click done',
      'click done',
      'launch done',
      'click failed',
      'close done',
      'scroll_down failed',
    ])
    expect(shown[1]).toMatchObject({ logs: '[log] bought', currentMousePosition: '100,250', currentUrl: server.url('/') })
    const image = await session.controller.browser?.picture(shown[1]?.screenshot ?? '')
    expect(image).toMatch(/^data:image\/webp;base64,/)
    expect(JSON.stringify(session.rows)).not.toContain(image?.slice(30, 80))
    expect(processesWith(session.dataDir)).toEqual([])
  })

  it('is refused what is no web address, sends nothing where the person says no, and does not click in plan mode', async () => {
    const before = server.asked.length
    const addresses = ['file:///etc/passwd', 'chrome://settings', 'view-source:file:///', 'data:text/html,x', 'javascript:1', 'nonsense']
    const session = await TaskSession.open(
      [
        ...addresses.map((url) => act('launch', { url })),
        act('launch', { url: server.url('/') }),
        act('click'),
        act('click', { coordinate: '1,1' }),
        complete(),
      ],
      { settings: { maxConsecutiveMistakes: 50, mode: 'plan', autoApprovalSettings: { actions: { useBrowser: true } } } },
    )
    await session.start()
    await session.reject('browser_action_launch')
    await session.ask('completion_result')
    addresses.forEach((_, index) => expect(session.results(index + 1)[0]).toMatch(/Only http and https|is no address/))
    expect(session.results(addresses.length + 1)[0]).toContain('did not approve')
    expect(session.results(addresses.length + 2)[0]).toContain('coordinate: is needed')
    expect(session.results(addresses.length + 3)[0]).toContain('plan mode runs nothing whose effects are unknown')
    expect(server.asked).toHaveLength(before)
    expect(processesWith(session.dataDir)).toEqual([])
  })

  it.each([false, true])('is offered unless the settings say otherwise (off: %s)', async (disableToolUse) => {
    const session = await TaskSession.open([act('launch', { url: server.url('/') }), complete()], {
      settings: {
        browserSettings: { ...defaultBrowserSettings, disableToolUse },
        autoApprovalSettings: { actions: { useBrowser: false } },
      },
    })
    await session.start()
    if (!disableToolUse) await session.reject('browser_action_launch')
    await session.ask('completion_result')
    const request = session.provider.requests[0]
    expect(request?.tools.some(({ name }) => name === 'browser_action')).toBe(!disableToolUse)
    expect(processesWith(session.dataDir)).toEqual([])
  })

  it.each(['completed', 'cancelled', 'left'])('leaves no process and no profile of a task that is %s', async (how) => {
    const question = answer(toolCall('ask_followup_question', { question: 'Well?' }))
    const session = await TaskSession.open([act('launch', { url: server.url('/') }), question, complete()], { waitMs: patience.patience })
    await session.start()
    await session.approve('browser_action_launch')
    await session.ask('followup')
    expect(processesWith(session.dataDir).length).toBeGreaterThan(0)
    if (how === 'left') await session.controller.clearTask()
    if (how === 'cancelled') await session.controller.cancelTask()
    if (how === 'completed') await session.answer('followup', { response: 'messageResponse', text: 'Yes.' })
    const folder = join(session.dataDir, 'state', 'browsers')
    const isGone = async () => {
      expect(processesWith(session.dataDir)).toEqual([])
      const left = await readdir(folder, { recursive: true })
      expect(left.filter((name) => /profile-[^/]*$/.test(name))).toEqual([])
      const ledger = await readFile(join(folder, left.find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8')
      // Before it is there, and with its number once it is.
      expect(ledger.match(/(?<="event":")\w+/g)).toEqual(['started', 'started', 'ended'])
    }
    // Nobody waits for the end of a browser once a task is completed; whoever leaves or cancels one finds it gone.
    await (how === 'completed' ? eventually(isGone) : isGone())
  })
})
