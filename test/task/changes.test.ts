import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { eventually } from '../support/eventually'

const lines = Array.from({ length: 12 }, (_, at) => `line ${at}\n`)
const block = (search: string, replace: string) => `------- SEARCH\n${search}\n=======\n${replace}\n+++++++ REPLACE`

describe('what a task changed', () => {
  it('is one list with a way back: the agent’s edits, what a command did beside, and nothing of the person’s own', async () => {
    const session = await TaskSession.open(
      [
        answer(toolCall('replace_in_file', { path: 'a.txt', diff: block('line 2', 'by the agent') })),
        answer(toolCall('execute_command', { command: 'echo made > made.txt && rm gone.txt', requires_approval: true })),
        complete(),
      ],
      { files: { 'a.txt': lines.join(''), 'gone.txt': 'x\n' } },
    )
    await session.start()
    await session.approve('tool')
    await session.approve('command')
    await session.ask('completion_result')
    const { changes } = session.controller
    const list = (await changes?.list()) ?? []
    expect(list.map(({ by, kind, path }) => `${by} ${kind} ${path}`)).toEqual([
      'agent edited a.txt',
      'command deleted gone.txt',
      'command created made.txt',
    ])
    const mine = lines.with(2, 'by the agent\n').with(10, 'by hand\n').join('')
    await writeFile(join(session.cwd, 'a.txt'), mine)
    const outcomes = await changes?.toggle(list.map(({ id }) => id))
    expect(outcomes?.map(({ kind }) => kind)).toEqual(['merged', 'done', 'done'])
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe(lines.with(10, 'by hand\n').join(''))
    expect(await readFile(join(session.cwd, 'gone.txt'), 'utf8')).toBe('x\n')
    await expect(readFile(join(session.cwd, 'made.txt'))).rejects.toThrow('ENOENT')
  })

  it('tells what a command left running does from what the person does', async () => {
    const command = '(while [ ! -e go ]; do sleep 0.02; done; echo late > late.txt; echo > done) & echo early > early.txt'
    const session = await TaskSession.open(
      [
        answer(toolCall('execute_command', { command, requires_approval: true })),
        answer(toolCall('execute_command', { command: 'touch other.txt', requires_approval: true })),
        complete(),
      ],
      { files: {} },
    )
    await session.start()
    await session.approve('command')
    await session.ask('command')
    expect((await session.controller.changes?.list())?.map(({ by, path }) => `${by} ${path}`)).toEqual(['command early.txt'])
    await mkdir(join(session.cwd, 'go'))
    await eventually(() => access(join(session.cwd, 'done')), 10_000)
    await session.approve('command')
    await session.ask('completion_result')
    const list = (await session.controller.changes?.list()) ?? []
    expect(list.map(({ by, path }) => `${by} ${path}`)).toEqual(
      ['done', 'early.txt', 'late.txt', 'other.txt'].map((path) => `command ${path}`),
    )
  })

  it('can be undone after the app was started anew', async () => {
    const first = await TaskSession.open([answer(toolCall('write_to_file', { path: 'n.txt', content: 'new\n' })), complete()], {
      files: { 'n.txt': 'old\n' },
    })
    const taskId = await first.start()
    await first.approve('tool')
    await first.ask('completion_result')
    await first.controller.clearTask()
    const second = await TaskSession.open([complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.ask('resume_completed_task')
    const [change] = (await second.controller.changes?.list()) ?? []
    expect(change).toMatchObject({ path: 'n.txt', state: 'present', by: 'agent' })
    await second.controller.changes?.toggle([change?.id ?? ''])
    expect(await readFile(join(first.cwd, 'n.txt'), 'utf8')).toBe('old\n')
    expect(await second.controller.changes?.list()).toMatchObject([{ state: 'reverted' }])
  })

  it('tells what a job wrote before the task was closed', async () => {
    const job = { command: 'echo x > by-job.txt; sleep 86469', requires_approval: true, background: true }
    const first = await TaskSession.open([answer(toolCall('execute_command', job)), complete()], { files: {} })
    const taskId = await first.start()
    await first.approve('command')
    await first.ask('completion_result')
    await first.controller.clearTask()
    const second = await TaskSession.open([complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.ask('resume_completed_task')
    expect(await second.controller.changes?.list()).toMatchObject([{ path: 'by-job.txt', by: 'command', kind: 'created' }])
  })
})
