import type * as NodeFiles from 'node:fs/promises'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { answer, complete, scriptedProvider, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const opened = vi.hoisted((): string[] => [])

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof NodeFiles>()
  const counted = <Work extends (path: never, ...rest: never[]) => unknown>(work: Work): Work =>
    ((path, ...rest) => {
      opened.push(String(path))
      return work(path, ...rest)
    }) as Work
  return { ...real, open: counted(real.open), readFile: counted(real.readFile) }
})

const diff = '------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n'
const patch = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`

it.each([
  // While it streams, when it is worked out, and when it is written.
  ['replace_in_file', { path: 'a.txt', diff }, 3, 'one\n2\n'],
  ['write_to_file', { path: 'a.txt', content: 'one\n2\n' }, 3, 'one\n2\n'],
  ['apply_patch', { input: patch('*** Update File: a.txt\n@@\n one\n-two\n+2') }, 2, 'one\n2\n'],
  ['apply_patch', { input: patch('*** Delete File: a.txt') }, 2, undefined],
] as const)('%s opens its file at most three times, and the way back is kept all the same', async (name, input, most, after) => {
  const model = name === 'apply_patch' ? 'gpt-5' : 'script-1'
  const session = await TaskSession.open(scriptedProvider([answer(toolCall(name, input)), complete()], 'scripted', model), {
    files: { 'a.txt': 'one\ntwo\n' },
    settings: { autoApprovalSettings: { actions: { editFiles: true } } },
  })
  const real = join(session.cwd, 'a.txt')
  opened.length = 0
  await session.start()
  const ask = await session.until('an ask', () => session.kinds.findLast((kind) => kind.startsWith('ask:')))
  if (ask === 'ask:tool') await session.approve('tool')
  await session.ask('completion_result')
  expect(
    opened.filter((path) => path === real || (path.startsWith('/proc/self/fd/') && basename(path) === 'a.txt')).length,
  ).toBeLessThanOrEqual(most)
  const list = (await session.controller.changes?.list()) ?? []
  expect(list).toMatchObject([{ path: 'a.txt', by: 'agent', state: 'present' }])
  expect(after === undefined ? undefined : await readFile(real, 'utf8')).toBe(after)
  await session.controller.changes?.toggle(list.map(({ id }) => id))
  expect(await readFile(real, 'utf8')).toBe('one\ntwo\n')
})
