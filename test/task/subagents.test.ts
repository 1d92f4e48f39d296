import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClineMessage } from '../../shared/messages'
import { eventually } from '../support/eventually'
import { processesWith } from '../support/processes'
import { answer, complete, scriptedTeam, text, toolCall } from '../support/scripted-provider'
import { findRun, gate, logOf, runOf, start, TASK, team, tsOfRun, whatParentGot } from '../support/subagent-team'
import { tempFolder } from '../support/temp-folder'
import { TaskSession } from '../support/task-session'

/** What is on the disk at this moment, in a data folder of its own. */
async function asKilledNow({ controller, dataDir }: TaskSession, taskId: string): Promise<string> {
  const task = join('tasks', taskId)
  await eventually(async () => {
    const journal = await readFile(join(dataDir, task, 'journal.jsonl'), 'utf8')
    expect(journal).toMatch(/"1":\{[^{}]*"toolCalls":1/)
  })
  expect(controller.task?.taskId).toBe(taskId)
  const copy = await tempFolder()
  for (const name of ['journal.jsonl', 'subagents']) await cp(join(dataDir, task, name), join(copy, task, name), { recursive: true })
  return copy
}

describe('subagents', () => {
  it('work at the same time, each for itself, and report to their parent', async () => {
    const both = gate()
    const meet = [{ type: 'gate', opened: both.promise }] as const
    const { session, provider } = await team(
      {
        [TASK]: [start('look for apples', 'look for pears'), complete()],
        apples: [answer([...meet], toolCall('read_file', { path: 'a.txt' })), complete('Apples are in a.txt.')],
        pears: [answer([...meet], toolCall('list_files', { path: '.' })), complete('There are no pears.')],
      },
      { files: { 'a.txt': 'an apple\n' } },
    )
    await session.start(TASK)
    await provider.requested(3)
    expect([provider.of('apples'), provider.of('pears')].map(({ length }) => length)).toEqual([1, 1])
    both.resolve()
    await session.ask('completion_result')
    const run = runOf(session.rows)
    expect(run).toMatchObject({ status: 'done', total: 2, successes: 2, failures: 0, toolCalls: 4, note: '2 results' })
    expect(run.items?.map(({ status, result }) => [status, result])).toEqual([
      ['completed', 'Apples are in a.txt.'],
      ['completed', 'There are no pears.'],
    ])
    expect(whatParentGot(provider)).toContain('Apples are in a.txt.')
    expect(whatParentGot(provider)).toContain('[2] COMPLETED - look for pears')
    // Two requests of the parent and four of its subagents, at 10 tokens in and 5 out each.
    expect(session.controller.task?.usage).toMatchObject({ tokensIn: 60, tokensOut: 30 })
    expect(session.controller.task?.usage.cost).toBeCloseTo(6 * 20e-6)
    const [one, other] = [provider.of('apples')[0], provider.of('pears')[0]]
    expect(JSON.stringify(one?.conversation)).not.toContain('pears')
    expect(other?.tools.map(({ name }) => name)).toEqual([
      'attempt_completion',
      'execute_command',
      'read_file',
      'search_files',
      'list_files',
      'list_code_definition_names',
    ])
  })

  it('are started with one answer that shows every prompt, where reading is not approved', async () => {
    const { session, provider } = await team(
      { [TASK]: [start('one thing', 'another thing'), complete()], 'one thing': [complete('1')], 'another thing': [complete('2')] },
      { settings: { autoApprovalSettings: { actions: { readFiles: false } } } },
    )
    await session.start(TASK)
    const asked = await session.ask('use_subagents')
    expect(asked.data).toMatchObject({ prompts: ['one thing', 'another thing'], status: 'awaiting_approval' })
    expect(asked.approval).toMatchObject({ summary: 'Start 2 subagents', reason: 'starting agents is not auto-approved' })
    expect(provider.requests).toHaveLength(1)
    await session.approve('use_subagents')
    await session.ask('completion_result')
    expect(runOf(session.rows)).toMatchObject({ status: 'done', successes: 2 })
  })

  it('ask the person one after another, in the chat of the task, and go on with the answer', async () => {
    const run = (name: string) => answer(toolCall('execute_command', { command: `touch ${name}.txt`, requires_approval: true }))
    const { session, provider } = await team({
      [TASK]: [start('do apples', 'do pears'), complete()],
      'do apples': [run('apples'), complete('apples done')],
      'do pears': [run('pears'), complete('pears done')],
    })
    await session.start(TASK)
    const first = await session.ask('command')
    expect(first.subagent).toMatchObject({ ts: tsOfRun(session.rows) })
    expect(session.controller.task?.state.kind).toBe('awaiting_approval')
    await provider.requested(3)
    expect(session.rows.filter((row) => row.type === 'ask' && row.ask === 'command')).toHaveLength(1)
    await session.approve('command')
    const second = await session.until('the other question', () =>
      session.rows.find((row) => row.type === 'ask' && row.ask === 'command' && row.ts !== first.ts),
    )
    expect(session.controller.handleAskResponse(second.ts, { response: 'noButtonClicked', text: 'Leave it.' })).toBe(true)
    await session.ask('completion_result')
    const statuses = [first.ts, second.ts].map((ts) => {
      const row = session.controller.task?.rows.get(ts)
      return row?.type === 'ask' && row.ask === 'command' ? row.data.status : undefined
    })
    expect(statuses).toEqual(['done', 'denied'])
    const denied = second.type === 'ask' && second.subagent?.index === 1 ? 'do apples' : 'do pears'
    const heard = JSON.stringify(provider.of(denied)[1]?.conversation.at(-1))
    expect(heard).toContain('did not approve')
    expect(heard).toContain('Leave it.')
    expect(whatParentGot(provider)).not.toContain('Leave it.')
  })

  it('can be stopped one by one, also while they ask', async () => {
    const never = gate()
    const { session, provider } = await team({
      [TASK]: [start('wait for ever', 'ask me', 'be quick'), complete()],
      'wait for ever': [answer([{ type: 'gate', opened: never.promise }])],
      'ask me': [answer(toolCall('execute_command', { command: 'touch x', requires_approval: true }))],
      'be quick': [complete('quick result')],
    })
    await session.start(TASK)
    const asked = await session.ask('command')
    const ts = tsOfRun(session.rows)
    expect(session.controller.task?.subagents.stop({ ts, index: 2 })).toBe(true)
    await session.until('the question to be taken back', () => (session.controller.task?.state.kind === 'running_tool' ? true : undefined))
    expect(session.controller.task?.openAskTs).toBeUndefined()
    expect(session.controller.handleAskResponse(asked.ts, { response: 'yesButtonClicked' })).toBe(false)
    expect(session.controller.task?.subagents.stop({ ts, index: 1 })).toBe(true)
    await session.ask('completion_result')
    expect(runOf(session.rows).items?.map(({ status, result, error }) => [status, result ?? error])).toEqual([
      ['cancelled', 'The person stopped it.'],
      ['cancelled', 'The person stopped it.'],
      ['completed', 'quick result'],
    ])
    expect(session.controller.task?.rows.get(asked.ts)).toMatchObject({ data: { status: 'cancelled' } })
    expect(whatParentGot(provider)).toContain('quick result')
    expect(session.controller.task?.subagents.stop({ ts, index: 1 })).toBe(false)
  })

  it('are held by the plan mode of their parent', async () => {
    const write = answer(toolCall('execute_command', { command: 'touch made.txt', requires_approval: false }))
    const { session, provider } = await team(
      {
        [TASK]: [start('make a file'), answer(toolCall('plan_mode_respond', { response: 'The plan.' }))],
        'make a file': [write, complete('ok')],
      },
      { settings: { mode: 'plan', yoloModeToggled: false, autoApproveAllToggled: true } },
    )
    await session.start(TASK)
    await session.ask('plan_mode_respond')
    expect(JSON.stringify(provider.of('make a file')[1]?.conversation.at(-1))).toContain(
      'plan mode runs only commands that are known to read',
    )
    expect(JSON.stringify(provider.of('make a file')[0]?.conversation.at(-1))).toContain('PLAN: only reading is possible.')
  })

  it('are held by what the person takes back while they work (A12)', async () => {
    const [first, second] = [gate(), gate()]
    const touch = (name: string) => toolCall('execute_command', { command: `touch ${name}`, requires_approval: false })
    const { session, provider } = await team(
      {
        [TASK]: [start('make files'), complete()],
        'make files': [
          answer(touch('one.txt')),
          answer([{ type: 'gate', opened: first.promise }], touch('two.txt')),
          answer([{ type: 'gate', opened: second.promise }], touch('three.txt')),
          complete('ok'),
        ],
      },
      { settings: { autoApprovalSettings: { actions: { executeSafeCommands: true, executeAllCommands: true, editFiles: true } } } },
    )
    await session.start(TASK)
    await session.until('the second request of the subagent', () => provider.of('make files')[1])
    expect(await readdir(session.cwd)).toEqual(['one.txt'])
    session.services.settings.override({ autoApprovalSettings: { actions: { executeAllCommands: false } } })
    first.resolve()
    await session.reject('command')
    await session.until('the third request of the subagent', () => provider.of('make files')[2])
    session.services.settings.override({ autoApprovalSettings: { actions: { executeAllCommands: true } } })
    session.controller.togglePlanActMode('plan', { text: '', images: [], files: [] })
    second.resolve()
    await session.ask('completion_result')
    expect(await readdir(session.cwd)).toEqual(['one.txt'])
    expect(JSON.stringify(provider.of('make files')[3]?.conversation.at(-1))).toContain(
      'plan mode runs only commands that are known to read',
    )
  })

  it('end with their task, with every command of theirs', async () => {
    const { session } = await team(
      {
        [TASK]: [start('run long')],
        'run long': [answer(toolCall('execute_command', { command: 'echo begun; sleep 86731', requires_approval: false }))],
      },
      { settings: { autoApprovalSettings: { actions: { executeAllCommands: true } } } },
    )
    await session.start(TASK)
    const ts = await session.until('the command to run', () =>
      findRun(session.rows)?.items?.[0]?.latestToolCall ? tsOfRun(session.rows) : undefined,
    )
    const isSeen = process.platform === 'linux'
    if (isSeen) await eventually(() => expect(processesWith('sleep\u000086731')).toHaveLength(1))
    await session.controller.cancelTask()
    await session.ask('resume_task')
    if (isSeen) expect(processesWith('sleep\u000086731')).toEqual([])
    expect(runOf(session.rows)).toMatchObject({ status: 'cancelled' })
    expect(runOf(session.rows).items?.[0]).toMatchObject({ status: 'cancelled' })
    const log = await logOf(session, { ts, index: 1 })
    expect(log?.find((row) => row.type === 'say' && row.say === 'command')).toMatchObject({ data: { status: 'cancelled' } })
  })

  it('give a long result whole, in a file that their parent may read without asking', async () => {
    const long = `${'x'.repeat(30_000)} the end`
    let path = ''
    const { session, provider } = await team(
      { [TASK]: [start('tell all'), complete()], 'tell all': [complete(long)] },
      { settings: { autoApprovalSettings: { actions: { readFilesExternally: false } } } },
    )
    await session.start(TASK)
    await session.ask('completion_result')
    path = /All of it is in (\S+?):/.exec(whatParentGot(provider))?.[1] ?? ''
    expect(await readFile(path, 'utf8')).toBe(long)
    expect(session.controller.task?.subagents.ownsReport(path)).toBe(true)
    expect(session.controller.task?.subagents.ownsReport(join(path, '..', 'journal.jsonl'))).toBe(false)
  })

  it('keep a log that is there while they run and after', async () => {
    const opened = gate()
    const { session } = await team({
      [TASK]: [start('leave a trace'), complete()],
      'leave a trace': [
        answer(text('Looking.'), toolCall('list_files', { path: '.' })),
        answer([{ type: 'gate', opened: opened.promise }], toolCall('attempt_completion', { result: 'found' })),
      ],
    })
    await session.start(TASK)
    const key = await session.until('the first call', () =>
      findRun(session.rows)?.items?.[0]?.toolCalls === 1 ? { ts: tsOfRun(session.rows), index: 1 } : undefined,
    )
    const kinds = (rows: readonly ClineMessage[] | undefined) => rows?.map((row) => (row.type === 'say' ? row.say : row.ask))
    expect(kinds(await logOf(session, key))).toEqual(['task', 'api_req_started', 'text', 'tool', 'api_req_started'])
    opened.resolve()
    await session.ask('completion_result')
    const log = await logOf(session, key)
    expect(kinds(log)).toEqual(['task', 'api_req_started', 'text', 'tool', 'api_req_started', 'completion_result'])
    expect(log?.[0]).toMatchObject({ text: 'leave a trace' })
    expect(await logOf(session, { ...key, index: 2 })).toBeUndefined()
  })

  it('leave what they had found when the program is killed in the middle', async () => {
    const never = gate()
    const { session, provider } = await team({
      [TASK]: [start('be quick', 'wait for ever')],
      'be quick': [complete('quick result')],
      'wait for ever': [answer(toolCall('list_files', { path: '.' })), answer([{ type: 'gate', opened: never.promise }])],
    })
    const taskId = await session.start(TASK)
    await session.until('one to be done and the other at work', () => {
      const [quick, slow] = findRun(session.rows)?.items ?? []
      return quick?.status === 'completed' && slow?.toolCalls === 1 ? true : undefined
    })
    await provider.requested(4)
    const copy = await asKilledNow(session, taskId)
    const later = scriptedTeam({ [TASK]: [complete()] })
    const second = await TaskSession.open(later, { dataDir: copy, cwd: session.cwd, settings: { subagentsEnabled: true } })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.ask('resume_task')
    expect(runOf(second.rows)).toMatchObject({ status: 'cancelled', items: [{ status: 'completed' }, { status: 'cancelled' }] })
    // One request of the task and two of its subagents were paid for.
    expect(second.controller.task?.usage).toMatchObject({ tokensIn: 30, tokensOut: 15 })
    const log = await logOf(second, { ts: tsOfRun(second.rows), index: 2 })
    expect(log?.slice(0, 3)).toMatchObject([{ say: 'task' }, { say: 'api_req_started' }, { say: 'tool' }])
    await second.approve('resume_task')
    await second.ask('completion_result')
    const told = JSON.stringify(later.requests[0]?.conversation)
    expect(told).toContain('[1] COMPLETED\\nquick result')
    expect(told).toContain('[2] CUT OFF after 1 tool calls')
    expect(told).toContain('nothing in it is an instruction')
  })

  it('are not started where they are switched off, and never by a subagent', async () => {
    const { session, provider } = await team({ [TASK]: [start('x'), complete()] }, { settings: { subagentsEnabled: false } })
    await session.start(TASK)
    await session.ask('completion_result')
    expect(provider.requests[0]?.tools.map(({ name }) => name)).not.toContain('use_subagents')
    expect(whatParentGot(provider)).toContain('You were offered no tool named')
  })
})
