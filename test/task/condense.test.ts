import { describe, expect, it } from 'vitest'
import { answer, complete, type ScriptedAnswer, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const condense = answer(toolCall('condense', { context: 'We found that pears are red.' }))
const told = (session: TaskSession, request: number) => JSON.stringify(session.provider.requests[request]?.conversation)
const offered = (session: TaskSession, request: number) => session.provider.requests[request]?.tools.map(({ name }) => name) ?? []

/** A task whose first result the person answers with these words. */
async function afterFirst(words: string, ...script: readonly ScriptedAnswer[]): Promise<TaskSession> {
  const session = await TaskSession.open([complete('First result.'), ...script])
  await session.start('Look into the pears.')
  await session.answer('completion_result', { response: 'messageResponse', text: words })
  return session
}

describe('a word with a slash', () => {
  it.each([
    ['/smol', 'condense'],
    ['/compact', 'condense'],
    ['/newtask', 'new_task'],
    ['/newrule', 'new_rule'],
    ['/reportbug', 'report_bug'],
  ])('%s in words of the person offers %s with that request, and never else', async (command, tool) => {
    const session = await TaskSession.open([complete()])
    await session.start('Look into the pears.')
    await session.ask('completion_result')
    expect(offered(session, 0)).not.toContain(tool)
    const asked = await TaskSession.open([answer(toolCall('list_files', { path: '.' })), complete()])
    await asked.start(`Well ${command} of pears`)
    await asked.ask('completion_result')
    expect(offered(asked, 0)).toContain(tool)
    expect(told(asked, 0)).toContain(`<explicit_instructions type=\\"${tool}\\">`)
    expect(told(asked, 0)).toContain('<task>\\nWell  of pears\\n</task>')
  })

  it('means nothing in what the model reads, nor within a path', async () => {
    const session = await TaskSession.open([answer(toolCall('read_file', { path: 'a.txt' })), complete()], {
      files: { 'a.txt': '/newrule\n' },
    })
    await session.start('Read src/smol and ./compact')
    await session.ask('completion_result')
    expect([...offered(session, 0), ...offered(session, 1)]).not.toContain('condense')
    expect(offered(session, 1)).not.toContain('new_rule')
  })
})

describe('condense', () => {
  it('asks, and from then on sends the summary in place of the conversation; the chat keeps all of it', async () => {
    const session = await afterFirst('/smol', condense, complete('Second result.'))
    expect((await session.ask('condense')).text).toBe('We found that pears are red.')
    expect(session.controller.summary().waitsFor).toBe('Go on from a summary')
    await session.approve('condense')
    await session.until('the second result', () => session.rows.find((row) => row.text === 'Second result.'))
    expect(session.rows.find((row) => row.type === 'say' && row.say === 'user_feedback')?.text).toBe('/smol')
    const [opening] = session.provider.requests[2]?.conversation ?? []
    expect(session.provider.requests[2]?.conversation).toHaveLength(1)
    expect(JSON.stringify(opening)).toContain('<summary>\\nWe found that pears are red.\\n</summary>')
    expect(JSON.stringify(opening)).toContain('<task>\\nLook into the pears.\\n</task>')
    expect(told(session, 2)).not.toContain('First result.')
    expect(session.rows.some((row) => row.text === 'First result.')).toBe(true)
    expect(offered(session, 1)).toContain('condense')
  })

  it('changes nothing when the person wants it otherwise', async () => {
    const session = await afterFirst('/compact', condense, complete('Second result.'))
    await session.answer('condense', { response: 'messageResponse', text: 'Name the plums too.' })
    await session.until('the second result', () => session.rows.find((row) => row.text === 'Second result.'))
    expect(told(session, 2)).toContain('Name the plums too.')
    expect(told(session, 2)).toContain('First result.')
  })

  it('holds after the program was started anew', async () => {
    const first = await afterFirst('/smol', condense, complete('Second result.'))
    const taskId = first.controller.task?.taskId ?? ''
    await first.approve('condense')
    await first.until('the second result', () => first.rows.find((row) => row.text === 'Second result.'))
    await first.ask('completion_result')
    await first.controller.clearTask()
    const second = await TaskSession.open([complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.answer('resume_completed_task', { response: 'yesButtonClicked', text: 'And the plums?' })
    await second.ask('completion_result')
    expect(told(second, 0)).toContain('We found that pears are red.')
    expect(told(second, 0)).not.toContain('First result.')
    expect(second.rows.some((row) => row.text === 'First result.')).toBe(true)
  })
})

describe('new_task', () => {
  it('ends this task and begins another with the context', async () => {
    const session = await afterFirst(
      '/newtask',
      answer(toolCall('new_task', { context: 'Go on with the plums.' })),
      complete('Plums done.'),
    )
    const before = session.controller.task?.taskId
    await session.approve('new_task')
    await session.until('the result of the new task', () => session.rows.find((row) => row.text === 'Plums done.'))
    expect(session.controller.task?.taskId).not.toBe(before)
    expect(session.rows[0]).toMatchObject({ say: 'task', text: 'Go on with the plums.' })
    expect(told(session, 2)).not.toContain('pears')
    expect(session.services.history.list().find(({ id }) => id === before)).toMatchObject({ status: 'completed' })
  })
})

describe('report_bug', () => {
  it('shows the whole report first and sends nothing by itself', async () => {
    const report = { title: 'It stops', what_happened: 'It stopped.', steps_to_reproduce: '1. Start it.' }
    const session = await afterFirst('/reportbug', answer(toolCall('report_bug', report)), complete('Second result.'))
    const asked = await session.ask('report_bug')
    expect(asked.data).toMatchObject({ ...report, operating_system: expect.stringContaining(process.platform) })
    await session.approve('report_bug')
    await session.until('the second result', () => session.rows.find((row) => row.text === 'Second result.'))
    const line = session.rows.find((row) => row.type === 'say' && row.say === 'info')?.text ?? ''
    expect(line).toMatch(/^The report can be sent on this page: https:\/\//)
    expect(new URL(line.slice(line.indexOf('https'))).searchParams.get('title')).toBe('It stops')
  })
})
