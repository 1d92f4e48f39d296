import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { processesWith } from '../support/processes'
import { illegalIn } from './support/legal-requests'
import { call, checked, command, complete, openPlace } from './support/place'
import { start } from './support/program'
import { eventually } from '../support/eventually'

const look = { pieces: [call('list_files', { path: '.' })] }
const noneLeft = (mark: string) => eventually(() => expect(processesWith(mark)).toEqual([]))

describe('a signal', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s while a command runs ends it with all its children, and the run with 130',
    async (signal) => {
      const mark = `7${Date.now() % 1_000_000}`
      const place = await openPlace([{ pieces: [command(`sh -c 'sleep ${mark} & sleep ${mark}; wait'`)] }, complete()])
      const program = place.start(['--auto-approve', 'all'])
      await program.event('message', ({ message }) => message.type === 'say' && message.say === 'command')
      await eventually(() => expect(processesWith(`sleep\0${mark}`)).toHaveLength(2))
      program.child.kill(signal)
      const { status, events } = await checked(program)
      expect(status).toBe(130)
      expect(events.at(-1)).toMatchObject({ status: 'cancelled' })
      await noneLeft(`sleep\0${mark}`)
      const [task] = events
      const replayed = await place.replayed(task?.type === 'task' ? task.taskId : '')
      expect(replayed.rows.at(-1)).toMatchObject({ ask: 'resume_task', text: expect.stringContaining('sleep') })
    },
  )

  test('while an ask waits, and while a retry is waited for, cancels at once', async () => {
    const asking = await openPlace([{ pieces: [command('true', true)] }])
    const first = asking.start(['--auto-approve', 'none'])
    await first.event('ask')
    first.child.kill('SIGINT')
    expect((await checked(first)).status).toBe(130)
    const busy = await openPlace(() => ({
      status: 529,
      headers: { 'retry-after': '40' },
      body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    }))
    const second = busy.start()
    await second.event('notice', ({ code }) => code === 'retry')
    second.child.kill('SIGTERM')
    expect((await checked(second)).status).toBe(130)
  })

  test('before there is a task leaves nothing half said', async () => {
    const place = await openPlace(() => ({ waits: true, pieces: [] }))
    for (const after of [0, 100, 170, 240, 320]) {
      const program = place.start()
      const timer = setTimeout(() => program.child.kill('SIGTERM'), after)
      const { status, signal, stdout, stderr } = await program.ended
      clearTimeout(timer)
      expect(stderr).toBe('')
      // Until the program has begun to run, the system ends it.
      expect({ status, signal }).toEqual(signal === null ? { status: 130, signal: null } : { status: null, signal: 'SIGTERM' })
      if (stdout !== '') await checked(program)
      if (signal !== null) expect(stdout).toBe('')
    }
  })

  test('when nobody reads any more, what runs is ended too', async () => {
    const mark = `8${Date.now() % 1_000_000}`
    const place = await openPlace([{ pieces: [command(`sleep ${mark}`), call('list_files', { path: '.' })] }, complete()])
    const program = place.start(['--auto-approve', 'all'])
    await eventually(() => expect(processesWith(`sleep\0${mark}`)).not.toEqual([]))
    program.child.stdout?.destroy()
    program.send({ type: 'askResponse', ts: 1, response: 'yesButtonClicked' })
    await once(program.child, 'exit')
    await noneLeft(`sleep\0${mark}`)
  })

  test('when nobody reads any more, the run is cancelled as by the button, and can be resumed', async () => {
    const place = await openPlace([{ pieces: ['I begin.', { gate: true }, 'More.', { gate: true }] }])
    const program = place.start()
    const { taskId } = await program.event('task')
    await program.event('message', ({ message }) => message.type === 'say' && message.say === 'text')
    program.child.stdout?.destroy()
    place.server.release()
    const [status] = await once(program.child, 'exit')
    expect({ status, stderr: program.stderr }).toEqual({ status: 130, stderr: '' })
    const replayed = await place.replayed(taskId)
    expect(replayed.rows.at(-1)).toMatchObject({ ask: 'resume_task' })
  })

  test.skipIf(process.platform !== 'linux')('when what is said cannot be written, one line says so and the status is not 0', async () => {
    const place = await openPlace([complete()])
    const args = ['run', '--json', '--cwd', place.cwd, ...place.where, '--on-ask', 'nobody', 'x']
    const program = start(args, { env: place.env, through: ['sh', '-c', 'exec "$@" > /dev/full', 'sh'] })
    const { status, stderr } = await program.ended
    expect(stderr).toMatch(/^The output could not be written: [^\n]+\n$/)
    expect([1, 130]).toContain(status)
  })
})

describe('a task that is cancelled twice', () => {
  test('names what was cut off the second time, and nothing of the first', async () => {
    const place = await openPlace([{ pieces: [command('sleep 77')] }, { pieces: ['I think.', { gate: true }] }, complete()])
    const first = place.start(['--auto-approve', 'all'])
    const { taskId } = await first.event('task')
    await eventually(async () => expect((await place.replayed(taskId)).interrupted).toHaveLength(1))
    first.child.kill('SIGINT')
    expect((await checked(first)).status).toBe(130)
    const second = place.resume(taskId)
    await second.event('message', ({ message }) => message.type === 'say' && message.say === 'text')
    second.child.kill('SIGINT')
    const { events } = await checked(second)
    const offers = events.flatMap((event) => (event.type === 'message' && event.message.type === 'ask' ? [event.message.text] : []))
    expect(offers.map((text) => text?.includes('sleep 77') ?? false)).toEqual([true, false])
    expect((await checked(place.resume(taskId, ['--on-ask', 'nobody']))).status).toBe(0)
    const told = JSON.stringify(place.server.requests[2]?.body).split('[TASK RESUMPTION]')
    expect(told.slice(1).map((note) => note.includes('whether it finished is not known'))).toEqual([true, false])
  })
})

describe('a limit', () => {
  test('of turns stops before the next request', async () => {
    const place = await openPlace(() => look)
    const { status, events } = await place.run(['--max-turns', '2', '--on-ask', 'nobody'])
    expect(status).toBe(4)
    expect(place.server.requests).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ status: 'limit', turns: 2, error: { code: 'max_turns' } })
  })

  test('of turns lets a task that needs exactly as many complete', async () => {
    const place = await openPlace([look, complete()])
    expect((await place.run(['--max-turns', '2', '--on-ask', 'nobody'])).status).toBe(0)
  })

  test('of cost stops the task before it goes on', async () => {
    const place = await openPlace(() => ({ ...look, usage: { input: 100_000, output: 10 } }))
    const { status, events } = await place.run(['--max-cost', '0.50', '--on-ask', 'nobody'])
    expect(status).toBe(4)
    expect(place.server.requests).toHaveLength(3)
    expect(events.at(-1)).toMatchObject({ status: 'limit', error: { code: 'max_cost' } })
  })

  test('of cost that cannot hold, because no price is known, is told of once', async () => {
    const place = await openPlace([look, complete()], { protocol: 'openai' })
    const { status, events } = await place.run(['--max-cost', '0.01', '--on-ask', 'nobody'])
    expect(status).toBe(0)
    expect(events.filter((event) => event.type === 'notice')).toEqual([expect.objectContaining({ code: 'cost_unknown', level: 'warning' })])
  })

  test('of time ends a request that hangs, and a command that runs', async () => {
    const hangs = await openPlace([{ waits: true, pieces: [] }])
    const first = await hangs.run(['--timeout', '1.5', '--on-ask', 'nobody'])
    expect(first.events.at(-1)).toMatchObject({ status: 'limit', error: { code: 'timeout' } })
    const mark = `9${Date.now() % 1_000_000}`
    const runs = await openPlace([{ pieces: [command(`sleep ${mark}`)] }])
    const second = await runs.run(['--timeout', '2.5', '--on-ask', 'nobody', '--auto-approve', 'all'])
    expect(second.status).toBe(4)
    await noneLeft(`sleep\0${mark}`)
  })

  test('stops a task that resume carries on from where it stood', async () => {
    const place = await openPlace([look, look, complete('Later.')])
    const { events } = await place.run(['--max-turns', '2', '--on-ask', 'nobody'])
    const [task] = events
    const resumed = await checked(place.resume(task?.type === 'task' ? task.taskId : '', ['--max-turns', '1']))
    expect(resumed.status).toBe(0)
    expect(resumed.events.at(-1)).toMatchObject({ text: 'Later.' })
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})

describe('what a provider does wrong', () => {
  test.each([
    ['an address that answers with a page', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Shop</title>' }],
    ['a refused key', { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } }],
    ['an unknown model', { status: 404, body: { type: 'error', error: { type: 'not_found_error', message: 'model: nope' } } }],
  ])('%s is one clear sentence in the result, and needs an answer', async (_what, answer) => {
    const place = await openPlace(() => answer)
    const { status, events } = await place.run(['--on-ask', 'approve', '--timeout', '60'])
    const result = events.at(-1)
    expect(status, JSON.stringify(result)).toBe(1)
    expect(result?.type === 'result' && result.error?.message).toMatch(/^(http|[A-Z])[^\n<{]+\.$/)
    const program = place.start([])
    const ask = await program.event('ask')
    expect(ask).toMatchObject({ ask: 'api_req_failed', actions: [{ label: 'Retry' }, { label: 'Start New Task' }] })
    program.answer(ask, 'noButtonClicked')
    expect((await checked(program)).status).toBe(1)
  })

  test('a server that is not there', async () => {
    const place = await openPlace([])
    await place.server.close().catch(() => undefined)
    const program = start(['run', '--json', '--cwd', place.cwd, ...place.where, '--on-ask', 'approve', '--timeout', '2', 'x'], {
      env: place.env,
    })
    const { status, events } = await checked(program)
    expect([1, 4]).toContain(status)
    expect(events.some((event) => event.type === 'notice' && event.code === 'retry')).toBe(true)
  })
})
