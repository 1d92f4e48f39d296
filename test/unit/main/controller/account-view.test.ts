import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountCalls } from '../../../../main/controller/account-calls'
import { type AccountView, openAccountView } from '../../../../main/controller/account-view'
import { Notices } from '../../../../main/controller/notices'
import { StateManager } from '../../../../main/storage/state-manager'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { accountAt, keysIn, signIn } from '../../../support/cline-api/signed-in'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

async function open() {
  const folder = await tempFolder()
  const server = await startClineApi()
  const secrets = await keysIn(folder)
  const settings = new StateManager({ file: join(folder, 'settings.json') })
  await settings.load()
  onTestFinished(() => settings.flush())
  const account = accountAt(server.url, folder, { secrets })
  const view = await openAccountView({ account, secrets, settings }, () => undefined)
  const calls = accountCalls({
    settings,
    secrets,
    notices: new Notices(() => undefined),
    accountView: view,
    providersChanged: () => view.readKeys(),
    openExternal: () => Promise.resolve(),
  })
  return { server, secrets, settings, account, view, calls }
}

const balanceIn = (view: AccountView) => ('balance' in view.posted.account ? view.posted.account.balance : undefined)

describe('what the window sees of the account', () => {
  it('is the balance of who is signed in now, and of nobody who was', async () => {
    const { server, account, view } = await open()
    await signIn({ auth: account.auth, server })
    await view.refresh()
    expect(balanceIn(view)).toBe(12.345678)
    await account.auth.handleDeauth('user_initiated')
    server.misbehave('/api/v1/users/me', { body: { data: { id: 'usr-2' } } })
    await signIn({ auth: account.auth, server })
    expect(view.posted.account).toMatchObject({ kind: 'signed_in', user: { id: 'usr-2' } })
    expect(balanceIn(view)).toBeUndefined()
  })

  it('is not the balance that was asked for before somebody else signed in', async () => {
    const { server, account, view } = await open()
    await signIn({ auth: account.auth, server })
    const gate = Promise.withResolvers<void>()
    server.misbehave('/api/v1/users/usr-1/balance', { until: gate.promise })
    const refreshing = view.refresh()
    await eventually(() => expect(server.to('/api/v1/users/usr-1/balance')).toHaveLength(1))
    await account.auth.handleDeauth('user_initiated')
    server.misbehave('/api/v1/users/me', { body: { data: { id: 'usr-2' } } })
    await signIn({ auth: account.auth, server })
    gate.resolve()
    await refreshing
    expect(view.posted.account).toMatchObject({ user: { id: 'usr-2' } })
    expect(balanceIn(view)).toBeUndefined()
  })
})

describe('the key of a search service', () => {
  it('is kept for the address that it was entered for, and shown for no other', async () => {
    const { secrets, settings, view, calls } = await open()
    const set = (address: string, key: string) => calls['secret.set']({ provider: 'webSearchEndpoint', address, key })
    await set('https://searx.example/private', 'key-of-searx-example')
    await set('https://api.search.brave.com', 'key-of-brave-search')
    const shown = (address: string) => {
      settings.update({ webSearchEndpoint: address })
      return view.posted.webSearchKey?.hint
    }
    expect(shown('https://searx.example/search')).toBe('mple')
    expect(shown('https://api.search.brave.com/res/v1/web/search')).toBe('arch')
    for (const other of ['http://searx.example', 'https://searx.example:8443', 'https://sub.searx.example', ''])
      expect([other, shown(other)]).toEqual([other, undefined])
    await calls['secret.delete']({ provider: 'webSearchEndpoint', address: 'https://searx.example' })
    expect(shown('https://searx.example')).toBeUndefined()
    expect(shown('https://api.search.brave.com')).toBe('arch')
    await expect(set('', 'key-of-nobody-at-all')).rejects.toThrow('enter that first')
    await expect(set('http://searx.example', 'key-that-is-never-sent')).rejects.toThrow('give the address with https first')
    await calls['secret.delete']({ provider: 'webSearchEndpoint', address: 'http://searx.example' })
    expect(Object.keys(await secrets.status()).toSorted()).toEqual(['any', 'webSearchEndpoint:https://api.search.brave.com'])
  })
})
