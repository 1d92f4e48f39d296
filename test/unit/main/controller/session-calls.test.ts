import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished, describe, expect, it } from 'vitest'
import { createApp } from '../../../../main/app'
import type { Core } from '../../../../main/electron/core'
import { createTaskStore } from '../../../../main/storage/task-store'
import { tempFolder } from '../../../support/temp-folder'

const TASK_ID = '01K0000000000000000000TASK'
const OTHER_ID = '01K0000000000000000000TASQ'
const refuse = () => Promise.reject(new Error('There is no desktop here.'))

async function openApp(dataDir: string): Promise<Core> {
  const core = await createApp({
    dataDir,
    runtime: 'chromium',
    version: '0',
    dialogs: { pickFolder: () => Promise.resolve(null), openExternal: refuse, revealFile: refuse, trashFile: () => Promise.resolve(false) },
  })
  onTestFinished(() => core.dispose())
  return core
}

async function storeTask(dataDir: string, cwd: string | undefined): Promise<void> {
  const opened = await createTaskStore(dataDir).create(TASK_ID)
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal, close } = opened.value
  if (cwd !== undefined) journal.append({ k: 'task', v: 1, taskId: TASK_ID, cwd, mode: 'act' })
  journal.append({ k: 'row', row: { ts: 1, type: 'say', say: 'task', text: 'Old work' } })
  await close()
}

describe('opening a task of the history', () => {
  it('opens it once, however often it is pressed', async () => {
    const dataDir = await tempFolder()
    await storeTask(dataDir, await tempFolder())
    const core = await openApp(dataDir)
    const open = () => core.handlers['task.open']({ taskId: TASK_ID })
    const [first, second] = await Promise.all([open(), open()])
    expect(second).toEqual(first)
  })

  it('is refused when its record of the folder is lost: no other folder is worked in instead', async () => {
    const dataDir = await tempFolder()
    await storeTask(dataDir, undefined)
    const core = await openApp(dataDir)
    await expect(core.handlers['task.open']({ taskId: TASK_ID })).rejects.toThrow('folder')
  })
})

describe('deleting a task', () => {
  it('takes its rules and the outputs of its commands along, and none of another task', async () => {
    const dataDir = await tempFolder()
    await storeTask(dataDir, await tempFolder())
    const scopes = [TASK_ID, OTHER_ID].map((taskId) => ({ kind: 'task', taskId }))
    const subject = { kind: 'program', words: ['make'] }
    const rules = scopes.map((scope, at) => ({ id: String(at), decision: 'allow', subject, scope, madeAt: 1 }))
    await mkdir(join(dataDir, 'logs/commands'), { recursive: true })
    await writeFile(join(dataDir, 'rules.json'), JSON.stringify({ version: 1, rules }))
    for (const id of [TASK_ID, OTHER_ID]) await writeFile(join(dataDir, `logs/commands/${id}-a.log`), 'output')
    const core = await openApp(dataDir)
    await core.handlers['task.delete']({ taskId: TASK_ID })
    expect(await readdir(join(dataDir, 'logs/commands'))).toEqual([`${OTHER_ID}-a.log`])
    await core.dispose()
    expect(JSON.parse(await readFile(join(dataDir, 'rules.json'), 'utf8'))).toMatchObject({ rules: [{ id: '1' }] })
  })
})

describe('starting a task', () => {
  it('is refused in a folder that is gone, in words that say so', async () => {
    const core = await openApp(await tempFolder())
    const cwd = await tempFolder()
    const { sessionId } = await core.handlers['session.new']({ cwd })
    await rm(cwd, { recursive: true })
    await expect(core.handlers['task.start']({ sessionId, text: 'Go.', images: [], files: [] })).rejects.toThrow(cwd)
  })
})
