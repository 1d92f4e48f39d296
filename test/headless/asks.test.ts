import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { illegalIn, resultsIn } from './support/legal-requests'
import { call, checked, command, complete, openPlace, type Place, write } from './support/place'

const question = call('ask_followup_question', { question: 'Which colour?', options: ['red', 'blue'] })
const wantsToWrite = () => [{ pieces: [write('new.txt', 'one\n')] }, complete()]
const exists = (place: Place, path: string) =>
  stat(join(place.cwd, path)).then(
    () => true,
    () => false,
  )

describe('stdin answers', () => {
  test('exactly the ask that it names; an old answer is refused with a notice and changes nothing', async () => {
    const place = await openPlace([{ pieces: [write('a.txt', 'a\n')] }, { pieces: [write('b.txt', 'b\n')] }, complete()])
    const program = place.start(['--auto-approve', 'none'])
    const first = await program.event('ask')
    expect(first).toMatchObject({
      ask: 'tool',
      message: { data: { tool: 'newFileCreated', path: 'a.txt', status: 'awaiting_approval' }, approval: { summary: expect.any(String) } },
      actions: [
        { response: 'yesButtonClicked', label: 'Save' },
        { response: 'noButtonClicked', label: 'Reject' },
      ],
    })
    program.answer({ ts: first.ts + 1 }, 'yesButtonClicked')
    await program.event('notice', ({ code }) => code === 'stale_answer')
    expect(await exists(place, 'a.txt')).toBe(false)
    program.answer(first, 'yesButtonClicked', { scope: 'once' })
    const second = await program.event('ask', ({ ts }) => ts !== first.ts)
    program.answer(first, 'yesButtonClicked')
    await program.event('notice', ({ text }) => text.includes(String(first.ts)))
    expect(await exists(place, 'b.txt')).toBe(false)
    program.answer(second, 'noButtonClicked', { text: 'Not that one.' })
    const { status, events } = await checked(program)
    expect(status).toBe(0)
    expect(await exists(place, 'b.txt')).toBe(false)
    expect(events.at(-1)).toMatchObject({ changes: [{ path: 'a.txt', added: 1, removed: 0 }] })
    expect(JSON.stringify(place.server.requests[2]?.body)).toContain('Not that one.')
    expect(illegalIn(place.server.requests)).toEqual([])
  })

  test('questions with one of their options, or with words', async () => {
    const place = await openPlace([{ pieces: [question] }, { pieces: [question] }, complete()])
    const program = place.start()
    const first = await program.event('ask')
    expect(first).toMatchObject({ ask: 'followup', actions: [{ response: 'messageResponse', label: 'red' }, { label: 'blue' }] })
    program.answer(first, 'messageResponse', { text: 'red' })
    const second = await program.event('ask', ({ ts }) => ts !== first.ts)
    program.answer(second, 'messageResponse', { text: 'green, rather' })
    expect((await checked(program)).status).toBe(0)
    expect([...resultsIn(place.server.requests[2]).values()].join()).toMatch(/red.*green, rather/s)
  })

  test('a line that is no command is told of and changes nothing', async () => {
    const place = await openPlace(wantsToWrite())
    const program = place.start(['--auto-approve', 'none'])
    const ask = await program.event('ask')
    program.child.stdin?.write('{"type":"launch"}\nno json\n\n[1]\n{"type":"askResponse","ts":"x","response":"yesButtonClicked"}\n')
    await program.until('four notices', () => (program.events.filter(({ type }) => type === 'notice').length === 4 ? true : undefined))
    program.answer(ask, 'yesButtonClicked')
    const { status, events } = await checked(program)
    expect(status).toBe(0)
    expect(events.filter((event) => event.type === 'notice').map((event) => event.type === 'notice' && event.code)).toEqual(
      Array(4).fill('bad_command'),
    )
  })

  test('a message while the model works goes along with the next request', async () => {
    const place = await openPlace([{ waits: true, pieces: [call('list_files', { path: '.' })] }, complete()])
    const program = place.start()
    await place.server.waitForRequest(1)
    program.send({ type: 'message', text: 'and mind the gap' })
    // Known to have arrived: what follows it on the same line of commands is answered.
    program.answer({ ts: 1 }, 'yesButtonClicked')
    await program.event('notice', ({ code }) => code === 'stale_answer')
    place.server.release()
    const { status, events } = await checked(program)
    expect(status).toBe(0)
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('and mind the gap')
    expect(events).toContainEqual({ type: 'message', message: expect.objectContaining({ say: 'user_feedback', text: 'and mind the gap' }) })
  })

  test('a message that waits when the task is done is its feedback, and the task goes on', async () => {
    const place = await openPlace([{ waits: true, ...complete('First.') }, complete('Second.')])
    const program = place.start()
    await place.server.waitForRequest(1)
    program.send({ type: 'message', text: 'one more thing' })
    program.answer({ ts: 1 }, 'yesButtonClicked')
    await program.event('notice', ({ code }) => code === 'stale_answer')
    place.server.release()
    const { status, events } = await checked(program)
    expect(status).toBe(0)
    expect(events.at(-1)).toMatchObject({ text: 'Second.', turns: 2 })
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('one more thing')
  })

  test('the end of stdin while an ask waits ends the run with 3', async () => {
    const place = await openPlace(wantsToWrite())
    const program = place.start(['--auto-approve', 'none'])
    await program.event('ask')
    program.closeStdin()
    const { status, events } = await checked(program)
    expect(status).toBe(3)
    expect(events.at(-1)).toMatchObject({ status: 'needs_approval', error: { code: 'tool' } })
    expect(await exists(place, 'new.txt')).toBe(false)
  })

  test('the end of stdin before any ask lets the run go on, and the first ask ends it with 3', async () => {
    const place = await openPlace([{ pieces: [call('list_files', { path: '.' })] }, ...wantsToWrite()])
    const program = place.start(['--auto-approve', 'readFiles'])
    program.closeStdin()
    const { status, events } = await checked(program)
    expect(status).toBe(3)
    expect(place.server.requests).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'ask')).toHaveLength(1)
  })

  test('an answer that stands before the end of stdin without a line end is taken', async () => {
    const place = await openPlace(wantsToWrite())
    const program = place.start(['--auto-approve', 'none'])
    const { ts } = await program.event('ask')
    program.child.stdin?.end(JSON.stringify({ type: 'askResponse', ts, response: 'yesButtonClicked' }))
    expect((await checked(program)).status).toBe(0)
    expect(await exists(place, 'new.txt')).toBe(true)
  })

  test('cancel is the Cancel button: 130, and the task can be resumed', async () => {
    const place = await openPlace([{ pieces: ['I begin.', { gate: true }] }, complete('Resumed.')])
    const program = place.start()
    await program.event('message', ({ message }) => message.type === 'say' && message.say === 'text')
    program.send({ type: 'cancel' })
    const { status, events } = await checked(program)
    expect(status).toBe(130)
    const [task] = events
    expect(events.at(-1)).toMatchObject({ status: 'cancelled' })
    const resumed = place.resume(task?.type === 'task' ? task.taskId : '', [], 'Go on, please.')
    const after = await checked(resumed)
    expect(after.status).toBe(0)
    expect(after.events[0]).toMatchObject({ type: 'task', resumed: true })
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('Go on, please.')
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})

describe('--on-ask', () => {
  test.each(['nobody', 'reject'])('%s ends the run at the first ask with 3, and presses no button', async (who) => {
    const place = await openPlace(wantsToWrite())
    const { status, events } = await place.run(['--auto-approve', 'none', '--on-ask', who])
    expect(status).toBe(3)
    expect(events.filter(({ type }) => type === 'ask')).toHaveLength(1)
    expect(await exists(place, 'new.txt')).toBe(false)
    const { rows } = await place.replayed(events[0]?.type === 'task' ? events[0].taskId : '')
    expect(rows.filter((row) => row.type === 'ask' && row.answer)).toEqual([])
  })

  test('approve presses the approving button of edits and commands', async () => {
    const place = await openPlace([{ pieces: [write('new.txt', 'one\n'), command('cat new.txt', true)] }, complete()])
    const { status, events } = await place.run(['--auto-approve', 'none', '--on-ask', 'approve'])
    expect(status).toBe(0)
    expect(events.flatMap((event) => (event.type === 'ask' ? [event.ask] : []))).toEqual(['tool', 'command'])
    expect([...resultsIn(place.server.requests[1]).values()].join()).toContain('one')
  })

  test('approve ends a question with 3, a failed request and a row of mistakes with 1', async () => {
    const asks = await openPlace([{ pieces: [question] }])
    expect((await asks.run(['--on-ask', 'approve'])).status).toBe(3)
    const refused = await openPlace([{ status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'no' } } }])
    const failedRun = await refused.run(['--on-ask', 'approve'])
    expect(failedRun.status).toBe(1)
    expect(failedRun.events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'auth', message: expect.stringMatching(/key/i) } })
    const clumsy = await openPlace((_request, index) => ({ pieces: [call('read_file', { path: `none-${index}.txt` })] }))
    const mistaken = await clumsy.run(['--on-ask', 'approve'])
    expect(mistaken.status).toBe(1)
    expect(mistaken.events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'mistake_limit_reached' } })
  })

  test('plan mode ends with 3 at its plan when nobody is there, and changes nothing', async () => {
    const plan = call('plan_mode_respond', { response: 'First this, then that.' })
    const place = await openPlace([{ pieces: [write('new.txt', 'x')] }, { pieces: [plan] }])
    const { status, events } = await place.run(['--mode', 'plan', '--on-ask', 'approve', '--auto-approve', 'editFiles'])
    expect(status).toBe(3)
    expect(events[0]).toMatchObject({ mode: 'plan' })
    expect(events.at(-1)).toMatchObject({ error: { code: 'plan_mode_respond' } })
    expect(await exists(place, 'new.txt')).toBe(false)
  })
})

describe('--auto-approve', () => {
  test.each([
    ['none', ['tool', 'tool', 'command']],
    ['readFiles', ['tool', 'command']],
    ['readFiles,editFiles', ['command']],
    ['readFiles, editFiles, executeSafeCommands', []],
    ['executeAllCommands,editFiles', ['tool']],
    ['all', []],
  ])('%s leaves these questions: %j', async (list, left) => {
    const place = await openPlace(
      [{ pieces: [call('read_file', { path: 'old.txt' }), write('new.txt', 'one\n'), command('echo hello')] }, complete()],
      { files: { 'old.txt': 'old\n' } },
    )
    const { status, events } = await place.run(['--auto-approve', list, '--on-ask', 'approve'])
    expect(status).toBe(0)
    expect(events.flatMap((event) => (event.type === 'ask' ? [event.ask] : []))).toEqual(left)
  })
})
