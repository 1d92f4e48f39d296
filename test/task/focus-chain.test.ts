import { describe, expect, it } from 'vitest'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const read = (path: string, task_progress?: string) =>
  answer(toolCall('read_file', { path, ...(task_progress === undefined ? {} : { task_progress }) }))
const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}.txt`, `${at}\n`]))
const progress = (session: TaskSession) =>
  session.rows.flatMap((row) => (row.type === 'say' && row.say === 'task_progress' ? [row.text] : []))
/** The last words of the request of this number. */
const lastWords = (session: TaskSession, index: number) => JSON.stringify(session.provider.requests[index]?.conversation.at(-1))

describe('the checklist that the model keeps', () => {
  it('is a row when it changed, and none when it did not or came with a call that failed', async () => {
    const session = await TaskSession.open(
      [
        read('f0.txt', '- [ ] a\n- [ ] b'),
        read('f1.txt', '- [ ] a\n- [ ] b\n'),
        read('missing.txt', '- [x] a\n- [ ] b'),
        read('f2.txt', 'no list'),
        complete(),
      ],
      { files },
    )
    await session.start()
    await session.ask('completion_result')
    expect(progress(session)).toEqual(['- [ ] a\n- [ ] b'])
  })

  it('stands as it is by then when the result is shown', async () => {
    const done = toolCall('attempt_completion', { result: 'Done.', task_progress: '- [x] a' })
    const session = await TaskSession.open([answer(done)], { files })
    await session.start()
    await session.ask('completion_result')
    expect(progress(session)).toEqual(['- [x] a'])
  })

  it('is asked for once at first, and called to mind after six requests without it', async () => {
    const reads = Array.from({ length: 8 }, (_, at) => read(`f${at}.txt`, at === 0 ? '- [ ] a\n- [x] b' : undefined))
    const session = await TaskSession.open([...reads, complete()], { files })
    await session.start()
    await session.ask('completion_result')
    expect(lastWords(session, 0)).toContain('# Checklist')
    const reminded = session.provider.requests.map((_, at) => lastWords(session, at).includes('1 of 2 done'))
    expect(reminded).toEqual([false, false, false, false, false, false, false, true, false])
  })

  it('comes back with the task', async () => {
    const first = await TaskSession.open([read('f0.txt', '- [ ] a'), complete()], { files })
    const taskId = await first.start()
    await first.ask('completion_result')
    await first.controller.clearTask()
    const second = await TaskSession.open([read('f1.txt', '- [ ] a'), complete()], { dataDir: first.dataDir, cwd: first.cwd })
    await second.controller.reinitExistingTaskFromId(taskId)
    await second.answer('resume_completed_task', { response: 'messageResponse', text: 'Go on.' })
    await second.ask('completion_result')
    expect(progress(second)).toEqual(['- [ ] a'])
    expect(lastWords(second, 0)).not.toContain('send a list')
  })

  it('is no field of any tool once it is off', async () => {
    const settings = { focusChainSettings: { enabled: false, remindClineInterval: 6 } }
    const session = await TaskSession.open([read('f0.txt', '- [ ] a'), complete()], { files, settings })
    await session.start()
    await session.ask('completion_result')
    expect(JSON.stringify(session.provider.requests[0]?.tools)).not.toContain('task_progress')
    expect(progress(session)).toEqual([])
    expect(lastWords(session, 0)).not.toContain('# Checklist')
  })
})
