import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, checked, command, complete, KEY, openPlace, type Place, write } from './support/place'
import { run, start } from './support/program'

/** One clear line on stderr, nothing on stdout, exit code 2, and no task made. */
async function refused(place: Place, args: readonly string[], env = place.env): Promise<string> {
  const { status, stdout, stderr } = await run(args, { env })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' })
  expect(await place.tasks().catch(() => [])).toEqual([])
  expect(place.server.requests).toEqual([])
  return stderr
}

const runIn = (place: Place, ...args: readonly string[]) => ['run', '--json', '--cwd', place.cwd, ...place.where, ...args]

describe('wrong usage is one line on stderr and 2', () => {
  test('of options', async () => {
    const place = await openPlace([])
    const cases: [readonly string[], RegExp][] = [
      [['--on-ask', 'somebody', 'x'], /--on-ask is one of/],
      [['--auto-approve', 'readFiles,everything', 'x'], /"everything"/],
      [['--auto-approve', '', 'x'], /--auto-approve/],
      [['--max-turns', '0', 'x'], /--max-turns/],
      [['--max-cost', 'much', 'x'], /--max-cost/],
      [['--timeout', '-1', 'x'], /--timeout/],
      [['--model', '', 'x'], /--model is empty/],
      [['--base-url', '', 'x'], /--base-url is empty/],
      [['--base-url', 'localhost:8000', 'x'], /--base-url .*http/],
      [['--api-key-env', ' ', 'x'], /--api-key-env is empty/],
      [['--timeout', '2147484', 'x'], /--timeout .*24 days/],
      [['--nonsense', 'x'], /--nonsense/],
      [['--provider', 'nobody', 'x'], /--provider/],
      [['--mode', 'think', 'x'], /--mode is one of act, plan|--mode/],
      [[], /prompt/],
      [['one', 'two'], /one prompt/],
    ]
    await Promise.all(cases.map(async ([args, sentence]) => expect(await refused(place, runIn(place, ...args))).toMatch(sentence)))
    expect(await refused(place, ['fly', '--data-dir', place.dataDir])).toMatch(/no command "fly"/)
  })

  test('of a project folder that is gone, a file, or unreadable', async () => {
    const place = await openPlace([], { files: { 'a.txt': 'a' } })
    const at = (cwd: string) => ['run', '--json', ...place.where, '--cwd', cwd, 'x']
    expect(await refused(place, at(join(place.cwd, 'gone')))).toMatch(/no folder .*gone/)
    expect(await refused(place, at(join(place.cwd, 'a.txt')))).toMatch(/a\.txt is a file/)
    expect(await refused(place, at(''))).not.toBe('')
  })

  // Root reads everything.
  test('of a project folder that may not be read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything')
    const place = await openPlace([])
    await mkdir(join(place.cwd, 'closed'), { mode: 0o000 })
    expect(await refused(place, ['run', '--json', ...place.where, '--cwd', join(place.cwd, 'closed'), 'x'])).toMatch(/not allowed/)
    await chmod(join(place.cwd, 'closed'), 0o700)
  })

  test('of settings files', async () => {
    const place = await openPlace([])
    const file = join(place.home, 'settings.json')
    const cases: [string | undefined, RegExp][] = [
      [undefined, /settings\.json cannot be read/],
      ['{', /no JSON/],
      ['[]', /no JSON object/],
      ['{"colour":"red"}', /colour/],
      ['{"mode":"think"}', /mode/],
      ['{"maxConsecutiveMistakes":0}', /maxConsecutiveMistakes/],
      ['{"autoApprovalSettings":{"actions":{"fly":true}}}', /fly/],
      ['{"apiConfiguration":{"colour":"red"}}', /colour/],
      ['{"apiConfiguration":{"requestTimeoutMs":"soon"}}', /requestTimeoutMs/],
    ]
    for (const [text, sentence] of cases) {
      if (text !== undefined) await writeFile(file, text)
      expect(await refused(place, runIn(place, '--settings', file, 'x')), text).toMatch(sentence)
    }
  })

  test('of keys: none at all, a variable that is not set', async () => {
    const place = await openPlace([])
    const { ANTHROPIC_API_KEY: _key, ...env } = place.env
    expect(await refused(place, runIn(place, 'x'), env)).toMatch(/no key .*ANTHROPIC_API_KEY/)
    expect(await refused(place, runIn(place, '--api-key-env', 'MY_KEY', 'x'))).toMatch(/MY_KEY/)
    const noModel = ['run', '--json', '--cwd', place.cwd, '--data-dir', place.dataDir, 'x']
    expect(await refused(place, noModel)).toMatch(/--provider/)
  })

  test('of tasks: no id, an unknown one, one that is a path', async () => {
    const place = await openPlace([])
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const where = ['--json', ...place.where]
    expect(await refused(place, ['resume', ...where])).toMatch(/id of a task/)
    expect(await refused(place, ['resume', unknown, ...where])).toBe(`There is no task ${unknown}.\n`)
    expect(await refused(place, ['resume', '../../etc', ...where])).toMatch(/not the id of a task/)
    expect(await refused(place, ['export', unknown, '--data-dir', place.dataDir])).toBe(`There is no task ${unknown}.\n`)
  })

  test('of a data folder that cannot be made', async () => {
    const place = await openPlace([])
    await writeFile(join(place.home, 'file'), '')
    for (const dir of [join(place.home, 'file'), join(place.home, 'file', 'data'), '/proc/nowhere']) {
      const { status, stdout, stderr } = await run(['run', '--json', '--cwd', place.cwd, ...place.where, '--data-dir', dir, 'x'], {
        env: place.env,
      })
      expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
  })
})

describe('what this machine cannot do is one line on stderr and 2', () => {
  test('a person is to answer at a terminal, and there is none', async () => {
    const place = await openPlace([])
    expect(await refused(place, runIn(place, '--on-ask', 'tty', 'x'))).toMatch(/--on-ask tty .*terminal/)
  })

  test('the sample project has no place in the data folder', async () => {
    const place = await openPlace([])
    await writeFile(join(place.dataDir, 'demo'), '')
    expect(await refused(place, ['demo', '--json', '--data-dir', place.dataDir])).toMatch(/sample project/)
  })
})

describe('what options say', () => {
  test('--api-key-env names the variable of the key, else the usual one is taken', async () => {
    const place = await openPlace([complete(), complete()])
    const named = start([...runIn(place, '--on-ask', 'nobody', '--api-key-env', 'MY_KEY', 'x')], {
      env: { ...place.env, MY_KEY: 'sk-mine' },
    })
    expect((await checked(named)).status).toBe(0)
    expect((await place.run(['--on-ask', 'nobody'])).status).toBe(0)
    expect(place.server.requests.map(({ headers }) => headers['authorization'] ?? headers['x-api-key'])).toEqual([
      'Bearer sk-mine',
      `Bearer ${KEY}`,
    ])
  })

  test('--settings is merged over the settings for this run only, and mcpServers is no wrong key', async () => {
    const place = await openPlace([{ pieces: [write('new.txt', 'x\n')] }, complete(), { pieces: [write('other.txt', 'x\n')] }])
    const file = join(place.home, 'settings.json')
    await writeFile(
      file,
      JSON.stringify({ autoApprovalSettings: { actions: { editFiles: true } }, preferredLanguage: 'French', mcpServers: {} }),
    )
    expect((await place.run(['--settings', file, '--on-ask', 'nobody'])).status).toBe(0)
    expect(JSON.stringify(place.server.requests[0]?.body)).toContain('French')
    expect((await place.run(['--on-ask', 'nobody'])).status).toBe(3)
    expect(JSON.stringify(place.server.requests[2]?.body)).not.toContain('French')
  })

  test('relative paths, and the default of --cwd, begin where npm says that the person stands', async () => {
    const place = await openPlace([{ pieces: [write('new.txt', 'x\n')] }, complete(), complete()])
    await mkdir(join(place.home, 'sub', 'project'), { recursive: true })
    const env = { ...place.env, INIT_CWD: join(place.home, 'sub') }
    const model = place.where.slice(0, -2)
    const where = [...model, '--data-dir', '../data', '--settings', '../s.json', '--on-ask', 'nobody', '--auto-approve', 'editFiles']
    await writeFile(join(place.home, 's.json'), '{}')
    const first = await checked(start(['run', '--json', '--cwd', 'project', ...where, 'x'], { env }))
    expect(first.events[0]).toMatchObject({ cwd: join(place.home, 'sub', 'project') })
    const second = await checked(start(['run', '--json', ...where, 'x'], { env }))
    expect(second.events[0]).toMatchObject({ cwd: join(place.home, 'sub') })
    const bare = await run(['history', '--json'], {
      env: { ...place.env, COUNTERSIGN_DATA_DIR: '../data', INIT_CWD: join(place.home, 'sub') },
    })
    expect(JSON.parse(bare.stdout)).toHaveLength(2)
  })

  test('--help, of all and of each command, goes to stdout and ends with 0', async () => {
    const place = await openPlace([])
    const names = [undefined, 'run', 'export', 'doctor']
    const texts = await Promise.all(names.map((name) => run([...(name ? [name] : []), '--help'], { env: place.env })))
    texts.forEach(({ status, stdout, stderr }, index) => {
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain(names[index] ?? 'doctor')
    })
    expect(new Set(texts.map(({ stdout }) => stdout)).size).toBe(names.length)
  })
})

describe('a task that is resumed', () => {
  test('in another mode, when the command line names one', async () => {
    const place = await openPlace([{ pieces: [command('true', true)] }, { pieces: [call('plan_mode_respond', { response: 'A plan.' })] }])
    const { events } = await place.run(['--auto-approve', 'none', '--on-ask', 'nobody'])
    const [task] = events
    const resumed = await checked(place.resume(task?.type === 'task' ? task.taskId : '', ['--mode', 'plan', '--on-ask', 'nobody']))
    expect(resumed.events[0]).toMatchObject({ mode: 'plan', resumed: true })
    expect(resumed.events.at(-1)).toMatchObject({ status: 'needs_approval', error: { code: 'plan_mode_respond' } })
  })

  test('although it was completed, with a message', async () => {
    const place = await openPlace([complete('First.'), complete('Second.')])
    const { events } = await place.run(['--on-ask', 'nobody'])
    const [task] = events
    const resumed = await checked(place.resume(task?.type === 'task' ? task.taskId : '', ['--on-ask', 'nobody'], 'Once more.'))
    expect(resumed.status).toBe(0)
    expect(resumed.events.at(-1)).toMatchObject({ text: 'Second.' })
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('Once more.')
  })

  test('is refused while its folder is gone, and nothing changes', async () => {
    const place = await openPlace([complete()])
    const { events } = await place.run(['--on-ask', 'nobody'])
    const [task] = events
    await rm(place.cwd, { recursive: true })
    const ended = await place.resume(task?.type === 'task' ? task.taskId : '').ended
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^There is no folder [^\n]+\n$/) })
  })
})
