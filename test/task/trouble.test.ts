import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../main/providers/provider-error'
import { answer, complete, type ScriptStep, text, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const fail = (facts: ConstructorParameters<typeof ProviderError>[0]): ScriptStep => ({ type: 'fail', error: new ProviderError(facts) })
const busy = { kind: 'busy', message: 'The server is busy.', status: 529 } as const
const texts = (session: TaskSession) => session.rows.flatMap((row) => (row.type === 'say' && row.say === 'text' ? [row.text] : []))

describe('a provider that does not answer as it should', () => {
  it('is waited for with a countdown that can be cut short', async () => {
    const session = await TaskSession.open([[fail(busy)], complete()])
    await session.start()
    const state = await session.until('the countdown', () =>
      session.controller.task?.state.kind === 'retrying' ? session.controller.task.state : undefined,
    )
    expect(state).toMatchObject({ attempt: 1, cause: { kind: 'busy', message: 'The server is busy.' } })
    expect(state.resumeAt).toBeGreaterThan(Date.now())
    expect(session.rows.at(-1)).toMatchObject({ say: 'error_retry', data: { attempt: 1, errorMessage: 'The server is busy.' } })
    session.controller.task?.retryWait.now()
    await session.ask('completion_result')
    expect(session.kinds).not.toContain('say:error_retry')
  })

  it('asks the person when the countdown is stopped, and tries again when they say so', async () => {
    const session = await TaskSession.open([[fail(busy)], complete()])
    await session.start()
    await session.until('the countdown', () => (session.controller.task?.state.kind === 'retrying' ? true : undefined))
    session.controller.task?.retryWait.stop()
    expect((await session.ask('api_req_failed')).data).toMatchObject({ kind: 'busy', status: 529 })
    await session.approve('api_req_failed')
    await session.ask('completion_result')
  })

  it('is not tried again by itself when the key is refused', async () => {
    const session = await TaskSession.open([[fail({ kind: 'auth', message: 'The key was refused.', status: 401 })], complete()])
    await session.start()
    expect((await session.ask('api_req_failed')).data.message).toBe('The key was refused.')
    expect(session.provider.requests).toHaveLength(1)
    await session.approve('api_req_failed')
    await session.ask('completion_result')
  })

  it('ends as failed when the person does not want another try', async () => {
    const key = 'sk-test-0123456789'
    const session = await TaskSession.open([[fail({ kind: 'auth', message: `The key ${key} was refused.`, detail: key })]])
    await session.start()
    await session.reject('api_req_failed')
    await session.until('the failure', () => (session.controller.task?.state.kind === 'failed' ? true : undefined))
    expect(session.controller.task?.state).toMatchObject({ error: { message: 'The key [secret] was refused.' } })
    expect(JSON.stringify(session.news.filter((news) => news.type === 'state'))).not.toContain(key)
  })

  it('is asked again once after an empty answer, with the very same request, and then says so', async () => {
    const session = await TaskSession.open([answer(), complete()])
    await session.start()
    await session.ask('completion_result')
    expect(session.provider.requests[1]?.conversation).toEqual(session.provider.requests[0]?.conversation)
    const twice = await TaskSession.open([answer(), answer(), complete()])
    await twice.start()
    expect((await twice.ask('api_req_failed')).data.kind).toBe('empty')
  })

  it('keeps what was streamed before the connection broke, and never shows it twice', async () => {
    const session = await TaskSession.open([
      [...text('The first half '), fail(busy)],
      answer(text('and the second half.'), toolCall('attempt_completion', { result: 'ok' })),
    ])
    await session.start()
    await session.until('the countdown', () => (session.controller.task?.state.kind === 'retrying' ? true : undefined))
    session.controller.task?.retryWait.now()
    await session.ask('completion_result')
    expect(texts(session)).toEqual(['The first half ', 'and the second half.'])
    const sent = JSON.stringify(session.provider.requests[1]?.conversation)
    expect(sent).toContain('The first half ')
    expect(sent).toContain('broke off here')
  })

  it('that stops without an end is treated as a broken connection', async () => {
    const session = await TaskSession.open([text('Only words and no end'), complete()])
    await session.start()
    await session.until('the countdown', () => (session.controller.task?.state.kind === 'retrying' ? true : undefined))
    session.controller.task?.retryWait.now()
    await session.ask('completion_result')
  })
})

describe('a model that calls tools wrongly', () => {
  it('is told that a tool does not exist, with one result for its call', async () => {
    const session = await TaskSession.open([answer(toolCall('launch_missiles', { where: 'here' })), complete()])
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)).toEqual([expect.stringContaining('no tool named "launch_missiles"')])
    expect(session.rows).toContainEqual(
      expect.objectContaining({
        say: 'tool',
        data: expect.objectContaining({ tool: 'unknown', name: 'launch_missiles', status: 'failed' }),
      }),
    )
  })

  it('is told so for a tool of the source design that is not built yet', async () => {
    const session = await TaskSession.open([answer(toolCall('browser_action', { action: 'launch' })), complete()])
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('browser_action')
  })

  it('is told which arguments do not fit', async () => {
    const session = await TaskSession.open([answer(toolCall('read_file', { path: ['not', 'a', 'string'] })), complete()])
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('path')
    expect(session.results(1)[0]).toContain('was not run')
  })

  it('never has a call run whose arguments did not arrive whole', async () => {
    const cut = toolCall('write_to_file', { path: 'half.txt', content: 'line one\nline two' }, 10).slice(0, -2)
    const session = await TaskSession.open([answer([...cut, { type: 'tool_call_end', id: 'x' }]), complete()], {
      settings: { yoloModeToggled: true },
    })
    await session.start()
    await session.ask('completion_result')
    await expect(readFile(join(session.cwd, 'half.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(session.results(1)[0]).toContain('did not arrive whole')
  })

  it('is reminded to use a tool when it only talks, and the person is asked after three times', async () => {
    const session = await TaskSession.open([answer(text('Hm.')), answer(text('Well.')), answer(text('So.')), complete()])
    await session.start()
    const ask = await session.ask('mistake_limit_reached')
    expect(ask.text).toContain('3 times')
    await session.answer('mistake_limit_reached', { response: 'messageResponse', text: 'Finish it.' })
    await session.ask('completion_result')
    expect(JSON.stringify(session.provider.requests[3]?.conversation.at(-1))).toContain('Finish it.')
  })

  it('is asked about when it repeats the same call five times', async () => {
    const same = () => answer(toolCall('list_files', { path: '.' }))
    const session = await TaskSession.open([same(), same(), same(), same(), same(), complete()])
    await session.start()
    expect((await session.ask('mistake_limit_reached')).text).toContain('the same call 5 times')
    await session.approve('mistake_limit_reached')
    await session.ask('completion_result')
    expect(JSON.stringify(session.provider.requests[3]?.conversation.at(-1))).toContain('3 times in a row')
  })
})

describe('files that are not what a model thinks', () => {
  it('keeps a file whole when a search block is found twice or not at all', async () => {
    const edit = (search: string) =>
      answer(toolCall('replace_in_file', { path: 'a.txt', diff: `------- SEARCH\n${search}\n=======\nnew\n+++++++ REPLACE\n` }))
    const session = await TaskSession.open([edit('same'), edit('missing'), complete()], { files: { 'a.txt': 'same\nother\nsame\n' } })
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toMatch(/1.*3|lines/s)
    expect(await readFile(join(session.cwd, 'a.txt'), 'utf8')).toBe('same\nother\nsame\n')
    expect(session.kinds.filter((kind) => kind.startsWith('ask:'))).toEqual(['ask:completion_result'])
  })

  it('edits what is not UTF-8 in its own encoding, and keeps every other byte', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('replace_in_file', { path: 'l1.txt', diff: '------- SEARCH\nb\n=======\nc\n+++++++ REPLACE\n' })), complete()],
      { settings: { yoloModeToggled: true } },
    )
    const bytes = Buffer.from([0x61, 0xe9, 0x0a, 0x62, 0x0a])
    await writeFile(join(session.cwd, 'l1.txt'), bytes)
    await session.start()
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'l1.txt'))).toEqual(Buffer.from([0x61, 0xe9, 0x0a, 0x63, 0x0a]))
    expect(session.results(1)[0]).toContain('Saved l1.txt')
  })
})

describe('plan mode', () => {
  it('changes nothing and does not even ask', async () => {
    const session = await TaskSession.open(
      [
        answer(toolCall('write_to_file', { path: 'x.txt', content: 'x' })),
        answer(toolCall('execute_command', { command: 'touch y', requires_approval: false })),
        answer(toolCall('plan_mode_respond', { response: 'This is the plan.' })),
        complete(),
      ],
      {
        settings: { mode: 'plan', yoloModeToggled: false },
      },
    )
    await session.start()
    await session.ask('plan_mode_respond')
    expect(session.results(1)[0]).toContain('plan mode')
    expect(session.results(2)[0]).toContain('plan mode')
    expect(session.kinds.filter((kind) => kind.startsWith('ask:'))).toEqual(['ask:plan_mode_respond'])
    expect(session.controller.togglePlanActMode('act', { text: 'Go ahead.', images: [], files: [] })).toBe(true)
    await session.ask('completion_result')
    expect(JSON.stringify(session.provider.requests[3]?.conversation.at(-1))).toContain('Go ahead.')
    expect(JSON.stringify(session.provider.requests[3]?.conversation.at(-1))).toContain('ACT')
  })
})
