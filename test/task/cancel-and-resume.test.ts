import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Controller } from '../../main/controller/controller'
import type { ApiStreamEvent } from '../../main/providers/provider'
import { createServices } from '../../main/services'
import type { Notice } from '../../shared/extension-state'
import { toolStatusOf } from '../../shared/messages'
import { failed } from '../../shared/result'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import { processesWith } from '../support/processes'
import { TaskSession } from '../support/task-session'

const never = () => new Promise<void>(() => undefined)

/** A stream that does not hear Cancel. */
async function* deaf(late: Promise<void>): AsyncGenerator<ApiStreamEvent> {
  yield { type: 'text', text: 'Before. ' }
  await late
  yield { type: 'text', text: 'Far too late.' }
  yield { type: 'end', stopReason: 'end_turn', rawReason: 'end_turn' }
}

describe('cancelling', () => {
  it('stops a silent stream at once, keeps its words and offers to resume', async () => {
    const session = await TaskSession.open([[...text('Half a thought '), { type: 'gate', opened: never() }], complete()])
    await session.start()
    await session.until('the words', () => session.rows.find((row) => row.text === 'Half a thought '))
    const { task } = session.controller
    await session.controller.cancelTask()
    // Not the task that takes the place of one that did not hear of it.
    expect(session.controller.task).toBe(task)
    await session.ask('resume_task')
    expect(session.controller.task?.state.kind).toBe('cancelled')
    await session.answer('resume_task', { response: 'yesButtonClicked', text: 'Go on, please.' })
    await session.ask('completion_result')
    const sent = JSON.stringify(session.provider.requests[1]?.conversation)
    expect(sent).toContain('Half a thought ')
    expect(sent).toContain('TASK RESUMPTION')
    expect(sent).toContain('Go on, please.')
  })

  it('ends a running command with its whole group', async () => {
    const session = await TaskSession.open([
      answer(toolCall('execute_command', { command: 'sleep 300.125 & echo started $!; wait', requires_approval: true })),
    ])
    await session.start()
    await session.approve('command')
    const pid = await session.until('the command’s first line', () => {
      const output = session.rows.find((row) => row.type === 'say' && row.say === 'command_output')
      return /started (\d+)/.exec(output?.text ?? '')?.[1]
    })
    expect(processesWith('300.125')).toContain(Number(pid))
    await session.controller.cancelTask()
    await session.ask('resume_task')
    expect(processesWith('300.125')).toEqual([])
  })

  it('closes an approval that waited: an answer to it no longer counts', async () => {
    const session = await TaskSession.open([answer(toolCall('write_to_file', { path: 'a.txt', content: 'a' })), complete()])
    await session.start()
    const ask = await session.ask('tool')
    await session.controller.cancelTask()
    await session.ask('resume_task')
    expect(session.controller.handleAskResponse(ask.ts, { response: 'yesButtonClicked' })).toBe(false)
    await expect(readFile(join(session.cwd, 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(session.rows.find((row) => row.ts === ask.ts)).toMatchObject({ data: { status: 'cancelled' } })
  })

  it('happens once, however often it is asked for', async () => {
    const session = await TaskSession.open([[{ type: 'gate', opened: never() }]])
    await session.start()
    await session.until('the stream', () => (session.controller.task?.state.kind === 'streaming' ? true : undefined))
    await Promise.all([session.controller.cancelTask(), session.controller.cancelTask(), session.controller.cancelTask()])
    await session.ask('resume_task')
    expect(session.kinds.filter((kind) => kind === 'ask:resume_task')).toHaveLength(1)
  })

  it('abandons a run that does not settle, after three seconds: it can show and write nothing any more', async () => {
    const session = await TaskSession.open([[], complete('Second life.')])
    const late = Promise.withResolvers<void>()
    const { handler } = session.provider
    const create = handler.createMessage.bind(handler)
    let requests = 0
    handler.createMessage = (request, signal) => (requests++ === 0 ? deaf(late.promise) : create(request, signal))
    session.provider.requests.push({ systemPrompt: '', conversation: [], tools: [], taskId: '' })
    await session.start()
    await session.until('the first words', () => session.rows.find((row) => row.text === 'Before. '))
    const first = session.controller.task
    await session.controller.cancelTask()
    await session.ask('resume_task')
    expect(session.controller.task).not.toBe(first)
    expect(session.rows.at(-1)).toMatchObject({ ask: 'resume_task', cancelled: true })
    const shown = session.rows.length
    late.resolve()
    await session.approve('resume_task')
    await session.ask('completion_result')
    expect(session.rows.length).toBeGreaterThan(shown)
    expect(JSON.stringify(session.rows)).not.toContain('Far too late.')
    expect(session.services.notices.list()).toEqual([])
  })

  it('begins no further call of the same answer', async () => {
    const session = await TaskSession.open(
      [
        answer(toolCall('write_to_file', { path: 'a.txt', content: 'a' }), toolCall('write_to_file', { path: 'b.txt', content: 'b' })),
        complete(),
      ],
      { settings: { autoApprovalSettings: { actions: { editFiles: true } } } },
    )
    await session.start()
    await session.until('the first call’s end', () => session.rows.find((row) => toolStatusOf(row) === 'done'))
    await session.controller.cancelTask()
    await session.approve('resume_task')
    await session.ask('completion_result')
    await expect(readFile(join(session.cwd, 'b.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(session.results(1)).toEqual([expect.stringContaining('Created a.txt'), expect.stringContaining('was not run')])
  })

  it('keeps an abandoned run from the journal, which may be another one’s by then', async () => {
    const session = await TaskSession.open([])
    const late = Promise.withResolvers<void>()
    session.provider.handler.createMessage = () => deaf(late.promise)
    const taskId = await session.start()
    await session.until('the first words', () => session.rows.find((row) => row.text === 'Before. '))
    const told = session.news.length
    session.controller.task?.abandon()
    late.resolve()
    await session.controller.clearTask()
    const read = await session.services.store.read(taskId)
    expect(read.ok && read.value.records.some(({ record }) => record['k'] === 'assistant')).toBe(false)
    expect(session.news.slice(told).map((news) => news.type)).toEqual(['task_changed'])
  })

  it('leaves alone a task that was started while the one before it was being abandoned', async () => {
    const session = await TaskSession.open([complete('The new one.')])
    const { handler } = session.provider
    const create = handler.createMessage.bind(handler)
    let requests = 0
    handler.createMessage = (request, signal) => (requests++ === 0 ? deaf(never()) : create(request, signal))
    await session.start()
    await session.until('the first words', () => session.rows.find((row) => row.text === 'Before. '))
    const [, started] = await Promise.all([session.controller.cancelTask(), session.start('Something else.')])
    expect(session.controller.task?.taskId).toBe(started)
    await session.ask('completion_result')
  })

  it('says so when the task that was abandoned cannot be opened again', async () => {
    const notices: Notice[] = []
    const streams = Promise.withResolvers<void>()
    const session = await TaskSession.open([])
    session.provider.handler.createMessage = () => deaf(never())
    const notice = session.services.controller.notice
    const controller = new Controller(
      {
        ...session.services.controller,
        createHandler: () => Promise.resolve(session.provider.handler),
        notice: (each) => (notices.push(each), notice(each)),
        store: { ...session.services.store, open: () => Promise.resolve(failed({ kind: 'not_found', message: 'It is gone.' })) },
      },
      { cwd: session.cwd },
      (news) => {
        if (news.type === 'row' && news.op.op === 'row.add' && news.op.row.type === 'say' && news.op.row.say === 'text') streams.resolve()
      },
    )
    await controller.initTask({ text: 'Go.', images: [], files: [] })
    await streams.promise
    await controller.cancelTask()
    expect(notices).toMatchObject([{ level: 'error', text: expect.stringContaining('It is gone.') }])
  })

  it('leaves a completed task completed when it is cleared', async () => {
    const session = await TaskSession.open([complete()])
    const taskId = await session.start()
    await session.ask('completion_result')
    await session.controller.clearTask()
    expect(session.services.history.list().find((item) => item.id === taskId)?.status).toBe('completed')
  })
})

describe('resuming from the journal', () => {
  it('knows a task that the person cancelled from one that was cut off, however often it is opened', async () => {
    const first = await TaskSession.open([[{ type: 'gate', opened: never() }], [{ type: 'gate', opened: never() }]])
    const taskId = await first.start()
    await first.until('the stream', () => (first.controller.task?.state.kind === 'streaming' ? true : undefined))
    await first.controller.cancelTask()
    expect(await first.ask('resume_task')).toMatchObject({ cancelled: true })
    for (let opened = 0; opened < 2; opened++) {
      await first.controller.clearTask()
      expect(first.services.history.list().find((item) => item.id === taskId)?.status).toBe('cancelled')
      await first.controller.reinitExistingTaskFromId(taskId)
      expect(await first.ask('resume_task')).toMatchObject({ cancelled: true })
    }
    await first.approve('resume_task')
    await first.until('the stream', () => (first.controller.task?.state.kind === 'streaming' ? true : undefined))
    await first.controller.clearTask()
    await first.controller.reinitExistingTaskFromId(taskId)
    expect(await first.ask('resume_task')).not.toHaveProperty('cancelled')
  })

  it('brings back every row and the conversation, and names what was interrupted', async () => {
    const first = await TaskSession.open(
      [
        answer(text('I read. '), toolCall('read_file', { path: 'a.txt' })),
        answer(toolCall('execute_command', { command: 'npm test', requires_approval: true })),
      ],
      { files: { 'a.txt': 'hello\n' } },
    )
    const taskId = await first.start('Begin.')
    await first.ask('command')
    const before = first.rows.filter((row) => row.type === 'say')
    await first.controller.clearTask()

    const second = await TaskSession.open([complete('Resumed and done.')], { dataDir: first.dataDir, cwd: first.cwd })
    expect(await second.controller.reinitExistingTaskFromId(taskId)).toMatchObject({ ok: true })
    const ask = await second.ask('resume_task')
    expect(second.rows.filter((row) => row.type === 'say')).toEqual(before)
    expect(ask.text ?? '').toMatch(/npm test|answer/)
    await second.approve('resume_task')
    await second.ask('completion_result')
    const sent = JSON.stringify(second.provider.requests[0]?.conversation)
    expect(sent).toContain('hello')
    expect(sent).toContain('TASK RESUMPTION')
  })

  it('is refused in one clear line while another process or session holds the task', async () => {
    const first = await TaskSession.open([[{ type: 'gate', opened: never() }]])
    const taskId = await first.start()
    const services = await createServices({ dataDir: first.dataDir, onNotice: () => undefined })
    const other = new Controller(services.controller, { cwd: first.cwd }, () => undefined)
    const refused = await other.reinitExistingTaskFromId(taskId, false)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'held' } })
    expect(other.task).toBeUndefined()
  })

  it('keeps the counts of tokens, cost and changes', async () => {
    const first = await TaskSession.open([answer(toolCall('write_to_file', { path: 'n.txt', content: 'one\ntwo\n' })), complete()])
    const taskId = await first.start()
    await first.approve('tool')
    await first.ask('completion_result')
    const usage = first.controller.task?.usage
    const changes = first.controller.task?.changes.edited()
    await first.controller.clearTask()
    const second = await TaskSession.open([complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.ask('resume_completed_task')
    expect(changes).toEqual([{ path: 'n.txt', added: 2, removed: 0 }])
    expect(second.controller.task?.changes.edited()).toEqual(changes)
    expect(second.controller.task?.usage).toMatchObject({ tokensIn: usage?.tokensIn, cost: usage?.cost })
  })

  it('counts every try of a request, also one that was cut', async () => {
    const first = await TaskSession.open([answer(), [...answer(text('Half a thought ')).slice(0, -1), { type: 'gate', opened: never() }]])
    const taskId = await first.start()
    await first.until('the words', () => first.rows.find((row) => row.text === 'Half a thought '))
    await first.controller.cancelTask()
    await first.ask('resume_task')
    expect(first.controller.task?.usage).toMatchObject({ tokensIn: 20, tokensOut: 10 })
    const { usage } = first.controller.task ?? {}
    await first.controller.clearTask()
    const second = await TaskSession.open([], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    expect(second.controller.task?.usage).toMatchObject({ tokensIn: 20, tokensOut: 10, cost: usage?.cost })
  })
})

it('a task that is only opened again was not used by that', async () => {
  const session = await TaskSession.open([complete('Done.'), complete('Done again.')])
  const id = await session.start()
  await session.ask('completion_result')
  const used = session.controller.summary().ts
  expect(used).toBe(session.rows.at(-1)?.ts)
  await session.controller.dispose()
  const again = await TaskSession.open([complete('Done again.')], { cwd: session.cwd, dataDir: session.dataDir })
  expect((await again.controller.reinitExistingTaskFromId(id)).ok).toBe(true)
  expect((await again.ask('resume_completed_task')).ts).toBeGreaterThan(used)
  expect(again.controller.summary().ts).toBe(used)
  await again.answer('resume_completed_task', { response: 'messageResponse', text: 'Go on.' })
  await again.ask('completion_result')
  expect(again.controller.summary().ts).toBeGreaterThan(used)
})
