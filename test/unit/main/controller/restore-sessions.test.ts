import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../../main/app'
import type { Core } from '../../../../main/electron/core'
import type { Push } from '../../../../shared/ipc'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const refuse = () => Promise.reject(new Error('There is no desktop here.'))

async function openApp(dataDir: string): Promise<Core> {
  const core = await createApp({
    dataDir,
    runtime: 'chromium',
    version: '0',
    dialogs: { pickFolder: () => Promise.resolve(null), openExternal: refuse, revealFile: refuse, trashFile: () => Promise.resolve(false) },
  })
  onTestFinished(() => core.dispose().catch(() => undefined))
  return core
}

/** Everything a window is told, as text. */
function watch(core: Core): () => string {
  const pushes: Push<'state'>[] = []
  core.attach((name, payload) => {
    if (name === 'state') pushes.push(payload as Push<'state'>)
  })
  return () => JSON.stringify(pushes)
}

describe('sessions of the last run', () => {
  it('come back with what was being written in them, also when their task cannot', async () => {
    const dataDir = await tempFolder()
    const cwd = await tempFolder()
    await mkdir(join(dataDir, 'state'))
    const session = {
      sessionId: 's1',
      cwd,
      taskId: '01K0000000000000000000TASK',
      draft: { text: 'Half a sentence', images: [], files: [] },
    }
    await writeFile(join(dataDir, 'state/sessions.json'), JSON.stringify({ currentId: 's1', sessions: [session] }))
    const told = watch(await openApp(dataDir))
    await eventually(() => expect(told()).toContain('Half a sentence'))
    expect(told()).toContain('There is no task')
  })
})

describe('a list of sessions that cannot be read', () => {
  it('is kept beside itself, and the person hears where', async () => {
    const dataDir = await tempFolder()
    await mkdir(join(dataDir, 'state'))
    await writeFile(join(dataDir, 'state/sessions.json'), '{"sessions": [{"draft": "Half a sen')
    const told = watch(await openApp(dataDir))
    await eventually(() => expect(told()).toContain('sessions.json.corrupt-'))
    const kept = (await readdir(join(dataDir, 'state'))).find((name) => name.startsWith('sessions.json.corrupt-'))
    expect(await readFile(join(dataDir, 'state', kept ?? ''), 'utf8')).toContain('Half a sen')
  })
})

describe('a list of sessions that cannot be written', () => {
  it('is told of, until it can be written again', async () => {
    const dataDir = await tempFolder()
    await mkdir(join(dataDir, 'state/sessions.json/in-the-way'), { recursive: true })
    const core = await openApp(dataDir)
    const told = watch(core)
    await core.handlers['session.new']({ cwd: await tempFolder() })
    await eventually(() => expect(told()).toContain('sessions_not_saved'))
    await rm(join(dataDir, 'state/sessions.json'), { recursive: true })
    await eventually(async () => expect(await readFile(join(dataDir, 'state/sessions.json'), 'utf8')).toContain('sessionId'))
  })
})
