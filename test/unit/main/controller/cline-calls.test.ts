import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createClineAccount } from '../../../../main/account/cline-account'
import { openAccountView } from '../../../../main/controller/account-view'
import { clineCalls } from '../../../../main/controller/cline-calls'
import { Notices } from '../../../../main/controller/notices'
import { createSecretMask } from '../../../../main/storage/mask-secrets'
import { createSecretStore } from '../../../../main/storage/secret-store'
import { StateManager } from '../../../../main/storage/state-manager'
import { StorageError } from '../../../../main/storage/storage-error'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

it('a sign-in that cannot be kept is used all the same until the app quits, and is told of until the next one', async () => {
  const folder = await tempFolder()
  const server = await startClineApi()
  const kept = createSecretStore({ file: join(folder, 'secrets.json') })
  await kept.set('any', 'a key that was kept in the file', 'file')
  let isFull = true
  const set: typeof kept.set = (...given) => (isFull ? Promise.reject(new StorageError('full', '/keys')) : kept.set(...given))
  const secrets = { ...kept, set }
  const settings = new StateManager({ file: join(folder, 'settings.json') })
  await settings.load()
  onTestFinished(() => settings.flush())
  const account = createClineAccount({
    variables: { CLINE_API_BASE_URL: server.url },
    secrets,
    mask: createSecretMask(),
    folder: join(folder, 'account'),
    client: { version: '1', type: 'desktop' },
    overrides: () => ({}),
    changed: () => undefined,
  })
  const accountView = await openAccountView({ account, secrets, settings }, () => undefined)
  const notices = new Notices(() => undefined)
  const openExternal = async (url: string): Promise<void> => void (await server.signIn(url))
  const calls = clineCalls({ accountView, settings, notices, openExternal })
  const posted = () => accountView.posted.account
  await calls['account.signIn'](null)
  await eventually(() => expect(posted()).toMatchObject({ kind: 'signed_in', keptIn: 'memory', balance: 12.345678 }))
  expect(notices.list().map(({ text }) => text)).toEqual([expect.stringContaining('There is no room left to write /keys')])
  expect(settings.getSettings().apiConfiguration.actModeApiProvider).toBe('cline')
  await calls['account.signOut'](null)
  isFull = false
  await calls['account.signIn'](null)
  await eventually(() => expect(posted()).toMatchObject({ kind: 'signed_in', keptIn: 'file', balance: 12.345678 }))
  expect(notices.list()).toEqual([])
})
