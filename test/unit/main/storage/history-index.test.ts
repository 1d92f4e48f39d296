import { appendFile, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HistoryItem } from '../../../../shared/extension-state'
import { dataPaths, prepareDataDir } from '../../../../main/storage/data-dir'
import { type Summarise, createHistoryIndex } from '../../../../main/storage/history-index'
import { createTaskStore } from '../../../../main/storage/task-store'
import { tempFolder } from '../../../support/temp-folder'

const idOf = (number: number): string => `01J9ZXV4T0000000000000000${number}`

function itemOf(number: number, changes: Partial<HistoryItem> = {}): HistoryItem {
  const base = { id: idOf(number), ts: number, task: `task ${number}`, cwd: '/work', status: 'completed' as const }
  return { ...base, tokensIn: 0, tokensOut: 0, cacheWrites: 0, cacheReads: 0, ...changes }
}

async function setUp(count = 0) {
  const dir = await tempFolder()
  await prepareDataDir(dir)
  const store = createTaskStore(dir)
  const read: string[] = []
  const summarise: Summarise = (taskId, records, damage) => {
    read.push(taskId)
    const record = records.at(-1)?.record
    if (!record) return undefined
    const damaged = damage.skippedRecords > 0 ? { damagedRecords: damage.skippedRecords } : {}
    return itemOf(Number(taskId.at(-1)), { task: String(record['title']), ts: Number(record['ts']), ...damaged })
  }
  const write = async (number: number, title = `task ${number}`, ts = number): Promise<void> => {
    const isNew = (await store.stamp(idOf(number))) === undefined
    const task = await (isNew ? store.create(idOf(number)) : store.open(idOf(number)))
    if (!task.ok) throw new Error(task.error.message)
    task.value.journal.append({ title, ts })
    await task.value.close()
  }
  for (let number = 1; number <= count; number++) await write(number)
  /** A fresh start of the program: loads, and tells which journals were read for it. */
  const start = async () => {
    read.length = 0
    const index = createHistoryIndex(dir, store, summarise)
    const problems = await index.load()
    await index.flush()
    return { index, problems, read: read.toSorted() }
  }
  return {
    dir,
    store,
    write,
    start,
    cache: dataPaths(dir).history,
    journalOf: (number: number) => join(store.folderOf(idOf(number)), 'journal.jsonl'),
  }
}

const titles = (items: readonly HistoryItem[]): string[] => items.map(({ task }) => task)

describe('the list of tasks', () => {
  test('is made from the journals, newest first, and then read from the cache alone', async () => {
    const { start } = await setUp(3)
    const first = await start()
    expect(titles(first.index.list())).toEqual(['task 3', 'task 2', 'task 1'])
    expect(first.read).toEqual([idOf(1), idOf(2), idOf(3)])
    const second = await start()
    expect(second.index.list()).toEqual(first.index.list())
    expect(second.read).toEqual([])
  })

  test('is empty when there are no tasks', async () => {
    const { index, problems } = await (await setUp()).start()
    expect([index.list(), problems]).toEqual([[], []])
  })

  test('reads again only the journals that changed, and finds new and deleted tasks', async () => {
    const { start, write, store } = await setUp(3)
    await start()
    await write(2, 'changed', 20)
    await write(4)
    await store.remove(idOf(1))
    const { index, read } = await start()
    expect(titles(index.list())).toEqual(['changed', 'task 4', 'task 3'])
    expect(read).toEqual([idOf(2), idOf(4)])
    expect((await start()).read).toEqual([])
  })

  test('notices a journal of the same size with another time', async () => {
    const { start, journalOf } = await setUp(1)
    await start()
    await utimes(journalOf(1), new Date(), new Date(Date.now() + 5_000))
    expect((await start()).read).toEqual([idOf(1)])
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['cut', '{"version":1,"tasks":{"01J'],
    ['zeros', '\0'.repeat(200)],
    ['null', 'null'],
    ['an array', '[]'],
    ['of another version', '{"version":99,"tasks":{}}'],
    ['full of entries that do not fit', `{"version":1,"tasks":{"../../etc":{"size":1,"mtimeMs":1,"item":null},"${idOf(1)}":{"item":7}}}`],
  ])('is made again when the cache is %s', async (_, text) => {
    const { start, cache } = await setUp(2)
    await start()
    if (text === undefined) await rm(cache)
    else await writeFile(cache, text)
    const { index, problems } = await start()
    expect([titles(index.list()), problems]).toEqual([['task 2', 'task 1'], []])
    expect(JSON.parse(await readFile(cache, 'utf8'))).toMatchObject({ version: 1, tasks: { [idOf(1)]: {}, [idOf(2)]: {} } })
  })

  test('is not lost for one journal that is damaged, and counts the damage', async () => {
    const { start, journalOf } = await setUp(2)
    await appendFile(journalOf(1), 'rubbish\n')
    const { index } = await start()
    expect(index.list()).toEqual([itemOf(2), itemOf(1, { damagedRecords: 1 })])
  })

  test('leaves out a task that has nothing to show, and does not read it again', async () => {
    const { start, store } = await setUp(1)
    const task = await store.create(idOf(2))
    if (task.ok) await task.value.close()
    expect(titles((await start()).index.list())).toEqual(['task 1'])
    expect((await start()).read).toEqual([])
  })
})

describe('while the program runs', () => {
  test('a task that changes is shown at once, and read from its journal at the next start', async () => {
    const { start, write } = await setUp(2)
    const { index } = await start()
    const before = index.list()
    expect(index.list()).toBe(before)
    await write(1, 'from the journal', 30)
    index.upsert(itemOf(1, { ts: 30, task: 'from the running task' }))
    expect(titles(index.list())).toEqual(['from the running task', 'task 2'])
    await index.flush()
    const next = await start()
    expect(next.read).toEqual([idOf(1)])
    expect(titles(next.index.list())).toEqual(['from the journal', 'task 2'])
  })

  test('what it knows is never replaced by an older reading', async () => {
    const { dir, store, start } = await setUp(2)
    await start()
    await rm(dataPaths(dir).history)
    const index = createHistoryIndex(dir, store, (taskId) => {
      index.upsert(itemOf(1, { task: 'live' }))
      index.remove(idOf(2))
      return itemOf(Number(taskId.at(-1)))
    })
    index.upsert(itemOf(1, { task: 'before the first load' }))
    await index.load()
    expect(titles(index.list())).toEqual(['live'])
    await index.flush()
  })

  test('a deleted task is gone', async () => {
    const { index } = await (await setUp(2)).start()
    index.remove(idOf(2))
    expect(titles(index.list())).toEqual(['task 1'])
    await index.flush()
  })

  test('another process’s new task is found by loading again', async () => {
    const { start, write } = await setUp(1)
    const { index } = await start()
    await write(2)
    await index.load()
    expect(titles(index.list())).toEqual(['task 2', 'task 1'])
    await index.flush()
  })
})

describe('searching', () => {
  test('finds tasks whose title or folder holds every word, in any case', async () => {
    const { index } = await (await setUp()).start()
    index.upsert(itemOf(1, { task: 'Fix the LOGIN page', cwd: '/home/ada/shop' }))
    index.upsert(itemOf(2, { task: 'Write tests', cwd: '/home/ada/login-service' }))
    index.upsert(itemOf(3, { task: 'Ünïcode fix', cwd: '/srv' }))
    const found = (text: string): string[] => titles(index.query(text))
    expect(found('login')).toEqual(['Write tests', 'Fix the LOGIN page'])
    expect(found('  fix   SHOP ')).toEqual(['Fix the LOGIN page'])
    expect(found('ünïcode')).toEqual(['Ünïcode fix'])
    expect(found('nowhere')).toEqual([])
    expect(found('')).toHaveLength(3)
    await index.flush()
  })
})
