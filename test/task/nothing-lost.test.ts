import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Controller } from '../../main/controller/controller'
import type { TaskStore } from '../../main/storage/task-store'
import { toolStatusOf } from '../../shared/messages'
import { ok } from '../../shared/result'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { eventually } from '../support/eventually'

const told = (session: TaskSession, request: number) => JSON.stringify(session.provider.requests[request]?.conversation)
const again = (first: TaskSession) => TaskSession.open([complete()], { dataDir: first.dataDir, cwd: first.cwd })

/** Opens the task anew, as the next start of the program does, and goes on with it. */
async function resume(first: TaskSession, taskId: string): Promise<TaskSession> {
  await first.controller.clearTask()
  const second = await again(first)
  await second.controller.reinitExistingTaskFromId(taskId)
  await second.approve('resume_task')
  await second.ask('completion_result')
  return second
}

describe('what the person said reaches the model', () => {
  it('when the task was cancelled before its first request', async () => {
    const session = await TaskSession.open([complete()])
    await session.start('Mend the sum.')
    await session.controller.cancelTask()
    await session.approve('resume_task')
    await session.ask('completion_result')
    expect(told(session, 0)).toContain('<task>\\nMend the sum.\\n</task>')
    expect(told(session, 0).match(/Mend the sum/g)).toHaveLength(1)
  })

  it('when the program ended before the first request', async () => {
    const first = await TaskSession.open([complete()])
    const taskId = await first.start('Mend the sum.')
    const second = await resume(first, taskId)
    expect(first.provider.requests).toEqual([])
    expect(told(second, 0)).toContain('<task>\\nMend the sum.\\n</task>')
  })

  it('when the program ended while the call ran that it was said with', async () => {
    const first = await TaskSession.open([answer(toolCall('execute_command', { command: 'sleep 300.25', requires_approval: true }))])
    const taskId = await first.start()
    await first.answer('command', { response: 'yesButtonClicked', text: 'Then look at the log.' })
    await first.until('the command', () => (first.controller.task?.state.kind === 'running_tool' ? true : undefined))
    const second = await resume(first, taskId)
    expect(told(second, 0).match(/Then look at the log/g)).toHaveLength(1)
  })

  it('once, also when it was said about a request that then broke off', async () => {
    const session = await TaskSession.open([
      answer(),
      answer(),
      [...text('The first half ')],
      answer(toolCall('list_files', { path: '.' })),
      complete(),
    ])
    await session.start()
    await session.answer('api_req_failed', { response: 'yesButtonClicked', text: 'Be brief.' })
    await session.until('the countdown', () => (session.controller.task?.state.kind === 'retrying' ? true : undefined))
    const taskId = session.controller.task?.taskId ?? ''
    const second = await resume(session, taskId)
    expect(told(second, 0).match(/Be brief/g)).toHaveLength(1)
  })

  it('or stays in the queue when the task fails before it could be sent', async () => {
    const gate = Promise.withResolvers<void>()
    const session = await TaskSession.open(
      [answer(text('Hm.')), answer(text('Well.')), [...text('So.'), { type: 'gate', opened: gate.promise }, ...answer()]],
      { settings: { yoloModeToggled: true } },
    )
    await session.start()
    await session.until('the third answer', () => session.rows.find((row) => row.text === 'So.'))
    session.controller.task?.queue.add({ text: 'Stop talking.', images: [], files: [] })
    gate.resolve()
    await session.until('the failure', () => (session.controller.task?.state.kind === 'failed' ? true : undefined))
    expect(session.controller.task?.queue.list()).toMatchObject([{ text: 'Stop talking.' }])
  })
})

/** Kills the program after each record that follows the first with this text, and tells how often the model then heard the text. */
async function hearingsAfterKills(first: TaskSession, taskId: string, words: string): Promise<readonly number[]> {
  await first.controller.clearTask()
  const path = join(first.dataDir, 'tasks', taskId, 'journal.jsonl')
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  const said = lines.findIndex((line) => line.includes('"answer":{') && line.includes(words))
  const sent = lines.findIndex((line, at) => at > said && line.includes('"k":"user"'))
  const hearings: number[] = []
  for (let kept = said + 1; kept <= sent + 1; kept += 1) {
    await writeFile(
      path,
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const second = await again(first)
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.approve(second.kinds.at(-1) === 'ask:resume_completed_task' ? 'resume_completed_task' : 'resume_task')
    await second.ask('completion_result')
    const turns = second.provider.requests[0]?.conversation.filter(({ role }) => role === 'user')
    hearings.push(JSON.stringify(turns).split(words).length - 1)
    await second.controller.clearTask()
  }
  return hearings
}

const QUESTION = toolCall('ask_followup_question', { question: 'Which colour?', options: ['Crimson', 'Teal'] })

describe('what the person said reaches the model once, wherever the program is killed after it was written down', () => {
  it.each([
    ['in their own words', [answer(QUESTION), complete()], 'followup', 'The colour of rust.'],
    ['by an option', [answer(QUESTION), complete()], 'followup', 'Teal'],
    ['about a plan', [answer(toolCall('plan_mode_respond', { response: 'I would.' })), complete()], 'plan_mode_respond', 'Rather not.'],
    ['about a result', [complete(), complete()], 'completion_result', 'One thing is missing.'],
    ['with an approval', [answer(toolCall('write_to_file', { path: 'a', content: 'a' })), complete()], 'tool', 'Keep it short.'],
    ['with a refusal', [answer(toolCall('write_to_file', { path: 'a', content: 'a' })), complete()], 'tool', 'Nowhere near that.'],
  ] as const)('as an answer %s', async (how, script, kind, words) => {
    const first = await TaskSession.open(script, { settings: kind === 'plan_mode_respond' ? { mode: 'plan' } : {} })
    const taskId = await first.start()
    await first.answer(kind, { response: how === 'with an approval' ? 'yesButtonClicked' : 'messageResponse', text: words })
    await first.until('the end', () => (first.provider.requests.length === 2 ? first.controller.task?.openAskTs : undefined))
    const hearings = await hearingsAfterKills(first, taskId, words)
    expect(hearings.length).toBeGreaterThan(2)
    expect(hearings).toEqual(hearings.map(() => 1))
  })

  it('also where it was queued, and answered a result', async () => {
    const first = await TaskSession.open([complete('First.'), complete('Second.')])
    const taskId = await first.start()
    await first.ask('completion_result')
    first.controller.task?.enqueue({ text: 'One thing more.', images: [], files: [] })
    await first.until('the second completion', () => first.rows.find((row) => row.text === 'Second.'))
    const hearings = await hearingsAfterKills(first, taskId, 'One thing more.')
    expect(Math.min(...hearings)).toBe(1)
  })
})

describe('words that are queued while a completion waits already', () => {
  it('answer it: nothing else would ever take them', async () => {
    const session = await TaskSession.open([complete('First.'), complete('Second.')])
    await session.start()
    const ask = await session.ask('completion_result')
    session.controller.task?.enqueue({ text: 'One thing more.', images: [], files: [] })
    await session.until('the second completion', () => session.rows.find((row) => row.text === 'Second.'))
    expect(told(session, 1)).toContain('One thing more.')
    expect(session.rows.find((row) => row.ts === ask.ts)).toMatchObject({ answer: { text: 'One thing more.' } })
    expect(session.controller.task?.queue.list()).toEqual([])
  })

  it('are refused by a task that has ended', async () => {
    const session = await TaskSession.open([complete()])
    await session.start()
    await session.approve('completion_result')
    await session.until('the end', () => (session.controller.task?.openAskTs === undefined ? true : undefined))
    expect(session.controller.task?.enqueue({ text: 'Too late.', images: [], files: [] })).toBeUndefined()
    expect(session.controller.task?.queue.list()).toEqual([])
  })
})

describe('a turn that was cut', () => {
  it('tells the model which of its calls began and which did not', async () => {
    const session = await TaskSession.open([
      answer(
        toolCall('execute_command', { command: 'sleep 300.375', requires_approval: true }),
        toolCall('write_to_file', { path: 'a.txt', content: 'a' }),
      ),
      complete(),
    ])
    await session.start()
    await session.approve('command')
    await session.until('the command', () => (session.controller.task?.state.kind === 'running_tool' ? true : undefined))
    await session.controller.cancelTask()
    await session.approve('resume_task')
    await session.ask('completion_result')
    const results = session.results(1)
    expect(results).toEqual([expect.stringContaining('was not run')])
    expect(told(session, 1)).toContain('sleep 300.375')
  })

  it('does not name a command as interrupted that had ended before its completion was cut', async () => {
    const first = await TaskSession.open([answer(toolCall('attempt_completion', { result: 'Done.', command: 'echo over' })), complete()])
    const taskId = await first.start()
    await first.ask('completion_result')
    await first.controller.clearTask()
    const second = await again(first)
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.answer('resume_completed_task', { response: 'yesButtonClicked', text: 'More.' })
    await second.ask('completion_result')
    expect(told(second, 0)).not.toContain('Cut off in the middle')
  })
})

/** Records of the session's task that are on the disk, by kind. */
async function written(session: TaskSession): Promise<string[]> {
  const read = await session.services.store.read(session.controller.task?.taskId ?? '')
  return read.ok ? read.value.records.map(({ record }) => String(record['k'])) : []
}

describe('what was done', () => {
  /** How long after the cancelling, in ms. */
  async function lagOfResult(): Promise<number> {
    const session = await TaskSession.open([answer(toolCall('list_files', { path: '.' }))])
    await session.start()
    await session.until('the call’s end', () => session.rows.find((row) => toolStatusOf(row) === 'done'))
    await session.controller.cancelTask()
    await session.ask('resume_task')
    const cancelled = performance.now()
    await eventually(async () => expect(await written(session)).toContain('result'), 5)
    return performance.now() - cancelled
  }

  it('is on the disk at once when the task was cancelled right after it', async () => {
    let least = Infinity
    // Long before the timer that writes down what waits; more tries are for a busy machine.
    for (let tries = 0; tries < 3 && least > 500; tries++) least = Math.min(least, await lagOfResult())
    expect(least).toBeLessThan(500)
  })

  it('goes to the disk three times a turn: the answer, the call before it runs, and its result with what is sent next', async () => {
    const turns = 10
    // The least of several: on a busy machine the timer that writes down what waits comes in between.
    const counts = [await flushesOf(turns), await flushesOf(turns), await flushesOf(turns)]
    expect(Math.min(...counts)).toBeLessThanOrEqual(3 * turns + 6)
  })
})

/** How often a task of so many turns, each with one call, flushes its journal. */
async function flushesOf(turns: number): Promise<number> {
  const session = await TaskSession.open([
    ...Array.from({ length: turns }, (_, n) => answer(toolCall('list_files', { path: '.', recursive: n % 2 === 0 }))),
    complete(),
  ])
  let flushes = 0
  const { store } = session.services
  const counting: TaskStore = {
    ...store,
    create: async (taskId, options) => {
      const opened = await store.create(taskId, options)
      if (!opened.ok) return opened
      const { journal } = opened.value
      const flush = () => (flushes++, journal.flush())
      return ok({ ...opened.value, journal: { append: (record) => journal.append(record), flush, close: () => journal.close() } })
    },
  }
  const ended = Promise.withResolvers<void>()
  const controller = new Controller(
    { ...session.services.controller, store: counting, createHandler: () => Promise.resolve(session.provider.handler) },
    { cwd: session.cwd },
    (news) => news.type === 'ask' && ended.resolve(),
  )
  onTestFinished(() => controller.dispose())
  await controller.initTask({ text: 'Go.', images: [], files: [] })
  await ended.promise
  expect(session.provider.requests).toHaveLength(turns + 1)
  return flushes
}
