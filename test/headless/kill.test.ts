import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HeadlessEvent } from '../../main/headless/events'
import { toolStatusOf } from '../../shared/messages'
import type { RecordedRequest } from '../support/model-server/model-server'
import { processesWith } from '../support/processes'
import { illegalIn, resultsIn } from './support/legal-requests'
import { call, checked, command, complete, openPlace, type Place, replace, write } from './support/place'
import { eventually } from '../support/eventually'

const KILLS = process.env['COUNTERSIGN_LONG'] === '1' ? 200 : 8
const SEED = Number(process.env['COUNTERSIGN_SEED'] ?? 20261130)
const STEPS = 20
/** From a start to the end of the task, at most, in ms: kills fall anywhere into it. */
const SPAN_MS = 2500

/** A small generator: the same seed kills at the same moments. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Step `n` of the work. Each leaves a mark of its own, so that a step that ran twice shows. */
function step(n: number, mark: string) {
  const id = `step_${n}`
  switch (n % 4) {
    case 0:
      return { ...call('read_file', { path: 'log.txt' }), id }
    case 1:
      return { ...write(`made/${n}.txt`, `made by ${n}\n`), id }
    case 2:
      return { ...command(`echo ran-${n} >> ran.txt; sleep 0.03; : ${mark}`), id }
    default:
      return { ...replace('log.txt', `line ${n} -`, `line ${n} +`), id }
  }
}

/** Answers with the first step that the conversation has no result for. */
function script(mark: string) {
  return (request: RecordedRequest) => {
    const done = [...resultsIn(request)].filter(([id]) => id.startsWith('step_'))
    const next = Math.max(0, ...done.map(([id]) => Number(id.slice('step_'.length)))) + 1
    return next > STEPS ? complete('All steps are done.') : { pieces: [`Step ${next}.`, { ...step(next, mark), cut: 40 }] }
  }
}

const files = { 'log.txt': Array.from({ length: STEPS + 1 }, (_, n) => `line ${n} -\n`).join(''), 'ran.txt': '' }
const finishedCalls = (events: readonly HeadlessEvent[]) =>
  events.flatMap(({ type, ...event }) => {
    if (type !== 'message' || !('message' in event)) return []
    const status = toolStatusOf(event.message)
    return status === 'done' || status === 'failed' ? [event.message] : []
  })

describe('a task whose program is killed, again and again', () => {
  test(`loses nothing that it said was done, and comes to its end (seed ${SEED})`, { timeout: 60_000 + KILLS * 8_000 }, async () => {
    const next = random(SEED)
    let killed = 0
    while (killed < KILLS) {
      const mark = `mark-${SEED}-${killed}`
      const place = await openPlace(script(mark), { files })
      const args = ['--auto-approve', 'all', '--on-ask', 'approve']
      let program = place.start(args)
      let taskId = ''
      for (;;) {
        // Some run through: then this task is over, and the next one begins.
        const isLast = killed >= KILLS
        const timer = isLast ? undefined : setTimeout(() => program.child.kill('SIGKILL'), next() * SPAN_MS)
        const ended = await program.ended
        clearTimeout(timer)
        const [first] = ended.events
        if (first?.type === 'task') taskId = first.taskId
        if (ended.signal === 'SIGKILL') {
          killed += 1
          await checkNothingLost(place, taskId, ended.events)
        }
        if (ended.signal === null) {
          expect(ended.events.at(-1), ended.stderr).toMatchObject({ type: 'result', status: 'completed' })
          expect(ended.status).toBe(0)
          break
        }
        if (taskId === '') program = place.start(args)
        else program = place.resume(taskId, args)
      }
      await checkWhole(place, taskId, mark)
    }
  })

  test('names the step that was cut off, to the person and to the model, and leaves no process', async () => {
    const mark = `5${Date.now() % 1_000_000}`
    const place = await openPlace([{ pieces: [{ ...command(`echo began >> ran.txt; sleep ${mark}`), id: 'cut' }] }, complete()])
    const program = place.start(['--auto-approve', 'all'])
    await eventually(() => expect(processesWith(`sleep\0${mark}`)).not.toEqual([]))
    program.child.kill('SIGKILL')
    const { events } = await program.ended
    const [task] = events
    const resumed = place.resume(task?.type === 'task' ? task.taskId : '', ['--on-ask', 'approve', '--auto-approve', 'none'])
    const after = await checked(resumed)
    expect(after.status).toBe(0)
    expect(processesWith(`sleep\0${mark}`)).toEqual([])
    expect(await place.read('ran.txt')).toBe('began\n')
    expect(after.events).toContainEqual({
      type: 'message',
      message: expect.objectContaining({ ask: 'resume_task', text: expect.stringContaining(`sleep ${mark}`) }),
    })
    const sent = JSON.stringify(place.server.requests[1]?.body)
    expect(sent).toContain('whether it finished is not known')
    expect(illegalIn(place.server.requests)).toEqual([])
  })

  test('names the approval that it waited for, which is asked for anew and never taken as given', async () => {
    const place = await openPlace([{ pieces: [write('a.txt', 'a\n'), write('b.txt', 'b\n')] }, { pieces: [write('a.txt', 'a\n')] }])
    const program = place.start(['--auto-approve', 'none'])
    await program.event('ask')
    const { taskId } = await program.event('task')
    await eventually(async () => expect(await readFile(place.journalOf(taskId), 'utf8')).toContain('awaiting_approval'))
    program.child.kill('SIGKILL')
    await program.ended
    const after = await checked(place.resume(taskId, ['--on-ask', 'nobody', '--auto-approve', 'none']))
    expect(after.status).toBe(3)
    expect(after.events).toContainEqual({
      type: 'message',
      message: expect.objectContaining({ ask: 'resume_task', text: expect.stringMatching(/^Waiting for your answer: .*a\.txt/) }),
    })
    await expect(place.read('a.txt')).rejects.toThrow(/ENOENT/)
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})

async function checkNothingLost(place: Place, taskId: string, events: readonly HeadlessEvent[]): Promise<void> {
  if (taskId === '') return
  const { rows } = await place.replayed(taskId)
  for (const message of finishedCalls(events)) {
    const stored = rows.find(({ ts }) => ts === message.ts)
    expect(stored && toolStatusOf(stored), JSON.stringify(message)).toBe(toolStatusOf(message))
    if (message.type === 'say' && message.say === 'tool' && message.data.tool === 'newFileCreated' && message.data.status === 'done')
      expect(await place.read(message.data.path ?? '')).toMatch(/^made by \d+\n$/)
  }
}

/** Every step has an outcome; none that had one ran twice; every request was legal; nothing runs any more. */
async function checkWhole(place: Place, taskId: string, mark: string): Promise<void> {
  expect(illegalIn(place.server.requests)).toEqual([])
  expect(processesWith(mark)).toEqual([])
  const { rows } = await place.replayed(taskId)
  expect(rows.map(({ ts }) => ts)).toEqual(rows.map(({ ts }) => ts).toSorted((a, b) => a - b))
  expect(new Set(rows.map(({ ts }) => ts)).size).toBe(rows.length)
  const interrupted = new Map<string, string>()
  const results = resultsIn(place.server.requests.at(-1))
  for (const [id, result] of results) if (/not known|interrupted/i.test(result)) interrupted.set(id, result)
  const ran = (await place.read('ran.txt')).split('\n').filter((line) => line !== '')
  for (let n = 1; n <= STEPS; n++) {
    expect(results.has(`step_${n}`), `a result of step ${n}`).toBe(true)
    // The scripted model goes on after a step that was cut off: it is never run again by itself.
    const times = ran.filter((line) => line === `ran-${n}`).length
    if (n % 4 === 2) expect(times, `step ${n} ran ${times} times`).toBeLessThanOrEqual(1)
    if (n % 4 === 2 && !interrupted.has(`step_${n}`)) expect(times).toBe(1)
  }
}

describe('a journal that is damaged', () => {
  const stopped = async () => {
    const place = await openPlace(
      [{ pieces: ['I look.', call('list_files', { path: '.' })] }, { pieces: [command('true', true)] }, complete('Whole.')],
      {
        files: { 'a.txt': 'a\n' },
      },
    )
    const { events } = await place.run(['--auto-approve', 'readFiles', '--on-ask', 'nobody'])
    const [task] = events
    return { place, taskId: task?.type === 'task' ? task.taskId : '' }
  }

  test('at its torn end goes on, and nothing before is lost', async () => {
    const { place, taskId } = await stopped()
    const path = place.journalOf(taskId)
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length - 20))
    const { status, events } = await checked(place.resume(taskId, ['--on-ask', 'approve']))
    expect(status).toBe(0)
    expect(events.at(-1)).toMatchObject({ text: 'Whole.' })
    expect(illegalIn(place.server.requests)).toEqual([])
    expect((await readFile(path)).subarray(0, whole.length - 20).equals(whole.subarray(0, whole.length - 20))).toBe(true)
  })

  test('in its middle says so in a notice, keeps the file as it is, and goes on', async () => {
    const { place, taskId } = await stopped()
    const path = place.journalOf(taskId)
    const lines = (await readFile(path, 'utf8')).split('\n')
    const at = lines.findIndex((line) => line.includes('"say":"text"'))
    lines[at] = `${lines[at]?.slice(0, 60)}#####`
    await writeFile(path, lines.join('\n'))
    const { status, events } = await checked(place.resume(taskId, ['--on-ask', 'approve']))
    expect(status).toBe(0)
    expect(events).toContainEqual({
      type: 'notice',
      level: 'warning',
      code: 'records_skipped',
      text: expect.stringMatching(/could not be read/),
    })
    expect((await readFile(path, 'utf8')).startsWith(lines.slice(0, -1).join('\n'))).toBe(true)
    expect(illegalIn(place.server.requests)).toEqual([])
  })

  test.each(['"k":"assistant"', '"k":"result"', '"k":"user"', '"k":"task"'])(
    'in the record %s still sends only legal requests',
    async (which) => {
      const { place, taskId } = await stopped()
      const path = place.journalOf(taskId)
      const lines = (await readFile(path, 'utf8')).split('\n')
      const at = lines.findIndex((line) => line.includes(which))
      expect(at).toBeGreaterThanOrEqual(0)
      lines[at] = '{"s":'
      await writeFile(path, lines.join('\n'))
      const { status, events } = await checked(place.resume(taskId, ['--on-ask', 'approve', '--cwd', place.cwd]))
      expect(status, JSON.stringify(events.at(-1))).toBe(0)
      expect(events.some((event) => event.type === 'notice' && event.code === 'records_skipped')).toBe(true)
      expect(illegalIn(place.server.requests)).toEqual([])
    },
  )

  test('that is gone is a task that is not there', async () => {
    const { place, taskId } = await stopped()
    await rm(join(place.dataDir, 'tasks', taskId, 'journal.jsonl'))
    const ended = await place.resume(taskId).ended
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: `There is no task ${taskId}.\n` })
  })
})
