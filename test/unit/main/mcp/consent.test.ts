import { readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readProcesses, withVariable } from '../../../../main/terminal/process-table'
import { callTool, faulty, noSignIns, type TestHub, testHub } from '../../../support/mcp/test-hub'

const LONG_MS = 120_000
const settings = (servers: Readonly<Record<string, unknown>>) => JSON.stringify({ mcpServers: servers }, undefined, 2)
const say = ({ hub }: TestHub) => hub.offered().find(({ tool }) => tool.name === 'say')

async function approved(entry: Readonly<Record<string, unknown>>, options: Parameters<typeof testHub>[1] = {}): Promise<TestHub> {
  const test = await testHub({}, { text: settings({ one: entry }), ...options })
  const [server] = test.hub.list()
  expect(await test.hub.approve('one', server?.launchId ?? '', false)).toBe(true)
  await test.until('one', 'connected')
  return test
}

/** Writes the file as another program would, and waits until it is taken. */
async function rewrite(test: TestHub, entry: Readonly<Record<string, unknown>>, isTaken: () => boolean): Promise<void> {
  await writeFile(test.settings, settings({ one: entry }))
  await expect.poll(isTaken, { timeout: LONG_MS }).toBe(true)
}

it('takes no approval of a launch that was shown with other tools to run without a question', { timeout: LONG_MS }, async () => {
  const test = await testHub({}, { text: settings({ one: faulty('none') }) })
  const [shown] = test.hub.list()
  await rewrite(test, faulty('none', { autoApprove: ['say'] }), () => test.hub.list()[0]?.launch?.autoApprove.length === 1)
  expect(await test.hub.approve('one', shown?.launchId ?? '', false)).toBe(false)
  expect(test.hub.list()[0]?.status).toBe('unapproved')
})

it('asks about a tool again once that was wanted, whoever writes it into the file afterwards', { timeout: LONG_MS }, async () => {
  const test = await approved(faulty('none'))
  await test.hub.setAutoApprove('one', 'say', true)
  expect(say(test)?.autoApproved).toBe(true)
  await test.hub.setAutoApprove('one', 'say', false)
  expect(say(test)?.autoApproved).toBe(false)
  const before = test.hub.list()[0]?.revision ?? 0
  await rewrite(test, faulty('none', { autoApprove: ['say'] }), () => (test.hub.list()[0]?.revision ?? 0) > before)
  await expect.poll(() => test.hub.list()[0]?.launch?.autoApprove, { timeout: LONG_MS }).toEqual(['say'])
  expect(say(test)?.autoApproved).toBe(false)
  expect(test.hub.details('one')?.tools.find(({ name }) => name === 'say')?.lapsed).toBe(true)
})

it('lets a tool run only as it was shown', { timeout: LONG_MS }, async () => {
  const test = await approved(faulty('none'))
  await expect(test.hub.setAutoApprove('one', 'say', true, 'another')).rejects.toThrow('"say" of "one" has changed since it was shown')
  expect(say(test)?.autoApproved).toBe(false)
  await test.hub.setAutoApprove('one', 'say', true, say(test)?.tool.hash)
  expect(say(test)?.autoApproved).toBe(true)
})

it('takes a tool that is no longer marked as reading only for another one', { timeout: LONG_MS }, async () => {
  const test = await approved(faulty('drops its mark'))
  await test.hub.setAutoApprove('one', 'count', true)
  const count = () => test.hub.offered().find(({ tool }) => tool.name === 'count')
  const offered = count()
  expect(offered).toMatchObject({ autoApproved: true, tool: { readOnly: true } })
  await callTool(test.hub, 'one/say')
  await expect.poll(() => count()?.tool.readOnly, { timeout: LONG_MS }).toBe(false)
  expect(count()?.autoApproved).toBe(false)
  expect(await test.hub.callTool('one', offered!.tool, {}, { signal: new AbortController().signal })).toMatchObject({ ok: false })
})

it('hears every secret that it fills in, wherever it stands, and writes none down', { timeout: LONG_MS }, async () => {
  const learned: string[] = []
  const entry = faulty('none', { env: { ORDINARY: '${env:MY_KEY}', FOLDER: '${env:HOME}' } }, '--as=${env:MY_TOKEN}')
  const test = await approved(entry, {
    env: { MY_TOKEN: 'secret-of-an-argument', MY_KEY: 'secret-of-a-variable', HOME: '/home/me' },
    learn: (secret) => learned.push(secret),
  })
  expect([...new Set(learned)].sort()).toEqual(['secret-of-a-variable', 'secret-of-an-argument'])
  await test.hub.setTimeout('one', 30)
  await test.hub.dispose()
  const written = await Promise.all(
    ['cline_mcp_settings.json', 'approvals.json', 'tools.json'].map((name) => readFile(`${test.folder}/${name}`, 'utf8')),
  )
  expect(written.join('\n')).not.toContain('secret-of')
})

it('offers no tool and takes no server whose name holds what nobody sees', { timeout: LONG_MS }, async () => {
  const test = await testHub({ bad: faulty('broken tools'), 'b\u200bad': faulty('none') })
  test.hub.wake()
  await test.until('bad', 'connected')
  expect(test.hub.offered().filter(({ tool }) => /hidden/.test(tool.name))).toEqual([])
  expect(test.hub.details('bad')?.tools.find(({ name }) => name === 'hidden')?.broken).toContain('characters')
  expect(test.hub.list().find(({ name }) => name !== 'bad')).toMatchObject({
    status: 'broken',
    problem: expect.stringContaining('characters'),
  })
})

it('makes nobody wait longer for a server than a call may take', { timeout: LONG_MS }, async () => {
  const test = await testHub({ silent: faulty('no answer to initialize', { timeout: 1 }) }, { timing: { startMs: LONG_MS } })
  test.hub.wake()
  await test.hub.settled('silent', new AbortController().signal)
  expect(test.hub.list()[0]?.status).toMatch(/connecting|slow/)
})

it('starts nothing any more of a server that is removed or left in the middle of a restart', { timeout: LONG_MS }, async () => {
  const entry = faulty('none', { env: { MINE: `restarted-${process.pid}` } })
  const mine = async () =>
    (await withVariable(await readProcesses(process.platform), [`MINE=restarted-${process.pid}`], process.platform)).length
  const test = await approved(entry)
  expect(await mine()).toBe(1)
  await Promise.all([test.hub.restart('one'), test.hub.remove('one')])
  await test.hub.dispose()
  expect(await mine()).toBe(0)
  const other = await approved(entry)
  await Promise.all([other.hub.restart('one'), other.hub.dispose()])
  other.hub.wake()
  await other.hub.dispose()
  expect(await mine()).toBe(0)
})

it('runs one process of a server whose restart meets another restart, or a task that wants it', { timeout: LONG_MS }, async () => {
  const name = `MINE=twice-${process.pid}`
  const mine = async () => (await withVariable(await readProcesses(process.platform), [name], process.platform)).length
  const test = await approved(faulty('none', { env: { MINE: `twice-${process.pid}` } }))
  const restarts = [test.hub.restart('one'), test.hub.restart('one')]
  test.hub.wake()
  await Promise.all(restarts)
  await test.until('one', 'connected')
  expect(await mine()).toBe(1)
  const last = test.hub.restart('one')
  await Promise.all([last, test.hub.stop('one')])
  expect(await mine()).toBe(0)
  await test.hub.dispose()
  expect(await mine()).toBe(0)
})

it('keeps each switch of a tool, however many are turned at once and whoever else writes the file', { timeout: LONG_MS }, async () => {
  const test = await approved(faulty('none', { alwaysAllow: ['old'] }))
  const tools = ['say', 'count']
  await Promise.all(tools.map((tool) => test.hub.setToolEnabled('one', tool, false)))
  const read = async () => JSON.parse(await readFile(test.settings, 'utf8')).mcpServers.one
  expect((await read()).disabledTools).toEqual(tools)
  await Promise.all(tools.map((tool) => test.hub.setAutoApprove('one', tool, true)))
  expect((await read()).autoApprove).toEqual(['old', ...tools])
  await writeFile(test.settings, settings({ one: faulty('none', { disabledTools: ['by hand'], alwaysAllow: ['old', 'say'] }) }))
  await test.hub.setToolEnabled('one', 'count', false)
  expect((await read()).disabledTools).toEqual(['by hand', 'count'])
  await test.hub.setAutoApprove('one', 'say', false)
  expect(await read()).toMatchObject({ autoApprove: ['old'] })
  expect(await read()).not.toHaveProperty('alwaysAllow')
})

it('adds one of two servers that are given the same name at once, and none that the file has by then', { timeout: LONG_MS }, async () => {
  const test = await testHub({}, { text: settings({}) })
  const added = await Promise.allSettled(['1', '2'].map((arg) => test.hub.add('one', faulty('none', {}, arg))))
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(test.hub.list()[0]?.launch?.args?.at(-1)).toBe('1')
  await writeFile(test.settings, settings({ two: faulty('none') }))
  await expect(test.hub.add('two', faulty('none'))).rejects.toThrow('There is already a server named "two"')
})

it('says what is missing to who calls a server that cannot run', { timeout: LONG_MS }, async () => {
  const test = await testHub(
    {},
    {
      text: settings({ odd: { command: 'x', env: { A: '${env:NOT_SET}' } }, off: faulty('none', { disabled: true }), new: faulty('none') }),
    },
  )
  const call = (name: string) => test.hub.callTool(name, { name: 'say', hash: '' }, {}, { signal: new AbortController().signal })
  expect(await call('odd')).toMatchObject({ ok: false, message: expect.stringContaining('variable NOT_SET, which is not set') })
  expect(await call('off')).toMatchObject({ ok: false, message: 'it is switched off' })
  expect(await call('new')).toMatchObject({ ok: false, message: expect.stringContaining('has not approved it') })
})

it('changes nothing of a server that is not in the file', { timeout: LONG_MS }, async () => {
  const test = await testHub({ given: faulty('none') }, { text: settings({ one: faulty('none'), odd: { type: 'pigeon' } }) })
  test.hub.wake()
  await test.until('given', 'connected')
  const before = await readFile(test.settings, 'utf8')
  for (const name of ['given', 'ghost', 'odd']) {
    await expect(test.hub.setDisabled(name, true)).rejects.toThrow(/There is no server "(?:given|ghost)"|is not known/)
    await expect(test.hub.setTimeout(name, 5)).rejects.toThrow()
    await expect(test.hub.setToolEnabled(name, 'say', false)).rejects.toThrow()
    await expect(test.hub.setAutoApprove(name, 'say', true)).rejects.toThrow()
  }
  expect(await readFile(test.settings, 'utf8')).toBe(before)
})

it('calls no tool that was switched off since it was offered', { timeout: LONG_MS }, async () => {
  const test = await approved(faulty('none'))
  const offered = say(test)!
  await test.hub.setToolEnabled('one', 'say', false)
  const signal = new AbortController().signal
  expect(await test.hub.callTool('one', offered.tool, {}, { signal })).toMatchObject({
    ok: false,
    message: expect.stringContaining('does not offer "say" any more'),
  })
})

it('forgets the sign-in of a server whose entry is gone or leads elsewhere, whoever wrote that, and of no other', {
  timeout: LONG_MS,
}, async () => {
  const ended = new Set<string>()
  const signIn = { ...noSignIns, end: (name: string, url: string) => Promise.resolve(void ended.add(`${name} ${url}`)) }
  const far = (name: string, more = {}) => ({ type: 'http', url: `https://\${env:PLACE}/${name}`, disabled: true, ...more })
  const all = { view: far('view'), hand: far('hand'), moved: far('moved'), odd: far('odd'), on: far('on'), near: faulty('none') }
  const { hub, settings: path } = await testHub({}, { text: settings(all), signIn, env: { PLACE: 'mcp.test' } })
  await hub.remove('view')
  expect([...ended]).toEqual(['view https://mcp.test/view'])
  await writeFile(path, '')
  await expect.poll(() => hub.list(), { timeout: LONG_MS }).toEqual([])
  await writeFile(path, settings(all))
  await expect.poll(() => hub.list().length, { timeout: LONG_MS }).toBe(6)
  expect(ended.size).toBe(1)
  await writeFile(path, settings({ moved: far('elsewhere'), odd: { url: 5 }, on: far('on', { timeout: 9 }) }))
  await expect.poll(() => hub.list().length, { timeout: LONG_MS }).toBe(3)
  expect([...ended].sort()).toEqual(['hand https://mcp.test/hand', 'moved https://mcp.test/moved', 'view https://mcp.test/view'])
})
