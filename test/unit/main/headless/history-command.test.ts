import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHistory } from '../../../../main/headless/history-command'
import { FIRST_TASK, listen, openServices, SECOND_TASK, storeTask } from './support/stored-tasks'

const at = (time: string): number => new Date(time).getTime()
const early = at('2025-03-01T09:05:00')
const late = at('2025-03-02T23:59:00')

async function withTwoTasks() {
  const services = await openServices()
  await storeTask(services, FIRST_TASK, [
    { ts: early, type: 'say', say: 'task', text: 'Fix the\nfailing \u001b[31mtest' },
    { ts: early + 1, type: 'say', say: 'api_req_started', data: { tokensIn: 10, tokensOut: 5, cost: 0.5 } },
    { ts: early + 2, type: 'ask', ask: 'completion_result' },
  ])
  await storeTask(services, SECOND_TASK, [
    { ts: late - 1, type: 'say', say: 'task', text: 'word '.repeat(40) },
    { ts: late, type: 'say', say: 'api_req_started', data: { tokensIn: 10, tokensOut: 5 } },
  ])
  return services
}

test('lists the tasks, newest first, in columns', async () => {
  const { heard, write } = listen()
  expect(await runHistory(await withTwoTasks(), undefined, false, write)).toBe(0)
  expect(heard.out).toBe(
    [
      `${SECOND_TASK}  2025-03-02 23:59  interrupted  unknown price  ${'word '.repeat(14)}w…  /home/ada/sum`,
      `${FIRST_TASK}  2025-03-01 09:05  completed    $0.50          ${'Fix the failing \u241b[31mtest'.padEnd(72)}  /home/ada/sum`,
      '',
    ].join('\n'),
  )
  expect(heard.complaints).toBe('')
})

test('gives them as one JSON array, with null for a cost that nobody knows', async () => {
  const { heard, write } = listen()
  await runHistory(await withTwoTasks(), undefined, true, write)
  expect(JSON.parse(heard.out)).toEqual([
    { taskId: SECOND_TASK, ts: late, task: 'word '.repeat(40).trim(), cwd: '/home/ada/sum', status: 'interrupted', cost: null },
    { taskId: FIRST_TASK, ts: early + 2, task: 'Fix the\nfailing \u001b[31mtest', cwd: '/home/ada/sum', status: 'completed', cost: 0.5 },
  ])
})

test('a query keeps those that hold every word', async () => {
  const { heard, write } = listen()
  const services = await withTwoTasks()
  await runHistory(services, ' FAILING sum ', true, write)
  expect(JSON.parse(heard.out)).toMatchObject([{ taskId: FIRST_TASK }])
})

test('says how to begin when there is nothing, or that nothing fits', async () => {
  const { heard, write } = listen()
  const services = await openServices()
  await runHistory(services, undefined, false, write)
  await runHistory(services, 'x', false, write)
  await runHistory(services, 'x', true, write)
  expect(heard.out).toBe('No tasks yet. Begin one with: run "what to do"\nNo task matches "x".\n[]\n')
})

test('a task that cannot be read is told of on stderr and hides no other', async () => {
  const { heard, write } = listen()
  const services = await withTwoTasks()
  // A link where the folder should be, and a folder with nothing in it, are no tasks; damage inside one is counted there.
  await mkdir(services.store.folderOf('01K7ZQ4Z4V6R7C9V4J3T0X5N2C'))
  await appendFile(join(services.store.folderOf(FIRST_TASK), 'journal.jsonl'), 'torn{')
  await runHistory(services, undefined, true, write)
  expect(JSON.parse(heard.out)).toMatchObject([{ taskId: SECOND_TASK }, { taskId: FIRST_TASK }])
})
