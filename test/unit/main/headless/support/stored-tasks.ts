import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createServices, type Services } from '../../../../../main/services'
import type { TaskRecord } from '../../../../../main/task/journal-records'
import { ClineMessage } from '../../../../../shared/messages'

/** Real services in a data folder that is gone when the test ends. */
export async function openServices(): Promise<Services> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-headless-'))
  const services = await createServices({ dataDir, onNotice: () => undefined })
  onTestFinished(async () => {
    await services.flush()
    await rm(dataDir, { recursive: true, force: true })
  })
  return services
}

export const FIRST_TASK = '01K7ZQ4Z4V6R7C9V4J3T0X5N2A'
export const SECOND_TASK = '01K7ZQ4Z4V6R7C9V4J3T0X5N2B'

/** A stored task with these rows. */
export async function storeTask(
  { store }: Services,
  taskId: string,
  rows: readonly object[],
  more: readonly TaskRecord[] = [],
): Promise<void> {
  const opened = await store.create(taskId)
  if (!opened.ok) throw new Error(opened.error.message)
  const { journal } = opened.value
  journal.append({ k: 'task', v: 1, taskId, cwd: '/home/ada/sum', mode: 'act' })
  for (const row of rows) journal.append({ k: 'row', row: ClineMessage.parse(row) })
  for (const record of more) journal.append(record)
  await opened.value.close()
}

/** Collects what a command writes to stdout, and to stderr. */
export function listen() {
  const heard = { out: '', complaints: '' }
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    heard.complaints += String(text)
    return true
  })
  onTestFinished(() => spy.mockRestore())
  return { heard, write: (text: string) => void (heard.out += text) }
}
