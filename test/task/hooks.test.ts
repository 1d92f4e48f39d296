import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually'
import { processesWith } from '../support/processes'
import { answer, complete, toolCall } from '../support/scripted-provider'
import { logOf, runOf, start, TASK, team, tsOfRun } from '../support/subagent-team'
import { lastWords, putHook, rowsOf, say, statuses, tell, told, withHooks } from '../support/task-hooks'
import { TaskSession } from '../support/task-session'

const read = answer(toolCall('read_file', { path: 'a.txt' }))
const files = { 'a.txt': 'text of a\n' }

describe.skipIf(process.platform === 'win32')('the hooks of a task', () => {
  it('run at their moments, are told what the source tells, and are heard by the model', async () => {
    const names = ['TaskStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'TaskComplete', 'Notification'] as const
    const hooks = Object.fromEntries(names.map((name) => [name, `${tell(name)}; ${say(name)}`]))
    const session = await withHooks(hooks, [read, complete('Read it.'), complete('Again.')], { files })
    const taskId = await session.start('Read a.')
    await session.answer('completion_result', { response: 'messageResponse', text: 'Once more.' })
    await session.ask('completion_result')
    await session.until(
      'the hooks to end',
      () => (rowsOf(session).length >= 9 && rowsOf(session).every(({ data }) => data.status !== 'running')) || undefined,
    )
    expect([...new Set(statuses(session).map(String))].sort()).toEqual(names.map((name) => `${name},completed`).sort())
    const shown = session.rows.flatMap((row) =>
      row.type === 'say' && row.say === 'hook_status' ? [row.data.hookName] : row.type === 'say' && row.say === 'tool' ? ['the call'] : [],
    )
    expect(shown.slice(2, 5)).toEqual(['PreToolUse', 'the call', 'PostToolUse'])
    const metadata = { taskId, ulid: taskId }
    expect(await told(session, 'TaskStart')).toMatchObject([
      {
        hookName: 'TaskStart',
        taskId,
        workspaceRoots: [session.cwd],
        taskStart: { taskMetadata: { ...metadata, initialTask: 'Read a.' } },
      },
    ])
    expect((await told(session, 'UserPromptSubmit')).map((each) => each['userPromptSubmit'])).toEqual([
      { prompt: 'Read a.' },
      { prompt: 'Once more.' },
    ])
    expect(await told(session, 'PreToolUse')).toMatchObject([
      { model: { provider: 'scripted', slug: 'script-1' }, preToolUse: { toolName: 'read_file', parameters: { path: 'a.txt' } } },
    ])
    expect(await told(session, 'PostToolUse')).toMatchObject([
      {
        postToolUse: { toolName: 'read_file', parameters: { path: 'a.txt' }, result: expect.stringContaining('text of a'), success: true },
      },
    ])
    expect((await told(session, 'TaskComplete')).map((each) => each['taskComplete'])).toEqual([
      { taskMetadata: { ...metadata, result: 'Read it.' } },
      { taskMetadata: { ...metadata, result: 'Again.' } },
    ])
    expect((await told(session, 'Notification'))[0]).toMatchObject({
      notification: { event: 'task_complete', source: 'completion_result', severity: 'info' },
    })
    for (const name of ['TaskStart', 'UserPromptSubmit'])
      expect(lastWords(session, 0)).toContain(
        `<hook_context source=\\"${name}\\" type=\\"general\\">\\ncontext of ${name}\\n</hook_context>`,
      )
    for (const name of ['PreToolUse', 'PostToolUse']) expect(lastWords(session, 1)).toContain(`context of ${name}`)
    expect(lastWords(session, 2)).toContain('context of UserPromptSubmit')
    expect(lastWords(session, 1)).not.toContain('context of UserPromptSubmit')
    // What only looks on is not heard.
    expect(JSON.stringify(session.provider.requests)).not.toMatch(/context of (?:TaskComplete|Notification)/)
  })

  it('cancelled after a call take nothing of its result', async () => {
    const session = await withHooks({ PostToolUse: 'sleep 60' }, [read, complete()], { files })
    await session.start()
    await session.until('the hook to run', () => (rowsOf(session).length > 0 ? true : undefined))
    await session.controller.cancelTask()
    await session.approve('resume_task')
    await session.ask('completion_result')
    expect(statuses(session)[0]).toEqual(['PostToolUse', 'cancelled'])
    expect(session.results(1)).toEqual([expect.stringContaining('text of a')])
    expect(JSON.stringify(session.provider.requests[1]?.conversation)).not.toContain('whether it finished is not known')
  })

  it('cancelled before what the person says of a result take nothing of their words', async () => {
    const slowTwice = 'if [ -e "$D/once" ]; then sleep 60; fi; touch "$D/once"'
    const session = await withHooks({ UserPromptSubmit: slowTwice }, [complete(), complete('Again.')], { files })
    await session.start()
    await session.answer('completion_result', { response: 'messageResponse', text: 'Once more, with feeling.' })
    await session.until('the hook to run', () => (rowsOf(session).at(-1)?.data.status === 'running' ? true : undefined))
    await session.controller.cancelTask()
    await session.approve('resume_task')
    await session.ask('completion_result')
    expect(lastWords(session, 1)).toContain('Once more, with feeling.')
    expect(session.results(1)).toEqual([expect.stringContaining('Their words follow')])
    expect(session.kinds.filter((kind) => kind === 'say:user_feedback')).toHaveLength(1)
  })

  it('take back nothing that the person asked for when they tell the model something', async () => {
    const condense = answer(toolCall('condense', { context: 'All that was.' }))
    const session = await withHooks({ PostToolUse: say('PostToolUse') }, [read, condense], { files })
    await session.start('/smol')
    await session.ask('condense')
    expect(lastWords(session, 1)).toContain('context of PostToolUse')
  })

  it('tell no key to the model, nor to the log', async () => {
    const key = 'sk-of-the-person-0123456789'
    const said = { contextModification: `The key is ${key}.` }
    const veto = { cancel: true, errorMessage: `Not with ${key}.` }
    const hooks = { UserPromptSubmit: `echo '${JSON.stringify(said)}'`, PreToolUse: `echo '${JSON.stringify(veto)}'` }
    const session = await withHooks(hooks, [read, complete()], { files })
    await session.start()
    await session.answer('resume_task', { response: 'messageResponse', text: 'Go on.' })
    await session.ask('completion_result')
    expect(lastWords(session, 0)).toContain('The key is [secret].')
    expect(session.results(1)).toEqual([expect.stringContaining('Not with [secret].')])
    expect(JSON.stringify([session.provider.requests, session.rows])).not.toContain(key)
  })

  it('can stop a call that was approved: it does not run, and the task stands still', async () => {
    const write = answer(toolCall('write_to_file', { path: 'b.txt', content: 'x\n' }), toolCall('read_file', { path: 'a.txt' }))
    const veto = `echo '{"cancel": true, "errorMessage": "No writing on a Sunday.", "contextModification": "unheard"}'`
    const session = await withHooks({ PreToolUse: veto, TaskCancel: tell('TaskCancel') }, [write, complete()], { files })
    const taskId = await session.start()
    await session.approve('tool')
    await session.ask('resume_task')
    expect(await readdir(session.cwd)).toEqual(['a.txt'])
    expect(rowsOf(session)[0]?.data).toMatchObject({
      hookName: 'PreToolUse',
      toolName: 'write_to_file',
      status: 'cancelled',
      pendingToolInfo: { tool: 'write_to_file', path: 'b.txt', content: 'x\n' },
      error: { type: 'cancellation', message: 'No writing on a Sunday.' },
    })
    await session.until('the last hook to end', () => statuses(session).at(-1)?.[1] === 'completed' || undefined)
    expect(await told(session, 'TaskCancel')).toMatchObject([
      { taskCancel: { taskMetadata: { taskId, ulid: taskId, completionStatus: 'cancelled' } } },
    ])
    await session.answer('resume_task', { response: 'messageResponse', text: 'Then leave it.' })
    await session.ask('completion_result')
    expect(session.results(1)).toEqual([expect.stringContaining('No writing on a Sunday.'), expect.stringContaining('was skipped')])
    expect(lastWords(session, 1)).not.toContain('unheard')
  })

  it('that fail stop nothing; one that must succeed stops what it guards', async () => {
    const session = await withHooks({ PreToolUse: 'echo broken >&2; exit 3' }, [read, read, complete()], { files })
    await session.start()
    await session.ask('completion_result')
    expect(statuses(session)).toEqual([
      ['PreToolUse', 'failed'],
      ['PreToolUse', 'failed'],
    ])
    expect(rowsOf(session)[0]?.data).toMatchObject({ exitCode: 3, output: 'broken\n', error: { type: 'execution', details: 'broken' } })
    const path = join(session.dataDir, 'hooks', 'PreToolUse')
    const strict = await withHooks({}, [read, complete()], {
      files,
      dataDir: session.dataDir,
      settings: { hookToggles: { [path]: 'required' } },
    })
    await strict.start()
    await strict.ask('resume_task')
    expect(statuses(strict)).toEqual([['PreToolUse', 'cancelled']])
    expect(JSON.stringify(strict.rows)).not.toContain('text of a')
  })

  it('can stop a task before its first request, and its words are not lost', async () => {
    const once = `if [ ! -e "$D/once" ]; then touch "$D/once"; echo '{"cancel": true, "errorMessage": "Not yet."}'; fi`
    const session = await withHooks({ TaskStart: once, TaskResume: tell('TaskResume'), UserPromptSubmit: tell('UserPromptSubmit') }, [
      complete(),
    ])
    const taskId = await session.start('The words.')
    await session.ask('resume_task')
    expect(session.provider.requests).toEqual([])
    await session.answer('resume_task', { response: 'messageResponse', text: 'Go on.' })
    await session.ask('completion_result')
    expect(lastWords(session, 0)).toMatch(/The words\.[^]*Go on\./)
    expect(await told(session, 'TaskResume')).toMatchObject([
      {
        taskResume: {
          taskMetadata: { taskId, ulid: taskId },
          previousState: { lastMessageTs: expect.stringMatching(/^\d+$/), messageCount: expect.stringMatching(/^\d+$/) },
        },
      },
    ])
    expect((await told(session, 'UserPromptSubmit')).map((each) => each['userPromptSubmit'])).toEqual([{ prompt: 'Go on.' }])
  })

  it('that hang are ended by Cancel, with all they started, and by the person one by one', async () => {
    const session = await withHooks({ PreToolUse: 'echo waiting; setsid sleep 86721 & sleep 86721' }, [read, complete()], { files })
    await session.start()
    const hung = () => rowsOf(session).find(({ data }) => data.output === 'waiting\n') ?? undefined
    await session.until('the hook to say something', hung)
    await session.controller.cancelTask()
    await session.ask('resume_task')
    expect(statuses(session)).toEqual([['PreToolUse', 'cancelled']])
    expect(rowsOf(session)[0]?.data).toMatchObject({ exitCode: 130, error: { type: 'cancellation' } })
    expect(processesWith('sleep\u000086721')).toEqual([])

    const other = await withHooks({ Notification: 'sleep 86722' }, [complete()])
    await other.start()
    const ts = await other.until('the hook to run', () => rowsOf(other)[0]?.ts)
    await eventually(() => expect(processesWith('sleep\u000086722').length).toBeGreaterThan(0))
    expect(other.controller.task?.hooks.stop(ts)).toBe(true)
    await other.until('the hook to end', () => statuses(other)[0]?.[1] === 'cancelled' || undefined)
    expect(processesWith('sleep\u000086722')).toEqual([])
    expect(other.controller.task?.openAskTs).toBeDefined()
  })

  it('of a subagent are ended in its log, with that agent alone', async () => {
    const { session } = await team({ [TASK]: [start('read it'), complete()], 'read it': [read] }, { files })
    await putHook(join(session.dataDir, 'hooks'), 'PreToolUse', 'exec sleep 86724')
    await session.start(TASK)
    const key = await session.until('the subagent', () => {
      const ts = tsOfRun(session.rows)
      return ts === 0 ? undefined : { ts, index: 1 }
    })
    const running = async () =>
      (await logOf(session, key))?.find((row) => row.type === 'say' && row.say === 'hook_status' && row.data.status === 'running')
    await eventually(async () => expect(await running()).toBeDefined())
    const ts = (await running())?.ts ?? 0
    expect(session.controller.task?.hooks.stop(ts)).toBe(false)
    expect(session.controller.task?.subagents.stopHook({ ...key, index: 2 }, ts)).toBe(false)
    expect(session.controller.task?.subagents.stopHook(key, ts)).toBe(true)
    await session.ask('completion_result')
    expect(runOf(session.rows).items).toMatchObject([{ status: 'cancelled', error: 'A hook stopped it.' }])
    expect(processesWith('sleep\u000086724')).toEqual([])
  })

  it('that tell of an end are heard to theirs when the task is closed, as long as that can wait', async () => {
    const slow = 'cat > "$D/told"; until [ -e "$D/go" ]; do sleep 0.01; done; sleep 0.3; touch "$D/heard"'
    const session = await withHooks({ Notification: slow }, [complete()])
    await session.start()
    await session.ask('completion_result')
    await eventually(async () => expect(await readdir(session.dataDir)).toContain('told'))
    const closed = session.controller.clearTask()
    await writeFile(join(session.dataDir, 'go'), '')
    await closed
    expect(await readdir(session.dataDir)).toContain('heard')
  })

  it('that tell of a question are ended with it when the task is closed', async () => {
    const session = await withHooks({ PreToolUse: `echo '{"cancel": true}'`, Notification: 'echo waits; sleep 86725' }, [read], { files })
    const taskId = await session.start()
    await session.ask('resume_task')
    await session.until('the hook to run', () => (rowsOf(session).at(-1)?.data.output === 'waits\n' ? true : undefined))
    await session.controller.clearTask()
    expect(processesWith('sleep\u000086725')).toEqual([])
    await session.controller.reinitExistingTaskFromId(taskId)
    await session.ask('resume_task')
    expect(rowsOf(session).find(({ data }) => data.hookName === 'Notification')?.data).toMatchObject({ status: 'cancelled', exitCode: 130 })
  })

  it('leave nothing behind when their task is closed, and their rows have an end', async () => {
    const session = await withHooks({ Notification: 'sleep 86723' }, [complete()])
    const taskId = await session.start()
    await session.until('the hook to run', () => rowsOf(session)[0]?.ts)
    await eventually(() => expect(processesWith('sleep\u000086723').length).toBeGreaterThan(0))
    await session.controller.clearTask()
    expect(processesWith('sleep\u000086723')).toEqual([])
    await session.controller.reinitExistingTaskFromId(taskId)
    await session.ask('resume_completed_task')
    expect(rowsOf(session).map(({ data, partial }) => [data.status, partial])).toEqual([['cancelled', undefined]])
  })

  it('cannot allow what is refused or turned down, whatever they answer (H13)', async () => {
    const allow = `touch "$D/asked"; echo '{"cancel": false, "allow": true, "decision": "approve", "permissionDecision": "allow"}'`
    const write = answer(toolCall('write_to_file', { path: 'b.txt', content: 'x' }))
    const session = await withHooks({ PreToolUse: allow }, [write, complete()], { files, settings: { mode: 'plan' } })
    await session.start()
    await session.ask('completion_result')
    const denying = await withHooks({ PreToolUse: allow }, [write, complete()], { files })
    await denying.start()
    await denying.reject('tool')
    await denying.ask('completion_result')
    for (const each of [session, denying]) {
      expect(statuses(each)).toEqual([])
      expect(await readdir(each.cwd)).toEqual(['a.txt'])
      expect(await readdir(each.dataDir)).not.toContain('asked')
    }
  })

  it('of the project run only when they are trusted, and the task says so once', async () => {
    const session = await TaskSession.open([read, read, complete()], { files })
    await putHook(join(session.cwd, '.clinerules', 'hooks'), 'PreToolUse', say('the project'))
    await session.start()
    await session.ask('completion_result')
    expect(statuses(session)).toEqual([])
    const infos = session.rows.filter((row) => row.type === 'say' && row.say === 'info')
    expect(infos.map(({ text }) => text)).toEqual([expect.stringContaining('you have not trusted it as it is now')])
    await session.services.trust.trustForThisRun(session.cwd)
    const trusting = await TaskSession.open([read, complete()], { cwd: session.cwd })
    await trusting.services.trust.trustForThisRun(session.cwd)
    await trusting.start()
    await trusting.ask('completion_result')
    expect(rowsOf(trusting)[0]?.data).toMatchObject({ status: 'completed', scripts: [{ source: 'project' }], contextLength: 22 })
  })
})
