import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openAccountView } from '../../../../main/controller/account-view'
import { clineCalls } from '../../../../main/controller/cline-calls'
import { Notices } from '../../../../main/controller/notices'
import { StateManager } from '../../../../main/storage/state-manager'
import { StorageError } from '../../../../main/storage/storage-error'
import { startClineApi } from '../../../support/cline-api/cline-api-server'
import { accountAt, keysIn } from '../../../support/cline-api/signed-in'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

it('a sign-in that cannot be kept is used all the same until the app quits, and is told of until the next one', async () => {
  const folder = await tempFolder()
  const server = await startClineApi()
  const kept = await keysIn(folder)
  let isFull = true
  const set: typeof kept.set = (...given) => (isFull ? Promise.reject(new StorageError('full', '/keys')) : kept.set(...given))
  const secrets = { ...kept, set }
  const settings = new StateManager({ file: join(folder, 'settings.json') })
  await settings.load()
  onTestFinished(() => settings.flush())
  const account = accountAt(server.url, folder, { secrets })
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
