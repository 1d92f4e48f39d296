import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const files = { 'src/sum.js': 'export const sum = (a, b) => a - b\n' }
const edit = toolCall('replace_in_file', {
  path: 'src/sum.js',
  diff: '------- SEARCH\nexport const sum = (a, b) => a - b\n=======\nexport const sum = (a, b) => a + b\n+++++++ REPLACE\n',
})

describe('a task from first words to completion', () => {
  it('reads unasked, shows the difference before it writes, and completes', async () => {
    const session = await TaskSession.open(
      [answer(text('I look at it. '), toolCall('read_file', { path: 'src/sum.js' })), answer(edit), complete('It adds now.')],
      { files },
    )
    await session.start('Mend the sum.')
    const ask = await session.ask('tool')
    expect(ask.data).toMatchObject({ tool: 'editedExistingFile', path: 'src/sum.js', status: 'awaiting_approval', added: 1, removed: 1 })
    expect(ask.data.diff).toContain('+export const sum = (a, b) => a + b')
    expect(ask.approval?.reason).toBe('writes a file in the project')
    expect(await readFile(join(session.cwd, 'src/sum.js'), 'utf8')).toBe(files['src/sum.js'])
    await session.approve('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'src/sum.js'), 'utf8')).toBe('export const sum = (a, b) => a + b\n')
    expect(session.kinds).toEqual([
      'say:task',
      'say:api_req_started',
      'say:text',
      'say:tool',
      'say:api_req_started',
      'ask:tool',
      'say:api_req_started',
      'say:completion_result',
      'ask:completion_result',
    ])
    expect(session.controller.task?.state.kind).toBe('completed')
    expect(session.controller.task?.changes.edited()).toEqual([{ path: 'src/sum.js', added: 1, removed: 1 }])
    expect(session.controller.task?.usage).toMatchObject({ tokensIn: 30, tokensOut: 15, cost: expect.closeTo(0.00006, 9) })
  })

  it('leaves the file alone when the edit is rejected, and tells the model the person’s words', async () => {
    const session = await TaskSession.open([answer(edit), complete()], { files })
    await session.start()
    await session.answer('tool', { response: 'messageResponse', text: 'Use a helper instead.' })
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'src/sum.js'), 'utf8')).toBe(files['src/sum.js'])
    expect(session.results(1)[0]).toContain('did not approve')
    expect(JSON.stringify(session.provider.requests[1]?.conversation)).toContain('<feedback>\\nUse a helper instead.\\n</feedback>')
    expect(session.kinds).toContain('say:user_feedback')
  })

  it('skips the later calls of an answer once one was rejected, and answers every call', async () => {
    const session = await TaskSession.open([answer(edit, toolCall('read_file', { path: 'src/sum.js' })), complete()], { files })
    await session.start()
    await session.reject('tool')
    await session.ask('completion_result')
    expect(session.results(1)).toHaveLength(2)
    expect(session.results(1)[1]).toContain('skipped, because the person turned down one before it')
  })

  it('runs one call of an answer where several are switched off, and says why the others were skipped', async () => {
    const list = toolCall('list_files', { path: '.' })
    const options = { files, settings: { enableParallelToolCalling: false } }
    const session = await TaskSession.open([answer(list, toolCall('read_file', { path: 'src/sum.js' })), complete()], options)
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[1]).toContain('skipped, because only one call of an answer runs here')
  })

  it('runs several calls of one answer in order', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('list_files', { path: '.' }), toolCall('read_file', { path: 'src/sum.js' })), complete()],
      { files },
    )
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('src/')
    expect(session.results(1)[1]).toContain('a - b')
  })

  it('refuses to write what was changed since it was shown', async () => {
    const session = await TaskSession.open([answer(edit), complete()], { files })
    await session.start()
    await session.ask('tool')
    await writeFile(join(session.cwd, 'src/sum.js'), 'export const sum = (a, b) => a - b // mine\n')
    await session.approve('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'src/sum.js'), 'utf8')).toContain('// mine')
    expect(session.results(1)[0]).toMatch(/changed/i)
  })

  it('asks anew when an answer comes after ten minutes and things have changed, and takes a late answer where nothing has', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const session = await TaskSession.open([answer(edit), complete()], { files })
    await session.start()
    const first = await session.ask('tool')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await writeFile(join(session.cwd, 'src/sum.js'), `${files['src/sum.js']}// mine\n`)
    await session.approve('tool')
    const second = await session.until('the second question', () => {
      const ask = session.rows.find((row) => row.type === 'ask' && row.ask === 'tool' && row.ts !== first.ts)
      return ask && session.controller.task?.openAskTs === ask.ts ? ask : undefined
    })
    expect(second).toMatchObject({ data: { diff: expect.stringContaining('// mine') } })
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await session.approve('tool')
    await session.ask('completion_result')
    expect(await readFile(join(session.cwd, 'src/sum.js'), 'utf8')).toBe('export const sum = (a, b) => a + b\n// mine\n')
  })

  it('asks before a command, shows its output as it comes, and gives it to the model', async () => {
    const session = await TaskSession.open(
      [
        answer(toolCall('execute_command', { command: 'printf "one\\ntwo\\n" | tee out.txt; exit 3', requires_approval: false })),
        complete(),
      ],
      { files },
    )
    await session.start()
    const ask = await session.ask('command')
    expect(ask.data).toMatchObject({ command: 'printf "one\\ntwo\\n" | tee out.txt; exit 3', cwd: session.cwd })
    await session.approve('command')
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('one\ntwo')
    expect(session.results(1)[0]).toContain('3')
    const output = session.rows.find((row) => row.type === 'say' && row.say === 'command_output')
    expect(output?.text).toContain('one\ntwo')
  })

  it('runs a command that only reads without asking', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('execute_command', { command: 'cat src/sum.js', requires_approval: false })), complete()],
      { files },
    )
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('a - b')
  })

  it('asks for a command that reads outside the project', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('execute_command', { command: 'cat /etc/hostname', requires_approval: false })), complete()],
      { files },
    )
    await session.start()
    expect((await session.ask('command')).approval?.reason).toContain('outside the project')
    await session.reject('command')
    await session.ask('completion_result')
  })

  it('takes words typed meanwhile along with the next request', async () => {
    const gate = Promise.withResolvers<void>()
    const session = await TaskSession.open(
      [answer([{ type: 'gate', opened: gate.promise }], toolCall('read_file', { path: 'src/sum.js' })), complete()],
      { files },
    )
    await session.start()
    await session.until('the stream', () => (session.controller.task?.state.kind === 'streaming' ? true : undefined))
    session.controller.task?.queue.add({ text: 'Also look at the tests.', images: [], files: [] })
    gate.resolve()
    await session.ask('completion_result')
    expect(JSON.stringify(session.provider.requests[1]?.conversation.at(-1))).toContain('Also look at the tests.')
    expect(session.controller.task?.queue.list()).toEqual([])
  })

  it('goes on when the person answers a completion with words', async () => {
    const session = await TaskSession.open([complete('First.'), complete('Second.')], { files })
    await session.start()
    await session.answer('completion_result', { response: 'messageResponse', text: 'Not yet.' })
    await session.until('the second completion', () =>
      session.rows.filter((row) => row.type === 'ask' && row.ask === 'completion_result').length === 2 ? true : undefined,
    )
    expect(JSON.stringify(session.provider.requests[1]?.conversation.at(-1))).toContain('Not yet.')
  })

  it('keeps a question open for its own answer and hands on the chosen option', async () => {
    const session = await TaskSession.open(
      [answer(toolCall('ask_followup_question', { question: 'Tabs or blanks?', options: ['Tabs', 'Blanks'] })), complete()],
      { files },
    )
    await session.start()
    const ask = await session.ask('followup')
    expect(ask.data).toMatchObject({ question: 'Tabs or blanks?', options: ['Tabs', 'Blanks'] })
    expect(session.controller.handleAskResponse(ask.ts - 1, { response: 'yesButtonClicked' })).toBe(false)
    await session.answer('followup', { response: 'messageResponse', text: 'Tabs' })
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('Tabs')
    expect(session.rows.find((row) => row.ts === ask.ts)).toMatchObject({ data: { selected: 'Tabs' } })
  })
})
