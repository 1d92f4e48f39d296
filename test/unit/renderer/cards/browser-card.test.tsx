// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { LogRow } from '../../../../renderer/features/chat/log-row'
import { BrowserTab } from '../../../../renderer/features/side-panel/browser-tab'
import type { BrowserStep } from '../../../../shared/browser'
import type { ClineMessage } from '../../../../shared/messages'
import { ok } from '../../../../shared/result'
import { renderWithApp } from '../../../support/render-with-app'

afterEach(cleanup)

const step = (ts: number, data: Partial<BrowserStep>): ClineMessage => ({
  ts,
  type: 'say',
  say: 'browser_action',
  data: {
    action: 'click',
    status: 'done',
    screenshotSize: { width: 900, height: 600 },
    currentUrl: `http://localhost:3000/${ts}`,
    ...data,
  },
})
const rows: ClineMessage[] = [
  step(1, { action: 'launch', url: 'http://localhost:3000/1', screenshot: 'one' }),
  step(2, { coordinate: '45,300', screenshot: 'two', currentMousePosition: '45,300', logs: '[log] hello', events: 'A dialog. Accepted.' }),
  step(3, { action: 'type', text: 'words', screenshot: 'three' }),
]
const state = { currentSessionId: 's1', clineMessages: rows }

async function drawRun() {
  const app = await renderWithApp(null, state)
  app.bridge.answerWith('browser.picture', ({ name }) => ok({ image: name === 'three' ? null : `data:image/webp;base64,${name}` }))
  app.redraw(<LogRow entry={{ kind: 'browser', ts: 1, rows: [1, 2, 3] }} position={1} />)
  return app
}

test('a run of the browser shows its newest step, and is stepped through by buttons and by keys', async () => {
  const { bridge } = await drawRun()
  const run = screen.getByRole('article', { name: 'Browser: type words (step 3)' })
  expect(run.textContent).toContain('Step 3 of 3')
  expect(await screen.findByText('This picture is kept no longer.')).toBeTruthy()
  const previous = screen.getByRole('button', { name: 'Previous step' })
  await userEvent.click(previous)
  expect(run.textContent).toContain('Step 2 of 3')
  expect(screen.getByLabelText('Address').textContent).toBe('http://localhost:3000/2')
  const picture = await screen.findByRole('img', { name: 'The page http://localhost:3000/2 after: click 45,300' })
  expect(picture.getAttribute('src')).toBe('data:image/webp;base64,two')
  expect(run.querySelector('svg[style]')?.getAttribute('style')).toMatch(/left: 5%; top: 50%/)
  expect(within(screen.getByRole('list', { name: 'What the page did' })).getByText('A dialog. Accepted.')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Console of the page' }).textContent).toBe('[log] hello')
  await userEvent.keyboard('{ArrowLeft}')
  expect(run.textContent).toContain('Step 1 of 3')
  await userEvent.keyboard('{ArrowLeft}')
  expect(run.textContent).toContain('Step 1 of 3')
  expect(previous.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(previous)
  await userEvent.keyboard('{End}')
  expect(run.textContent).toContain('Step 3 of 3')
  expect(bridge.inputsOf('browser.picture').every(({ sessionId }) => sessionId === 's1')).toBe(true)
})

test('each step draws the mouse where it was then', async () => {
  const moved = (ts: number, at: string) => step(ts, { screenshot: `p${ts}`, currentMousePosition: at })
  const clicks = [step(1, { screenshot: 'p1' }), moved(2, '45,300'), moved(3, '450,540')]
  const app = await renderWithApp(null, { ...state, clineMessages: clicks })
  app.bridge.answerWith('browser.picture', ({ name }) => ok({ image: `data:image/jpeg;base64,${name}` }))
  app.redraw(<LogRow entry={{ kind: 'browser', ts: 1, rows: [1, 2, 3] }} position={1} />)
  const places = ['left: 50%; top: 90%', 'left: 5%; top: 50%', undefined]
  for (const place of places) {
    const { src, cursor } = await drawn()
    expect([src, cursor]).toEqual([`data:image/jpeg;base64,p${3 - places.indexOf(place)}`, place && expect.stringContaining(place)])
    await userEvent.click(screen.getByRole('button', { name: 'Previous step' }))
  }
})

test('the mouse is drawn once the picture is there that it was seen in', async () => {
  const clicks = [
    step(1, { screenshot: 'p1', currentMousePosition: '45,300' }),
    step(2, { screenshot: 'p2', currentMousePosition: '450,540' }),
  ]
  const app = await renderWithApp(null, { ...state, clineMessages: clicks })
  const first = Promise.withResolvers<ReturnType<typeof ok<{ image: string }>>>()
  app.bridge.answerWith('browser.picture', ({ name }) => (name === 'p1' ? first.promise : ok({ image: 'data:image/png;base64,p2' })))
  app.redraw(<LogRow entry={{ kind: 'browser', ts: 1, rows: [1, 2] }} position={1} />)
  expect((await drawn()).cursor).toContain('left: 50%')
  await userEvent.click(screen.getByRole('button', { name: 'Previous step' }))
  expect(await drawn()).toEqual({ src: 'data:image/png;base64,p2', cursor: undefined })
  first.resolve(ok({ image: 'data:image/png;base64,p1' }))
  await waitFor(async () => expect((await drawn()).cursor).toContain('left: 5%'))
})

async function drawn() {
  const picture = await screen.findByRole('img')
  return { src: picture.getAttribute('src'), cursor: picture.parentElement?.querySelector('svg')?.getAttribute('style') ?? undefined }
}

test('a run follows the newest step until the person goes back', async () => {
  const app = await drawRun()
  const four = step(4, { action: 'scroll_down', screenshot: 'four' })
  await app.push((bridge) => bridge.pushState({ ...state, clineMessages: [...rows, four] }))
  app.redraw(<LogRow entry={{ kind: 'browser', ts: 1, rows: [1, 2, 3, 4] }} position={1} />)
  expect(screen.getByRole('article').textContent).toContain('Step 4 of 4')
})

test('a step that left no picture stands on the page before it, dimmed', async () => {
  const failed: ClineMessage = { ts: 2, type: 'say', say: 'browser_action', data: { action: 'click', status: 'failed', note: 'gone' } }
  const first = rows.slice(0, 1)
  const app = await renderWithApp(null, { ...state, clineMessages: [...first, failed] })
  app.redraw(<LogRow entry={{ kind: 'browser', ts: 1, rows: [1, 2] }} position={1} />)
  expect(screen.getByRole('article').textContent).toContain('Step 2 of 2')
  expect(screen.getByLabelText('Address').textContent).toBe('http://localhost:3000/1')
  expect(screen.getByLabelText('Address').closest('[class*=before]')).toBeTruthy()
})

test('a launch that waits is one line', async () => {
  const waiting: ClineMessage = {
    ts: 9,
    type: 'ask',
    ask: 'browser_action_launch',
    data: { action: 'launch', url: 'http://localhost:3000/', status: 'awaiting_approval' },
  }
  await renderWithApp(<LogRow entry={{ kind: 'browser', ts: 9, rows: [9] }} position={1} />, { ...state, clineMessages: [waiting] })
  expect(screen.getByRole('article', { name: 'Browser: open http://localhost:3000/, waiting for you' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the side panel shows the page that was seen last, or says what will stand there', async () => {
  const { redraw, push } = await renderWithApp(<BrowserTab />, { currentSessionId: 's1', clineMessages: [] })
  expect(screen.getByText(/No page was opened yet/)).toBeTruthy()
  await push((bridge) => bridge.pushState({ ...state, clineMessages: [...rows, step(5, { action: 'close' })] }))
  redraw(<BrowserTab />)
  expect(screen.getByLabelText('Address').textContent).toBe('http://localhost:3000/3')
})
