import { ok } from '../../../shared/result'
import type { AccountState } from '../../../shared/account'
import { base } from './sample-state'
import type { Sample } from './samples'
import { showSection } from './show-section'

const account = (name: string, state: AccountState): Sample => ({
  name: `account-${name}`,
  state: { ...base, account: state },
  play: (bridge) => bridge.answerWith('account.refresh', () => ok(null)),
  steps: (page) => showSection(page, 'Cline account'),
})

export const accountSamples: readonly Sample[] = [
  account('out', { kind: 'signed_out' }),
  account('error', {
    kind: 'signed_out',
    problem: 'The sign-in came to nothing: the page in your browser was not finished within 10 minutes. Sign in again when you want to.',
  }),
  account('signing-in', { kind: 'signing_in' }),
  account('signing-in-unopened', { kind: 'signing_in', address: `https://app.cline.bot/login?callback_url=${'x'.repeat(200)}` }),
  account('in', {
    kind: 'signed_in',
    user: {
      id: 'u1',
      displayName: 'Mira Aldaasi-Brandenburg von der Rechnungsabteilung',
      email: 'mira.aldaasi-brandenburg@rechnungsabteilung.example.org',
    },
    keptIn: 'memory',
    balance: 12.5,
  }),
  account('token', { kind: 'token' }),
  {
    name: 'web-settings',
    state: {
      ...base,
      clineWebToolsEnabled: true,
      localWebFetchEnabled: true,
      webSearchEndpoint: `https://search.example.org/${'path/'.repeat(20)}`,
      webSearchKey: { hint: '…f3a9', backend: 'gnome_libsecret' },
    },
    steps: (page) => showSection(page, 'Web'),
  },
]
