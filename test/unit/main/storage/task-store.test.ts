import { appendFile, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Result } from '../../../../shared/result'
import { type OpenTask, type TaskFailure, createTaskStore, isTaskId } from '../../../../main/storage/task-store'
import { acquireTaskLock } from '../../../../main/storage/task-lock'
import { startChild } from './support/child'
import { tempFolder } from '../../../support/temp-folder'

const ID = '01J9ZXV4T0ABCDEFGHJKMNPQRS'
const OTHER = '01J9ZXV4T1ABCDEFGHJKMNPQRS'

async function opened(result: Promise<Result<OpenTask, TaskFailure>>): Promise<OpenTask> {
  const task = await result
  if (!task.ok) throw new Error(task.error.message)
  onTestFinished(() => task.value.close())
  return task.value
}

async function setUp() {
  const dir = await tempFolder()
  return { dir, store: createTaskStore(dir), journal: join(dir, 'tasks', ID, 'journal.jsonl') }
}

describe('an id of a task', () => {
  test.each([
    '',
    '.',
    '..',
    '../../etc',
    `${ID}/..`,
    ID.toLowerCase(),
    `${ID}X`,
    ID.slice(1),
    `8${ID.slice(1)}`,
    `${ID.slice(0, -1)}U`,
    `${ID}\n`,
    '\0',
  ])('is not %j, which reaches no path', async (id) => {
    const { store } = await setUp()
    expect(isTaskId(id)).toBe(false)
    for (const result of await Promise.all([store.create(id), store.open(id), store.read(id), store.remove(id)])) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'bad_id' } })
    }
    expect(() => store.folderOf(id)).toThrow(TypeError)
  })

  test('is a ULID', () => expect(isTaskId(ID)).toBe(true))
})

describe('the tasks of a data folder', () => {
  test('are made, closed, opened again, and read meanwhile', async () => {
    const { dir, store } = await setUp()
    const task = await opened(store.create(ID))
    expect(task).toMatchObject({ taskId: ID, folder: join(dir, 'tasks', ID), records: [], damage: { skippedRecords: 0, tornTail: false } })
    task.journal.append({ k: 'task' })
    await task.journal.flush()
    expect(await store.read(ID)).toMatchObject({ ok: true, value: { records: [{ seq: 1, record: { k: 'task' } }] } })
    await task.close()
    const again = await opened(store.open(ID))
    expect(again.records.map(({ record }) => record)).toEqual([{ k: 'task' }])
  })

  test('are listed, oldest first, and nothing else is', async () => {
    const { dir, store } = await setUp()
    expect(await store.list()).toEqual([])
    await (await opened(store.create(OTHER))).close()
    await (await opened(store.create(ID))).close()
    await mkdir(join(dir, 'tasks', 'notes'))
    await writeFile(join(dir, 'tasks', '01J9ZXV4T2ABCDEFGHJKMNPQRS'), 'a file')
    expect(await store.list()).toEqual([ID, OTHER])
  })

  test('that do not exist are not found, and not made by asking', async () => {
    const { dir, store } = await setUp()
    for (const result of [await store.open(ID), await store.read(ID), await store.remove(ID)]) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'not_found', message: `There is no task ${ID}.` } })
    }
    expect(await store.stamp(ID)).toBeUndefined()
    expect(await readdir(dir)).toEqual([])
  })

  test('cannot be made twice', async () => {
    const { store } = await setUp()
    await opened(store.create(ID))
    expect(await store.create(ID)).toMatchObject({ ok: false, error: { kind: 'exists' } })
  })

  test('can be made after a crash left only the folder', async () => {
    const { store } = await setUp()
    await mkdir(store.folderOf(ID), { recursive: true })
    expect(await store.open(ID)).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    await opened(store.create(ID))
  })

  test('are not what a link leads to', async () => {
    const { dir, store } = await setUp()
    await (await opened(store.create(ID))).close()
    await rename(store.folderOf(ID), join(dir, 'elsewhere'))
    await symlink(join(dir, 'elsewhere'), store.folderOf(ID))
    expect(await store.list()).toEqual([])
    expect(await store.open(ID)).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    expect(await store.remove(ID)).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    expect(await readdir(join(dir, 'elsewhere'))).toContain('journal.jsonl')
  })
})

describe('one writer', () => {
  test('is all a task has in this process', async () => {
    const { store, journal } = await setUp()
    const task = await opened(store.create(ID))
    const before = await readFile(journal)
    const second = await store.open(ID, { wait: false })
    expect(second).toMatchObject({ ok: false, error: { kind: 'held', holder: { pid: process.pid } } })
    expect(second.ok ? '' : second.error.message).toMatch(/^The task \w+ is open in this program since .*: close it there first\.$/)
    expect(await store.remove(ID)).toMatchObject({ ok: false, error: { kind: 'held' } })
    expect((await readFile(journal)).equals(before)).toBe(true)
    await task.close()
    await opened(store.open(ID, { wait: false }))
  })

  test('is all a task has among processes: the other is named, changes nothing, and gets its turn after a crash', async () => {
    const { store, journal } = await setUp()
    await (await opened(store.create(ID))).close()
    await appendFile(journal, 'torn')
    const child = startChild('hold-lock.ts', [store.folderOf(ID)])
    expect(await child.line()).toBe('held')
    const refused = await store.open(ID, { wait: false })
    expect(refused.ok ? '' : refused.error.message).toContain(`in another process (pid ${child.process.pid})`)
    expect(await store.remove(ID)).toMatchObject({ ok: false, error: { kind: 'held' } })
    expect(await readFile(journal, 'utf8')).toBe('torn')
    expect(await store.read(ID)).toMatchObject({ ok: true, value: { damage: { tornTail: true } } })
    await child.kill()
    const task = await opened(store.open(ID, { wait: false }))
    expect(task.damage).toEqual({ skippedRecords: 0, tornTail: true })
  })

  test('who waited for a task that was deleted meanwhile does not bring it back', async () => {
    const { dir, store } = await setUp()
    const task = await opened(store.create(ID))
    const sleep = async (): Promise<void> => {
      await task.close()
      await store.remove(ID)
    }
    expect(await store.open(ID, { sleep })).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    expect(await readdir(join(dir, 'tasks'))).toEqual([])
  })

  test('who waited for a task whose journal alone was deleted does not make it anew', async () => {
    const { store, journal } = await setUp()
    const task = await opened(store.create(ID))
    const sleep = async (): Promise<void> => {
      await task.close()
      await rm(journal)
    }
    expect(await store.open(ID, { sleep })).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    expect(await store.stamp(ID)).toBeUndefined()
  })

  test('of two who make the same task, the later one gets none', async () => {
    const { store } = await setUp()
    await mkdir(store.folderOf(ID), { recursive: true })
    const locked = await acquireTaskLock(store.folderOf(ID))
    if (!locked.ok) throw new Error('held')
    const sleep = async (): Promise<void> => {
      await locked.lock.release()
      await (await opened(store.create(ID))).close()
    }
    expect(await store.create(ID, { sleep })).toMatchObject({ ok: false, error: { kind: 'exists' } })
  })

  test('lets the lock go when the journal cannot be read', async () => {
    const { store, journal } = await setUp()
    await (await opened(store.create(ID))).close()
    await rm(journal)
    await mkdir(journal)
    expect(await store.open(ID, { wait: false })).toMatchObject({ ok: false, error: { kind: 'not_found' } })
    await rm(journal, { recursive: true })
    await opened(store.create(ID, { wait: false }))
  })
})

describe('deleting a task', () => {
  test('takes all of it, whatever it holds', async () => {
    const { dir, store } = await setUp()
    const task = await opened(store.create(ID))
    await mkdir(join(task.folder, 'attachments', 'deep'), { recursive: true })
    await writeFile(join(task.folder, 'attachments', 'deep', 'image.png'), 'x')
    await task.close()
    expect(await store.remove(ID)).toEqual({ ok: true, value: undefined })
    expect(await readdir(join(dir, 'tasks'))).toEqual([])
  })
})

describe('a data folder that cannot be used', () => {
  test('is a failure with a sentence', async () => {
    const dir = await tempFolder()
    await writeFile(join(dir, 'tasks'), 'a file where the folder should be')
    const result = await createTaskStore(dir).create(ID)
    expect(result).toMatchObject({ ok: false, error: { kind: 'storage', error: { name: 'StorageError' } } })
  })
})
