import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jobCalls } from '../../main/controller/job-calls'
import type { Sessions } from '../../main/controller/sessions'
import { EnvironmentReport } from '../../shared/environment-report'
import { initialExtensionState } from '../../shared/extension-state'
import { calls } from '../../shared/ipc'
import { processesWith } from '../support/processes'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'

const settings = { autoApproveAllToggled: true }
const CANARY = 'correct horse battery'

/** The calls of the window, on the one session of a test. */
function windowOf(session: TaskSession) {
  const sessions = { get: (id: string) => (id === session.controller.sessionId ? session.controller : undefined) }
  // Only `get` is used of them.
  const handlers = jobCalls({ sessions: sessions as unknown as Sessions, environmentReport: () => session.services.environmentReport() })
  return { handlers, sessionId: session.controller.sessionId }
}

/** Everything that is kept of the tasks, in one text. */
async function keptIn(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n')
}

describe('a command that goes on in the background of a task', () => {
  it('is listed for the window, told of with the next request, and stopped by the person', async () => {
    const command = 'echo serving; sleep 86481'
    const session = await TaskSession.open([answer(toolCall('execute_command', { command, background: true })), complete()], { settings })
    await session.start()
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain(`It runs in the background as the job "${command}"`)
    expect(JSON.stringify(session.provider.requests[1]?.conversation.at(-1))).toContain('runs.]')
    const [job] = session.controller.view().jobs
    expect(job).toMatchObject({ name: command, state: 'running', lastLine: 'serving' })
    await session.until('news of the jobs', () => session.news.find((news) => news.type === 'jobs'))
    const { handlers, sessionId } = windowOf(session)
    expect(await handlers['job.stop']({ sessionId, terminalId: job?.terminalId ?? '' })).toEqual({ accepted: true })
    const ended = await session.until('the end of the job', () => session.controller.view().jobs.find((each) => each.state === 'ended'))
    expect(ended).toMatchObject({ signal: expect.stringMatching(/^SIG/) })
    expect(processesWith('sleep\u000086481')).toEqual([])
    expect(await handlers['job.stop']({ sessionId, terminalId: job?.terminalId ?? '' })).toEqual({ accepted: false })
    expect(initialExtensionState.jobs).toEqual([])
  })

  it('belongs to its session: another one cannot stop it or type into it', async () => {
    const session = await TaskSession.open([complete()], { settings })
    const { handlers } = windowOf(session)
    const other = { sessionId: 'other', terminalId: 'x' }
    await expect(handlers['job.stop'](other)).rejects.toThrow('no longer open')
    await expect(handlers['terminal.input']({ ...other, data: 'x' })).rejects.toThrow('no longer open')
    expect(calls['terminal.input'].input.safeParse({ ...other, data: 'x'.repeat(65_537) }).success).toBe(false)
    expect(EnvironmentReport.parse(await handlers['environment.read'](null)).entries.length).toBeGreaterThan(0)
  })
})

it('cannot be let go on in the background once it has ended', async () => {
  const session = await TaskSession.open(
    [answer(toolCall('execute_command', { command: 'true', requires_approval: true })), complete()],
    {},
  )
  await session.start()
  await session.approve('command')
  await session.ask('completion_result')
  const terminalId = session.rows.flatMap((row) => ('data' in row && 'terminalId' in row.data ? (row.data.terminalId ?? []) : []))[0]
  expect(terminalId).toBeTypeOf('string')
  expect(session.controller.task?.detach(terminalId ?? '')).toBe(false)
})

describe.skipIf(process.platform !== 'linux')('what a person types at a hidden prompt', () => {
  it('reaches neither the model nor anything that is kept or drawn, although the program prints it', async () => {
    const command = `bash -c 'read -s -p "Password: " word; echo; echo "it is $word"; for i in $(seq 9000); do echo "line $i $word"; done'`
    const session = await TaskSession.open([answer(toolCall('execute_command', { command })), complete()], { settings, hasWindow: true })
    await session.start()
    const waiting = await session.until('a hidden prompt', () =>
      session.rows.find((row) => row.type === 'say' && row.say === 'command' && row.data.waitsForInput === 'hidden'),
    )
    const terminalId = waiting.type === 'say' && waiting.say === 'command' ? (waiting.data.terminalId ?? '') : ''
    const { handlers, sessionId } = windowOf(session)
    for (const key of `${CANARY}\r`)
      expect(await handlers['terminal.input']({ sessionId, terminalId, data: key })).toEqual({ accepted: true })
    await session.ask('completion_result')
    expect(session.results(1)[0]).toContain('it is [hidden input]')
    const screen = session.controller.terminal?.screen(terminalId)?.data ?? ''
    expect(screen).toContain('[hidden input]')
    const drawn = JSON.stringify([session.news, session.rows, session.controller.view().jobs, screen])
    await session.controller.dispose()
    const kept = await keptIn(session.dataDir)
    expect(kept).toContain('line 8999 [hidden input]')
    for (const text of [drawn, kept, JSON.stringify(session.provider.requests)]) expect(text).not.toContain(CANARY)
  })
})
