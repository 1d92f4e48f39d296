import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ClineMessage } from '../../shared/messages'
import { illegalIn } from './support/legal-requests'
import { call, checked, command, complete, openPlace, type Place, write } from './support/place'
import { productFolder, run } from './support/program'
import { eventually } from '../support/eventually'

const ids = (place: Place) => ({ done: place.run(['--on-ask', 'nobody'], 'Paint it green.') })
const taskIdOf = (ended: Awaited<ReturnType<Place['run']>>) => (ended.events[0]?.type === 'task' ? ended.events[0].taskId : '')

describe('history', () => {
  const Entry = z.strictObject({
    taskId: z.string().regex(/^[0-9A-Z]{26}$/),
    ts: z.number().int(),
    task: z.string(),
    cwd: z.string(),
    status: z.string(),
    cost: z.number().nullable(),
  })

  test('--json is one array of tasks, newest first, and --query finds words', async () => {
    const place = await openPlace([complete('Green now.'), { pieces: [command('true', true)] }])
    const none = await place.command('history', '--json')
    expect(none).toMatchObject({ status: 0, stdout: '[]\n', stderr: '' })
    const first = taskIdOf(await ids(place).done)
    const second = taskIdOf(await place.run(['--on-ask', 'nobody', '--auto-approve', 'none'], 'Sing a song.'))
    const all = await place.command('history', '--json')
    const entries = z.array(Entry).parse(JSON.parse(all.stdout))
    expect(all.stdout.split('\n')).toHaveLength(2)
    expect(entries.map(({ taskId, task, cwd }) => ({ taskId, task, cwd }))).toEqual([
      { taskId: second, task: 'Sing a song.', cwd: place.cwd },
      { taskId: first, task: 'Paint it green.', cwd: place.cwd },
    ])
    expect(entries[0]?.status).not.toBe(entries[1]?.status)
    const found = await place.command('history', '--query', 'green', '--json')
    expect(
      z
        .array(Entry)
        .parse(JSON.parse(found.stdout))
        .map(({ taskId }) => taskId),
    ).toEqual([first])
    expect((await place.command('history')).stdout).toContain(first)
    expect((await place.command('history', '--query', 'nothing of it')).stdout).toMatch(/^No task matches/)
  })
})

describe('export', () => {
  test('gives the whole task as Markdown and as JSON', async () => {
    const place = await openPlace([{ pieces: ['I write.', write('new.txt', 'x\n')] }, complete('Written.')])
    const taskId = taskIdOf(await place.run(['--on-ask', 'nobody', '--auto-approve', 'editFiles'], 'Write it.'))
    const markdown = await place.command('export', taskId)
    expect(markdown).toMatchObject({ status: 0, stderr: '' })
    for (const part of ['Write it.', 'I write.', 'new.txt', 'Written.']) expect(markdown.stdout).toContain(part)
    const json = JSON.parse((await place.command('export', taskId, '--format', 'json')).stdout)
    expect(json).toMatchObject({ taskId, cwd: place.cwd, mode: 'act', changes: [{ path: 'new.txt', added: 1, removed: 0 }] })
    expect(z.array(ClineMessage).parse(json.rows)).toEqual(json.rows)
    expect((await place.command('export', taskId, '--format', 'html')).status).toBe(2)
  })
})

describe('tools and doctor', () => {
  test('tools --json lists what is offered, by mode, as [{name, description, inputSchema}]', async () => {
    const place = await openPlace([])
    const Tool = z.strictObject({
      name: z.string(),
      description: z.string().min(1),
      inputSchema: z.looseObject({ type: z.literal('object') }),
    })
    const act = z.array(Tool).parse(JSON.parse((await place.command('tools', '--json')).stdout))
    const plan = z.array(Tool).parse(JSON.parse((await place.command('tools', '--json', '--mode', 'plan')).stdout))
    const names = (tools: typeof act) => tools.map(({ name }) => name)
    expect(names(act)).toEqual(
      expect.arrayContaining(['read_file', 'write_to_file', 'replace_in_file', 'execute_command', 'attempt_completion']),
    )
    expect(names(plan)).toContain('plan_mode_respond')
    expect(names(act)).not.toContain('plan_mode_respond')
  })

  test('tools takes the settings of this run into account', async () => {
    const place = await openPlace([])
    const names = async (...args: string[]) => {
      const { stdout } = await place.command('tools', '--json', ...args)
      return z
        .array(z.looseObject({ name: z.string() }))
        .parse(JSON.parse(stdout))
        .map(({ name }) => name)
    }
    expect(await names()).toContain('ask_followup_question')
    expect(await names('--auto-approve', 'all')).not.toContain('ask_followup_question')
    expect(await place.command('tools', '--settings', join(place.home, 'none.json'))).toMatchObject({ status: 2, stdout: '' })
  })

  test('doctor --json finds what is needed, and says how to mend what is not there', async () => {
    const place = await openPlace([])
    const { stdout, status, stderr } = await place.command('doctor', '--json')
    const Finding = z.strictObject({
      name: z.string(),
      found: z.boolean(),
      version: z.string().optional(),
      path: z.string().optional(),
      mend: z.string().optional(),
    })
    const findings = z.array(Finding).parse(JSON.parse(stdout))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(findings.map(({ name }) => name)).toEqual(expect.arrayContaining(['Node', 'pty', 'ripgrep', 'git']))
    for (const { name, found, mend } of findings) if (!found) expect(mend, name).toMatch(/\S/)
  })
})

describe('two programs in one data folder', () => {
  test('work at the same time, and neither loses anything', async () => {
    const script = () => ({ pieces: [command('echo one >> ran.txt')] })
    const [one, other] = [await openPlace([script(), script(), complete('A.')]), await openPlace([script(), script(), complete('B.')])]
    const args = ['--data-dir', one.dataDir, '--auto-approve', 'all', '--on-ask', 'nobody']
    const [first, second] = await Promise.all([checked(one.start(args)), checked(other.start(args))])
    expect([first.status, second.status]).toEqual([0, 0])
    expect(first.events.at(-1)).toMatchObject({ text: 'A.' })
    expect(second.events.at(-1)).toMatchObject({ text: 'B.' })
    const listed = JSON.parse((await one.command('history', '--json')).stdout)
    expect(listed.map(({ taskId }: { taskId: string }) => taskId).toSorted()).toEqual([taskIdOf(first), taskIdOf(second)].toSorted())
  })

  test('cannot have the same task: the second is refused with 2, in one line, and changes nothing', async () => {
    const place = await openPlace([{ pieces: [command('true', true)] }, complete()])
    const holder = place.start(['--auto-approve', 'none'])
    const { taskId } = await holder.event('task')
    const ask = await holder.event('ask')
    // What is asked is written beside telling it.
    await eventually(async () => expect(await readFile(place.journalOf(taskId), 'utf8')).toContain('awaiting_approval'))
    const journal = await readFile(place.journalOf(taskId))
    const second = await place.resume(taskId).ended
    expect(second).toMatchObject({ status: 2, stdout: '' })
    expect(second.stderr).toMatch(new RegExp(`^The task ${taskId} is open in another process \\(pid ${holder.pid}\\)[^\\n]+\\n$`))
    expect((await readFile(place.journalOf(taskId))).equals(journal)).toBe(true)
    expect(place.server.requests).toHaveLength(1)
    const listed = JSON.parse((await place.command('history', '--json')).stdout)
    expect(listed).toHaveLength(1)
    holder.answer(ask, 'yesButtonClicked')
    expect((await checked(holder)).status).toBe(0)
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})

describe('the command of package.json', () => {
  test('prints nothing of its own, passes the status on, and starts paths where the person stands', async () => {
    const place = await openPlace([{ pieces: [write('here.txt', 'x\n')] }, complete()])
    const model = place.where.slice(0, -2)
    const args = ['run', '--json', ...model, '--data-dir', 'data', '--on-ask', 'nobody', '--auto-approve', 'editFiles', 'Write.']
    const child = spawn('npm', ['--prefix', productFolder, 'run', '--silent', 'headless', '--', ...args], {
      cwd: place.cwd,
      env: place.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'task', cwd: place.cwd })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'result', status: 'completed' })
    expect(await place.read('here.txt')).toBe('x\n')
    expect((await stat(join(place.cwd, 'data'))).isDirectory()).toBe(true)
  })

  test('how to go on with a stopped task can be pasted as it stands', async () => {
    const place = await openPlace([{ pieces: [write('new.txt', 'x\n')] }, { pieces: [write('new.txt', 'x\n')] }, complete('Written.')])
    const stopped = await run(['run', '--cwd', place.cwd, ...place.where, '--auto-approve', 'none', 'Write.'], { env: place.env })
    expect(stopped).toMatchObject({ status: 3, stderr: '' })
    const line = /^To go on with it: (.+)$/m.exec(stopped.stdout)?.[1]
    const child = spawn('sh', ['-c', `${line} --on-ask approve`], { cwd: place.home, env: place.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    expect(await place.read('new.txt')).toBe('x\n')
    expect(illegalIn(place.server.requests)).toEqual([])
  })

  test('text for people holds the result and no JSON', async () => {
    const place = await openPlace([{ pieces: ['I look.', call('list_files', { path: '.' })] }, complete('All **well**.')])
    const ended = await run(['run', '--cwd', place.cwd, ...place.where, 'Look.'], { env: place.env })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
    expect(ended.stdout).toContain('well')
    for (const character of ['{', '}', '\u001b']) expect(ended.stdout).not.toContain(character)
  })
})
