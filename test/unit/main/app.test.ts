import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app'
import type { Core } from '../../../main/electron/core'
import { createTaskStore } from '../../../main/storage/task-store'
import { tempFolder } from '../../support/temp-folder'

const refuse = () => Promise.reject(new Error('There is no desktop here.'))

async function appWithDemo(dataDir: string): Promise<{ core: Core; taskId: string }> {
  const core = await createApp({
    dataDir,
    runtime: 'chromium',
    version: '0',
    dialogs: { pickFolder: () => Promise.resolve(null), openExternal: refuse, revealFile: refuse, trashFile: () => Promise.resolve(false) },
  })
  await core.handlers['demo.start'](null)
  const [taskId = ''] = await createTaskStore(dataDir).list()
  return { core, taskId }
}

describe('quitting the app', () => {
  it('keeps which task stood in each session, although the tasks themselves are let go', async () => {
    const dataDir = await tempFolder()
    const { core, taskId } = await appWithDemo(dataDir)
    await core.dispose()
    await core.dispose()
    expect(await readFile(join(dataDir, 'state/sessions.json'), 'utf8')).toContain(taskId)
  })

  it('ends the tasks also when the list of sessions cannot be written', async () => {
    const dataDir = await tempFolder()
    await mkdir(join(dataDir, 'state/sessions.json/in-the-way'), { recursive: true })
    const { core, taskId } = await appWithDemo(dataDir)
    await expect(core.dispose()).rejects.toThrow()
    const opened = await createTaskStore(dataDir).open(taskId, { wait: false })
    expect(opened.ok).toBe(true)
    if (opened.ok) await opened.value.close()
  })
})
