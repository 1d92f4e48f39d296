import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../support/eventually'
import { callTool, faulty, testHub } from '../../../support/mcp/test-hub'
import { readProcesses, withVariable } from '../../../../main/terminal/process-table'

const LONG = { timeout: 60_000 }
const entry = JSON.stringify(faulty('none'))

describe('the settings file', LONG, () => {
  const text = [
    '// my servers',
    '{',
    '\t"other": [1, 2], // kept',
    '\t"mcpServers": {',
    `\t\t"one": {"type": "stdio", "command": ${JSON.stringify(process.execPath)}, "args": [], "env": {"KEY": "\${env:MY_KEY}"}}, /* first */`,
    `\t\t"two": ${entry},`,
    '\t},',
    '}',
    '',
  ].join('\r\n')

  it('is changed only where something was changed: comments, order, and what stands for a secret stay', async () => {
    const { hub, settings } = await testHub({}, { text, env: { MY_KEY: 'sk-not-for-any-file' } })
    await hub.setDisabled('one', true)
    await hub.setTimeout('two', 90)
    const once = await readFile(settings, 'utf8')
    expect(once).toContain('// my servers\r\n{\r\n\t"other": [1, 2], // kept')
    expect(once).toContain('"${env:MY_KEY}"')
    expect(once).not.toContain('sk-not-for-any-file')
    expect(once).toMatch(/"one": \{[\s\S]*"disabled": true[\s\S]*\/\* first \*\/[\s\S]*"two": \{[\s\S]*"timeout": 90/)
    await hub.setDisabled('one', false)
    await hub.remove('two')
    const twice = await readFile(settings, 'utf8')
    expect(twice).not.toContain('"disabled"')
    expect(twice).not.toContain('"two"')
    expect(twice).toContain('/* first */')
    expect((await stat(settings)).mode & 0o777).toBe(0o600)
  })

  it('keeps what runs when it gets a mistake, says in which line, and is not written over', async () => {
    const { hub, settings, problems } = await testHub({}, { text })
    const broken = text.replace('"other": [1, 2],', '"other": [1, 2')
    await writeFile(settings, broken)
    await eventually(() => expect(problems.at(-1)).toMatch(/stay as they were, because there is a mistake in line 4/))
    expect(hub.list().map(({ name }) => name)).toEqual(['one', 'two'])
    await expect(hub.setTimeout('two', 90)).rejects.toThrow(/is not changed, because there is a mistake in line 4/)
    expect(await readFile(settings, 'utf8')).toBe(broken)
    await writeFile(settings, text.replace('"two"', '"zwei"'))
    await eventually(() => expect(hub.list().map(({ name }) => name)).toEqual(['one', 'zwei']))
    expect(problems.at(-1)).toBeUndefined()
  })

  it('is taken as it stands, also when somebody writes back what it said before', async () => {
    const { hub, settings } = await testHub({}, { text: JSON.stringify({ mcpServers: { one: faulty('none') } }) })
    const timeout = () => hub.list()[0]?.timeout
    const byHand = JSON.stringify({ mcpServers: { one: faulty('none', { timeout: 5 }) } })
    await writeFile(settings, byHand)
    await eventually(() => expect(timeout()).toBe(5))
    await hub.setTimeout('one', 90)
    expect(timeout()).toBe(90)
    await writeFile(settings, byHand)
    await eventually(() => expect(timeout()).toBe(5))
  })

  it('takes the entries of other programs, and one that cannot be used costs only itself', async () => {
    const servers = {
      bare: { url: 'https://example.org/sse' },
      claude: { type: 'http', url: 'https://example.org/mcp' },
      legacy: { transportType: 'http', url: 'https://example.org/mcp', alwaysAllow: ['a'] },
      odd: { type: 'carrier-pigeon', url: 'https://example.org' },
      empty: {},
      wrong: { command: 5 },
      missing: { command: 'x', env: { A: '${env:NOT_SET}' } },
      __proto__x: { command: 'x' },
    }
    const { hub } = await testHub({}, { text: JSON.stringify({ mcpServers: servers }) })
    expect(hub.list().map(({ name, status, launch, problem }) => [name, status, launch?.transport, problem])).toEqual([
      ['__proto__x', 'unapproved', 'stdio', undefined],
      ['bare', 'unapproved', 'sse', undefined],
      ['claude', 'unapproved', 'streamableHttp', undefined],
      ['empty', 'broken', undefined, 'It has neither a "command" nor a "url".'],
      ['legacy', 'unapproved', 'streamableHttp', undefined],
      ['missing', 'broken', 'stdio', 'Its entry needs the variable NOT_SET, which is not set: set it and start the app again.'],
      ['odd', 'broken', undefined, 'Its type "carrier-pigeon" is not known: use stdio, sse or streamableHttp.'],
      ['wrong', 'broken', undefined, 'Its entry in the settings file cannot be used: command is not what is expected there.'],
    ])
  })
})

describe('approvals', LONG, () => {
  const withArgs = (...args: readonly string[]) =>
    JSON.stringify({ mcpServers: { one: faulty('none', { autoApprove: ['say'] }, ...args) } })

  it('hold for exactly the launch that was shown: nothing runs before, and a change asks again with what was before', async () => {
    const { hub, settings, until } = await testHub({}, { text: withArgs('a') })
    hub.wake()
    expect(await until('one', 'unapproved')).toMatchObject({ launch: { autoApprove: ['say'] }, tools: 0 })
    expect(hub.offered()).toEqual([])
    const { launchId = '' } = await until('one', 'unapproved')
    expect(await hub.approve('one', 'another', false)).toBe(false)
    expect(await hub.approve('one', launchId, false)).toBe(true)
    await until('one', 'connected')
    await eventually(() =>
      expect(hub.offered().map(({ tool, autoApproved }) => [tool.name, autoApproved])).toEqual([
        ['count', false],
        ['say', true],
      ]),
    )
    await writeFile(settings, withArgs('a', 'b'))
    const changed = await until('one', 'unapproved')
    expect(changed.approved?.args?.slice(-1)).toEqual(['a'])
    expect(changed.launch?.args?.slice(-1)).toEqual(['b'])
    expect(hub.offered()).toEqual([])
    await writeFile(settings, withArgs('a'))
    await until('one', 'connected', 'connecting', 'idle')
  })

  it('of a tool fall when its description changes, and hold again once the person says so', async () => {
    const text = JSON.stringify({ mcpServers: { shifty: faulty('changes its tool') } })
    const { hub, until } = await testHub({}, { text })
    const { launchId = '' } = await until('shifty', 'unapproved')
    await hub.approve('shifty', launchId, false)
    await until('shifty', 'connected')
    await hub.setAutoApprove('shifty', 'say', true)
    const isAutoApproved = () => hub.offered().find(({ tool }) => tool.name === 'say')?.autoApproved
    expect(isAutoApproved()).toBe(true)
    await callTool(hub, 'shifty/say')
    await eventually(() => expect(isAutoApproved()).toBe(false))
    expect(hub.details('shifty')?.tools.find(({ name }) => name === 'say')).toMatchObject({ autoApprove: false, lapsed: true })
    await hub.setAutoApprove('shifty', 'say', true)
    expect(isAutoApproved()).toBe(true)
    await hub.setToolEnabled('shifty', 'say', false)
    expect(hub.offered().map(({ tool }) => tool.name)).toEqual(['count'])
  })

  it('are lost with a damaged file: everything is asked again', async () => {
    const { hub, until, folder } = await testHub({}, { text: withArgs() })
    const { launchId = '' } = await until('one', 'unapproved')
    await hub.approve('one', launchId, false)
    await hub.dispose()
    await writeFile(join(folder, 'approvals.json'), '{"version": 1, "servers": {"one"')
    const again = await testHub({}, { text: withArgs(), approvals: join(folder, 'approvals.json') })
    expect((await again.until('one', 'unapproved')).status).toBe('unapproved')
    expect(again.problems.some((problem) => problem?.includes('each server asks again'))).toBe(true)
  })
})

describe('a server that ran before', LONG, () => {
  it('offers the tools that it had then while it starts', async () => {
    const given = { one: faulty('a late answer to initialize', {}, '300') }
    const first = await testHub(given)
    first.hub.wake()
    await first.until('one', 'connected')
    await first.hub.dispose()
    const second = await testHub(given, { cache: join(first.folder, 'tools.json') })
    second.hub.wake()
    expect(second.hub.list()[0]?.status).toBe('connecting')
    expect(second.hub.offered().map(({ tool }) => tool.name)).toEqual(['count', 'say'])
    expect(await callTool(second.hub, 'one/say', { text: 'waited' })).toMatchObject({ ok: true, value: { text: 'waited' } })
  })
})

describe('a server that nobody uses', LONG, () => {
  it('ends, is offered as before, and starts again when it is wanted; a call that lasts is use', async () => {
    const mark = `MINE=idle-${process.pid}`
    const mine = async () => withVariable(await readProcesses(process.platform), [mark], process.platform)
    const given = { slow: faulty('a late answer', { env: { MINE: `idle-${process.pid}` } }) }
    const { hub, until } = await testHub(given, { idleMs: 50 })
    hub.wake()
    await until('slow', 'idle')
    await eventually(async () => expect(await mine()).toEqual([]))
    const [offered, details] = [hub.offered(), hub.details('slow')]
    expect(offered.map(({ tool }) => tool.name)).toEqual(['count', 'say'])
    expect(details).toMatchObject({ resources: [{ uri: 'test://one' }], prompts: [{ name: 'greet' }] })
    expect(await callTool(hub, 'slow/say', { text: 'late' })).toMatchObject({ ok: true, value: { text: 'late' } })
    expect(hub.offered()).toEqual(offered)
    await until('slow', 'idle')
    expect(hub.offered()).toEqual(offered)
    expect(hub.details('slow')).toEqual(details)
  })
})

describe('a form', LONG, () => {
  it('goes with the calls that were under way when it was asked, whoever calls meanwhile', async () => {
    const { hub, until } = await testHub({ asker: faulty('wants a form and stays') }, { attended: true })
    hub.wake()
    await until('asker', 'connected')
    const [first, second] = [new AbortController(), new AbortController()]
    const asking = expect(callTool(hub, 'asker/say', { text: 'ask' }, first.signal)).rejects.toThrow('Cancelled')
    await eventually(() => expect(hub.forms()).toHaveLength(1))
    const waiting = expect(callTool(hub, 'asker/say', { text: 'wait' }, second.signal)).rejects.toThrow('Cancelled')
    first.abort(new Error('Cancelled'))
    await asking
    await eventually(() => expect(hub.forms()).toEqual([]))
    await eventually(() => expect(hub.log('asker')).toContain('told {"action":"cancel"}'))
    second.abort(new Error('Cancelled'))
    await waiting
  })

  it('is filled in by the person, checked, and ends with its call', async () => {
    const { hub, until } = await testHub({ asker: faulty('wants a form') }, { attended: true })
    hub.wake()
    await until('asker', 'connected')
    const call = callTool(hub, 'asker/say')
    await eventually(() => expect(hub.forms()).toHaveLength(1))
    const [form] = hub.forms()
    expect(form).toMatchObject({
      server: 'asker',
      message: 'Who are you?',
      fields: [
        { name: 'user', label: 'User', required: true, kind: 'text' },
        { name: 'age', kind: 'integer' },
      ],
    })
    const id = form?.id ?? ''
    expect(hub.answerForm(id, { action: 'accept', content: { user: 'm' } })).toMatchObject({
      accepted: false,
      problem: expect.stringContaining('fewer than 2'),
    })
    expect(hub.answerForm(id, { action: 'accept', content: { user: 'Mira', extra: 'no field' } })).toEqual({ accepted: true })
    expect(hub.answerForm(id, { action: 'cancel' })).toEqual({ accepted: false })
    expect(await call).toMatchObject({ ok: true, value: { text: '{"action":"accept","content":{"user":"Mira"}}' } })
  })
})
