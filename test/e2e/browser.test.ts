import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedAnswer } from '../support/model-server/scripted-answer'
import { type PageServer, servePages } from '../support/page-server'
import { processesWith } from '../support/processes'
import { approvalCard, log, openProject, press, say } from './support/project'
import { eventually } from '../support/eventually'

const act = (action: string, more: Record<string, unknown> = {}): ScriptedAnswer => ({
  pieces: [{ tool: 'browser_action', input: { action, ...more } }],
})
const ask = (question: string): ScriptedAnswer => ({ pieces: [{ tool: 'ask_followup_question', input: { question } }] })

describe('a browser session, in the window', { timeout: 120_000 }, () => {
  let server: PageServer
  beforeAll(async () => {
    server = await servePages({
      '/': `<title>Shop</title><body style="margin:0"><button style="position:absolute;left:0;top:0;width:200px;height:100px"
        onclick="console.log('bought'); document.body.style.background='green'">buy</button>`,
    })
  })
  afterAll(() => server.close())

  it('is approved, shown step by step, and leaves nothing after a crash and a new start', async () => {
    const place = `localhost:${server.port}`
    const project = await openProject([
      act('launch', { url: server.url('/') }),
      act('click', { coordinate: '100,50' }),
      ask('Does it sell?'),
    ])
    const { page, kill } = await project.open()
    await say(page, 'Try the shop.')
    const card = approvalCard(page)
    await card.getByText(`Open ${place} in the browser`).waitFor()
    await card.getByText(`http://${place}/`, { exact: true }).waitFor()
    expect(server.asked).toEqual([])
    await press(page, 'Approve')
    await page.getByText('Does it sell?').first().waitFor({ timeout: 60_000 })
    const sent = JSON.stringify((await project.server.waitForRequest(3)).body)
    expect(sent).toContain('bought')
    expect(sent).toContain('image/webp')
    const steps = log(page).getByRole('article', { name: /^Browser: click 100,50/ })
    await steps.getByText('Step 2 of 2').waitFor()
    await steps.getByText('[log] bought').waitFor()
    const picture = steps.getByRole('img')
    await eventually(async () => expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900))
    await steps.getByRole('button', { name: 'Previous step' }).click()
    await steps.getByText('Step 1 of 2').waitFor()
    await steps.getByRole('img', { name: /after: open/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await steps.getByText('Step 2 of 2').waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    await page.getByRole('tab', { name: 'Browser' }).click()
    await page.getByRole('tabpanel', { name: 'Browser' }).getByRole('img').waitFor()
    const profiles = join(project.dataDir, 'state', 'browsers', 'profiles')
    expect(processesWith(profiles).length).toBeGreaterThan(0)
    await kill()
    // The browser ends by itself when nobody drives it any more (B10); its profile goes with the next start.
    await eventually(() => expect(processesWith(profiles)).toEqual([]))
    expect(await readdir(profiles)).toHaveLength(1)
    const again = await project.open()
    await eventually(async () => expect([processesWith(profiles), await readdir(profiles)]).toEqual([[], []]))
    await again.close()
  })
})
