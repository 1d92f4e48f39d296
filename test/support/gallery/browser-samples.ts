import type { Page } from 'playwright-core'
import { type BrowserStep, defaultBrowserSettings } from '../../../shared/browser'
import type { ClineMessage } from '../../../shared/messages'
import { ok } from '../../../shared/result'
import type { FakeBridge } from '../fake-bridge'
import { ago, chat } from './sample-rows'
import { base, waits } from './sample-state'
import type { Sample } from './samples'

/** A page as a picture that needs no file. */
const page = (title: string, colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#fff"/><rect width="900" height="64" fill="${colour}"/><text x="32" y="42" font-family="sans-serif" font-size="26" fill="#fff">${title}</text><rect x="32" y="110" width="360" height="44" fill="#eee"/><rect x="32" y="180" width="140" height="44" rx="6" fill="${colour}"/></svg>`,
  )}`

const step = (seconds: number, data: Partial<BrowserStep>): ClineMessage => ({
  ts: ago(seconds),
  type: 'say',
  say: 'browser_action',
  data: {
    action: 'click',
    status: 'done',
    screenshotSize: { width: 900, height: 600 },
    currentUrl: 'http://localhost:5173/orders',
    ...data,
  },
})
const launched: ClineMessage = {
  ts: ago(30),
  type: 'ask',
  ask: 'browser_action_launch',
  answer: { response: 'yesButtonClicked' },
  approval: { summary: 'Open localhost:5173 in the browser', reason: 'reaches localhost:5173' },
  data: {
    action: 'launch',
    url: 'http://localhost:5173/',
    status: 'done',
    screenshot: 'a',
    screenshotSize: { width: 900, height: 600 },
    currentUrl: 'http://localhost:5173/',
  },
}
const steps = [
  launched,
  step(24, { coordinate: '212,132', screenshot: 'b', currentMousePosition: '212,132' }),
  step(20, { action: 'type', text: 'Mira', screenshot: 'b', currentMousePosition: '212,132' }),
  step(16, {
    coordinate: '102,202',
    screenshot: 'c',
    currentMousePosition: '102,202',
    logs: '[log] saved {id: 12, name: Mira}\n[error] Failed to load resource: the server responded with a status of 500 (http://localhost:5173/api/mail)',
    events: 'The page opened a dialog (alert): "Saved"; it was accepted.',
  }),
]

function answerPictures(bridge: FakeBridge): void {
  bridge.answerWith('browser.picture', ({ name }) =>
    ok({ image: page(name === 'c' ? 'Order saved' : 'Orders', name === 'c' ? '#1a7136' : '#444b57') }),
  )
}

const working = { ...base, clineMessages: [...chat, ...steps], taskState: { kind: 'streaming' as const, turn: 4 } }

export const browserSamples: readonly Sample[] = [
  { name: 'browser', state: working, play: answerPictures },
  {
    name: 'browser-back',
    state: working,
    play: answerPictures,
    steps: (shown: Page) => shown.getByRole('button', { name: 'Previous step' }).click({ clickCount: 2 }),
  },
  {
    name: 'browser-waiting',
    state: waits(
      {
        ts: ago(4),
        type: 'ask',
        ask: 'browser_action_launch',
        data: { action: 'launch', url: 'http://10.0.0.7:8080/admin?from=orders', status: 'awaiting_approval' },
        approval: {
          summary: 'Open 10.0.0.7:8080 in the browser',
          reason:
            'reaches 10.0.0.7:8080. 10.0.0.7:8080 is an address of a private network. The browser runs without its sandbox here, because it runs as root.',
        },
      },
      'awaiting_approval',
      'Open 10.0.0.7:8080 in the browser',
    ),
  },
  {
    name: 'browser-panel',
    state: working,
    play: answerPictures,
    steps: async (shown: Page) => {
      await shown.keyboard.press('Control+j')
      await shown.getByRole('tab', { name: 'Browser' }).click()
    },
  },
  {
    name: 'browser-settings',
    keys: 'Control+,',
    state: { ...base, browserSettings: { ...defaultBrowserSettings, remoteBrowserEnabled: true } },
    steps: async (shown: Page) => {
      await shown.getByRole('button', { name: 'Look which browser is used' }).click()
      await shown.getByRole('switch', { name: 'Use a browser that already runs' }).scrollIntoViewIfNeeded()
    },
  },
]
