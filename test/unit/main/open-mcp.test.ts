import { mkdir, rmdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMcp } from '../../../main/open-mcp'
import { dataPaths, prepareDataDir } from '../../../main/storage/data-dir'
import { createSecretStore } from '../../../main/storage/secret-store'
import type { Notice } from '../../../shared/extension-state'
import { faulty } from '../../support/mcp/test-hub'
import { tempFolder } from '../../support/temp-folder'

const LONG_MS = 60_000

async function open(settingsVariables: () => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({})) {
  const folder = await tempFolder()
  await prepareDataDir(folder)
  const paths = dataPaths(folder)
  await mkdir(dirname(paths.mcpSettings))
  const shown = new Map<string, Notice>()
  const service = openMcp({
    paths,
    env: { PLACE: 'from-the-app' },
    homeDir: folder,
    attended: true,
    secrets: createSecretStore({ file: join(folder, 'secrets.json') }),
    variables: () => Promise.resolve({ PATH: process.env['PATH'] ?? '' }),
    settingsVariables,
    learn: () => undefined,
    onChange: () => undefined,
    openBrowser: () => Promise.reject(new Error('No browser.')),
    notices: { add: (notice) => void shown.set(notice.id, notice), withdraw: (id) => void shown.delete(id) },
  })
  onTestFinished(() => service.dispose())
  return { service, paths, texts: () => [...shown.values()].map(({ text }) => text) }
}

it('tells each of its problems by itself, and takes back only the one that is over', { timeout: LONG_MS }, async () => {
  const { service, paths, texts } = await open()
  await writeFile(join(paths.state, 'mcpApprovals.json'), 'no JSON')
  await writeFile(paths.mcpSettings, '{')
  await service.hub()
  const approvals = expect.stringContaining('each server asks again')
  expect(texts()).toEqual([approvals, expect.stringMatching(/ are not used, because there is a mistake in line 1: mend it there\.$/)])
  await writeFile(paths.mcpSettings, '{}')
  await expect.poll(texts, { timeout: LONG_MS }).toEqual([approvals])
})

it('can be opened once what stood in its way is gone', async () => {
  const { service, paths, texts } = await open()
  await mkdir(paths.mcpSettings)
  await service.enter('/a/project')
  expect(texts()).toHaveLength(1)
  await expect(service.hub()).rejects.toThrow()
  await rmdir(paths.mcpSettings)
  expect((await service.hub()).list()).toEqual([])
  await service.enter('/a/project')
  expect(texts()).toEqual([])
})

it('lets no task wait for the login shell, and then knows its variables before those of the app', { timeout: LONG_MS }, async () => {
  const told = Promise.withResolvers<Readonly<Record<string, string>>>()
  const { service, paths, texts } = await open(() => told.promise)
  const entry = { type: 'http', url: 'https://${env:PLACE}/${env:OF_LOGIN}', headers: {} }
  await writeFile(paths.mcpSettings, JSON.stringify({ mcpServers: { far: entry, near: faulty('none') } }))
  await service.enter('/a/project')
  expect(service.list()).toEqual([])
  told.resolve({ PLACE: 'from-login', OF_LOGIN: 'mcp' })
  await expect.poll(() => service.list().map(({ status }) => status), { timeout: LONG_MS }).toEqual(['unapproved', 'unapproved'])
  expect(texts().join('\n')).not.toContain('needs the variable')
})

it('loads nothing any more, and starts nothing, once the app has ended while a project was opened', { timeout: LONG_MS }, async () => {
  const { service } = await open()
  service.give({ near: faulty('none') })
  const entered = service.enter('/a/project')
  await service.dispose()
  await entered
  expect(service.list()).toEqual([])
})

it('says so where the file of servers cannot be looked at', { timeout: LONG_MS }, async () => {
  const { service, paths, texts } = await open()
  const folder = dirname(paths.mcpSettings)
  await rmdir(folder)
  // A link to itself leads nowhere, also for who may read everything.
  await symlink(folder, folder)
  await service.enter('/a/project')
  expect(texts()).toEqual([expect.stringContaining(paths.mcpSettings)])
})
