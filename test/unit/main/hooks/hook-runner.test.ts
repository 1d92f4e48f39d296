import { chmod, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { HookToggle } from '../../../../shared/hooks'
import { projectHooks } from '../../../../main/hooks/hook-files'
import type { HookEvent } from '../../../../main/hooks/hook-input'
import { HookRunner } from '../../../../main/hooks/hook-runner'
import { createTerminals } from '../../../../main/terminal/terminals'
import { ProjectTrust } from '../../../../main/trust/project-trust'
import { TrustStore } from '../../../../main/trust/trust-store'
import { processesWith } from '../../../support/processes'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const event: HookEvent = { name: 'PreToolUse', preToolUse: { toolName: 'read_file', parameters: { path: '$(touch MARK).ts' } } }
const DAY_MS = 24 * 60 * 60_000
const nothing = { cancel: false, contextModification: '', errorMessage: '' }

async function place({ timeMs = 60_000 } = {}) {
  const [cwd, data] = [await tempFolder(), await tempFolder()]
  const places = { global: join(data, 'hooks'), documents: join(data, 'documents'), copies: join(data, 'copies') }
  const terminals = await createTerminals({
    logs: join(data, 'logs'),
    ledger: join(data, 'processes'),
    env: {},
    platform: process.platform,
  })
  const programs = terminals.openPrograms()
  onTestFinished(async () => {
    await programs.endAll()
    terminals.close()
  })
  const store = new TrustStore({ file: join(data, 'trust.json') })
  const trust = new ProjectTrust(store, [projectHooks])
  const choice = { hooksEnabled: true, documentsHooksEnabled: false, hookToggles: {} as Record<string, HookToggle> }
  const variables = () =>
    Promise.resolve({ PATH: process.env['PATH'] ?? '', HOME: cwd, LC_ALL: 'C', SECRET_THING: 'x', NODE_OPTIONS: '-x' })
  const runner = new HookRunner({
    cwd,
    places,
    trust,
    choice: () => choice,
    programs,
    variables,
    platform: process.platform,
    version: '0.1.0',
    timeMs,
    mask: (text) => text.replaceAll('the-key', '[secret]'),
  })
  const put = async (folder: string, script: string, name = 'PreToolUse') => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const project = join(cwd, '.clinerules', 'hooks')
  let output = ''
  const fire = async (signal = new AbortController().signal) => {
    output = ''
    const facts = { taskId: 'T', model: { provider: 'p', slug: 's' } }
    const onOutput = (text: string): void => {
      output += text
    }
    return runner.run(await runner.find('PreToolUse'), event, { ...facts, signal, onOutput })
  }
  const trustAll = async () => trust.decide(cwd, 'trusted', (await trust.survey(cwd)).items)
  return { cwd, places, runner, put, project, fire, trust, trustAll, choice, output: () => output }
}

describe.skipIf(process.platform === 'win32')('the hooks of a name', () => {
  it('run side by side in the project, told by JSON and knowing no more of the variables than they need', async () => {
    const { fire, put, places, project, trustAll, cwd, output } = await place()
    await put(
      places.global,
      `cat > told; env > variables; pwd >&2; until [ -e other ]; do sleep 0.01; done; echo '{"contextModification": "one"}'`,
    )
    await put(project, `touch other; echo '{"contextModification": "two"}'; echo log`)
    await trustAll()
    expect(await fire()).toEqual({
      status: 'completed',
      exitCode: 0,
      hasJsonResponse: true,
      answer: { ...nothing, contextModification: 'one\n\ntwo' },
    })
    expect(output()).toContain(cwd)
    expect(JSON.parse(await readFile(join(cwd, 'told'), 'utf8'))).toMatchObject({ hookName: 'PreToolUse', preToolUse: event.preToolUse })
    const variables = await readFile(join(cwd, 'variables'), 'utf8')
    expect(variables).toMatch(/^LC_ALL=C$/m)
    expect(variables).not.toMatch(/SECRET_THING|NODE_OPTIONS/)
    expect(await readdir(cwd)).not.toContain('MARK')
  })

  it('may say nothing, and may stop what they guard', async () => {
    const { fire, put, places } = await place()
    expect((await fire()).status).toBe('completed')
    await put(places.global, 'exit 0')
    expect(await fire()).toEqual({ status: 'completed', exitCode: 0, hasJsonResponse: false, answer: nothing })
    await put(places.global, `echo '{"cancel": true, "errorMessage": "not here"}'`)
    expect(await fire()).toMatchObject({ status: 'cancelled', answer: { cancel: true, errorMessage: 'not here' } })
  })

  it.each([
    ['crashes', 'echo why >&2; kill -9 $$', { type: 'execution', details: 'why' }],
    [
      'ends with a code, whatever it answers',
      `echo '{"cancel": true}'; exit 3`,
      { type: 'execution', message: 'The hook PreToolUse ended with exit code 3.' },
    ],
    ['answers with something else', `echo '{"cancel": 1}'`, { type: 'validation' }],
    ['answers in the old way', `echo '{"shouldContinue": false}'`, { type: 'validation' }],
    ['prints without end', 'yes', { type: 'execution', message: 'The hook PreToolUse printed more than 1 MB and was ended.' }],
    ['cannot be started', '', { type: 'execution' }],
  ] as const)('that %s fail and stop nothing, unless they must succeed', async (_, script, error) => {
    const { fire, put, places, choice } = await place()
    await put(places.global, script)
    if (script === '') await writeFile(join(places.global, 'PreToolUse'), '#!/no/such/program\n')
    expect(await fire()).toMatchObject({ status: 'failed', error, answer: nothing })
    choice.hookToggles[join(places.global, 'PreToolUse')] = 'required'
    expect(await fire()).toMatchObject({
      status: 'cancelled',
      answer: { cancel: true, errorMessage: expect.stringMatching(/must succeed.* under Hooks in the settings\.$/) },
    })
  })

  it('that hang are ended with all they started, after their time or when they are stopped', async () => {
    const { fire, put, places } = await place({ timeMs: 300 })
    await put(places.global, 'setsid sleep 86711 & sleep 86711')
    expect(await fire()).toMatchObject({ status: 'failed', error: { type: 'timeout' }, answer: nothing })
    expect(processesWith('sleep\u000086711')).toEqual([])
    const other = await place()
    await other.put(other.places.global, 'echo ready; sleep 86712 & sleep 86712')
    const stop = new AbortController()
    const run = other.fire(stop.signal)
    await eventually(() => expect(other.output()).toContain('ready'))
    stop.abort()
    expect(await run).toMatchObject({ status: 'cancelled', exitCode: 130, error: { type: 'cancellation' } })
    expect(processesWith('sleep\u000086712')).toEqual([])
    expect(await other.fire(stop.signal)).toMatchObject({ status: 'cancelled', exitCode: 130 })
  })

  it('can be switched off, all or one, and the documents are read only when the person says so', async () => {
    const { fire, put, places, choice, runner } = await place()
    await put(places.documents, `echo '{"contextModification": "documents"}'`)
    expect((await runner.find('PreToolUse')).hooks).toEqual([])
    choice.documentsHooksEnabled = true
    await put(places.global, `echo '{"contextModification": "global"}'`)
    expect((await fire()).answer.contextModification).toBe('global\n\ndocuments')
    choice.hookToggles[join(places.global, 'PreToolUse')] = 'off'
    expect((await fire()).answer.contextModification).toBe('documents')
    choice.hooksEnabled = false
    expect((await runner.find('PreToolUse')).hooks).toEqual([])
    expect(await runner.list()).toMatchObject([
      { name: 'PreToolUse', source: 'global', toggle: 'off' },
      { name: 'PreToolUse', source: 'documents', toggle: 'on' },
    ])
  })
})

describe.skipIf(process.platform === 'win32')('a hook of a project', () => {
  const say = (text: string): string => `echo '{"contextModification": "${text}"}'`

  it('does not run before it is trusted (H01), nor after a byte of it changed (H10)', async () => {
    const { fire, put, project, trustAll, cwd, runner, choice } = await place()
    await put(project, `touch RAN; ${say('first')}`)
    expect(await fire()).toMatchObject({ status: 'completed', answer: nothing })
    expect(await readdir(cwd)).toEqual(['.clinerules'])
    await trustAll()
    expect((await fire()).answer.contextModification).toBe('first')
    await put(project, `touch RAN; ${say('firsu')}`)
    const found = await runner.find('PreToolUse')
    expect(found).toMatchObject({ hooks: [], withheld: [{ path: join(project, 'PreToolUse') }], unmet: [] })
    expect((await runner.list())[0]?.problem).toContain('have not trusted it as it is now')
    choice.hookToggles[join(project, 'PreToolUse')] = 'required'
    expect(await fire()).toMatchObject({ status: 'cancelled', answer: { cancel: true } })
  })

  it('does not run after a byte changed of what it plainly calls, and finds beside itself what was trusted with it', async () => {
    const { fire, put, project, trust, trustAll, cwd } = await place()
    const lines = ['. "$(dirname "$0")/lib.sh"', 'if true; then ./tools/check.sh; fi', 'timeout 9 ./tools/slow.sh', say('$TEXT')]
    await put(project, lines.join('\n').replace(say('$TEXT'), 'echo "{\\"contextModification\\": \\"$TEXT\\"}"'))
    await put(project, 'TEXT=one', 'lib.sh')
    await put(join(cwd, 'tools'), 'sh tools/inner.sh', 'check.sh')
    await put(join(cwd, 'tools'), 'exit', 'slow.sh')
    await trustAll()
    expect((await fire()).answer.contextModification).toBe('one')
    for (const [folder, name] of [
      [project, 'lib.sh'],
      [join(cwd, 'tools'), 'check.sh'],
      [join(cwd, 'tools'), 'slow.sh'],
      [join(cwd, 'tools'), 'inner.sh'],
    ] as const) {
      const before = name === 'inner.sh' ? undefined : await readFile(join(folder, name), 'utf8')
      await put(folder, 'TEXT=two', name)
      expect((await fire()).answer, name).toEqual(nothing)
      expect((await trust.survey(cwd)).items, name).toMatchObject([{ standing: 'changed' }])
      if (before === undefined) await rm(join(folder, name))
      else await writeFile(join(folder, name), before)
      expect((await fire()).answer.contextModification, name).toBe('one')
    }
    await put(join(cwd, 'tools'), 'exit', 'other.sh')
    expect((await fire()).answer.contextModification).toBe('one')
  })

  it('that must succeed lets nothing pass when it is made unusable, or is taken away', async () => {
    const { fire, put, project, places, trustAll, choice, runner } = await place()
    const [own, foreign] = [join(places.global, 'PreToolUse'), join(project, 'PreToolUse')]
    for (const [path, folder] of [[own, places.global] as const, [foreign, project] as const]) {
      choice.hookToggles[path] = 'required'
      const stopped = async () => {
        const { status, answer } = await fire()
        return [status, answer.cancel, answer.errorMessage]
      }
      expect(await stopped()).toEqual(['cancelled', true, expect.stringContaining(`${path} is not there`)])
      const listed = (await runner.list()).find((each) => each.path === path)
      expect(listed).toMatchObject({ toggle: 'required', problem: expect.stringContaining('is not there') })
      await put(folder, 'exit 0')
      await trustAll()
      expect((await fire()).status).toBe('completed')
      await chmod(path, 0o644)
      expect(await stopped()).toEqual(['cancelled', true, expect.stringContaining('is not executable')])
      await rm(path)
      await mkdir(path)
      expect(await stopped()).toEqual(['cancelled', true, expect.stringContaining(path)])
      choice.hookToggles[path] = 'on'
      expect((await fire()).status).toBe('completed')
    }
  })

  it('runs with the bytes that were trusted, though the file is exchanged in the meantime', async () => {
    const { put, project, trustAll, runner } = await place()
    await put(project, say('trusted'))
    await trustAll()
    const found = await runner.find('PreToolUse')
    await put(project, say('exchanged'))
    const facts = { taskId: 'T', model: { provider: 'p', slug: 's' }, signal: new AbortController().signal, onOutput: () => undefined }
    expect((await runner.run(found, event, facts)).answer.contextModification).toBe('trusted')
    expect((await runner.find('PreToolUse')).hooks).toEqual([])
  })

  it('is not run from a copy that somebody has changed', async () => {
    const { fire, put, project, trustAll, places } = await place()
    await put(project, say('trusted'))
    await trustAll()
    await fire()
    const [hash = ''] = await readdir(places.copies)
    const copy = join(places.copies, hash, 'PreToolUse')
    await chmod(copy, 0o700)
    await writeFile(copy, `#!/bin/sh\n${say('changed')}\n`)
    expect((await fire()).answer.contextModification).toBe('trusted')
  })

  it('leaves no copy behind that was not used for a month', async () => {
    const { fire, put, project, trustAll, places } = await place()
    const run = async (text: string) => {
      await put(project, say(text))
      await trustAll()
      await fire()
      return readdir(places.copies)
    }
    const [first = ''] = await run('first')
    expect(await run('second')).toHaveLength(2)
    const [old, later] = [new Date(Date.now() - 31 * DAY_MS), new Date(Date.now() - 29 * DAY_MS)]
    for (const name of await readdir(places.copies)) await utimes(join(places.copies, name), later, later)
    await utimes(join(places.copies, first), old, old)
    const kept = await run('third')
    expect(kept).toHaveLength(2)
    expect(kept).not.toContain(first)
  })

  it('is no link that leads out of the project, and no file that nobody may run', async () => {
    const { fire, put, project, trustAll, places, runner } = await place()
    await put(dirname(places.global), say('outside'), 'elsewhere')
    await mkdir(project, { recursive: true })
    await symlink(join(dirname(places.global), 'elsewhere'), join(project, 'PreToolUse'))
    await put(project, 'exit 0', 'TaskStart')
    await chmod(join(project, 'TaskStart'), 0o644)
    await trustAll()
    expect((await fire()).answer).toEqual(nothing)
    expect((await runner.find('TaskStart')).hooks).toEqual([])
    expect((await runner.list()).map(({ problem }) => problem)).toEqual([
      expect.stringContaining('is not executable'),
      expect.stringContaining('leads out of the project'),
    ])
  })

  it('can be tried without a task, once it is trusted, and shows no key', async () => {
    const { put, project, trustAll, runner, choice, cwd } = await place()
    await put(project, `cat >&2; echo '{"cancel": true, "contextModification": "a", "errorMessage": "b"}'; exit 0`)
    const path = join(project, 'PreToolUse')
    expect(await runner.tryOut('PreToolUse', path)).toBeUndefined()
    await trustAll()
    choice.hookToggles[path] = 'off'
    const tried = await runner.tryOut('PreToolUse', path)
    expect(tried).toMatchObject({ exitCode: 0, cancel: true, context: 'a', errorMessage: 'b' })
    expect(JSON.parse(tried?.input ?? '')).toMatchObject({ hookName: 'PreToolUse' })
    expect(tried?.output).toContain(tried?.input.trim())
    expect(await runner.tryOut('PreToolUse', '/etc/passwd')).toBeUndefined()
    await put(project, `echo '{"contextModification": "the-key", "errorMessage": "the-key"}'; echo the-key >&2; exit "$(cat .failing)"`)
    await trustAll()
    for (const failing of ['0', '1']) {
      await writeFile(join(cwd, '.failing'), failing)
      const shown = JSON.stringify(await runner.tryOut('PreToolUse', path))
      expect(shown).toContain('[secret]')
      expect(shown).not.toContain('the-key')
    }
  })
})
