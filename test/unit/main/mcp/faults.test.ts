import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { McpServer } from '../../../../shared/mcp'
import { eventually } from '../../../support/eventually'
import { callTool, faulty, testHub } from '../../../support/mcp/test-hub'
import { tempFolder } from '../../../support/temp-folder'
import { readProcesses, withVariable } from '../../../../main/terminal/process-table'

const LONG_MS = 120_000
/** Nothing here depends on time: who answers gets all that a busy machine needs. */
const patient = { backOffMs: 5, startMs: LONG_MS, startsPerMinute: 2 }

interface StartFault {
  readonly fault: string
  readonly status: McpServer['status']
  readonly tools?: number
  readonly broken?: number
  /** Of the sentence about it. */
  readonly says?: RegExp
}

/** Each goes wrong before anybody calls a tool. */
const startFaults: readonly StartFault[] = [
  { fault: 'none', status: 'connected', tools: 2 },
  { fault: 'noise before', status: 'connected', tools: 2 },
  { fault: 'a BOM', status: 'connected', tools: 2 },
  { fault: 'carriage returns', status: 'connected', tools: 2 },
  { fault: 'a long line before', status: 'connected', tools: 2 },
  { fault: 'much on stderr', status: 'connected', tools: 2 },
  { fault: 'colours on stderr', status: 'connected', tools: 2 },
  { fault: 'a late answer to initialize', status: 'connected', tools: 2 },
  { fault: 'pages without end', status: 'connected', tools: 50 },
  { fault: 'pages that are large', status: 'connected', tools: 2 },
  { fault: 'the same page for ever', status: 'connected', broken: 2 },
  { fault: 'broken tools', status: 'connected', tools: 2, broken: 8 },
  { fault: 'a line without end', status: 'failed', says: /never finishes a message/ },
  { fault: 'an error to initialize', status: 'failed', says: /no licence/ },
  { fault: 'a 401 of its own to initialize', status: 'failed', says: /no licence/ },
  { fault: 'an unknown version', status: 'failed', says: /1999-01-01/ },
  { fault: 'an empty answer to initialize', status: 'failed' },
  { fault: 'exit after initialize', status: 'failed', says: /code 4/ },
  { fault: 'exit once its tools are listed', status: 'failed', says: /code 5/ },
  { fault: 'an error to list', status: 'failed', says: /not today/ },
  { fault: 'no list in the list', status: 'failed' },
  { fault: 'closes its stdin', status: 'failed', says: /closed its stdin/ },
]

it('lives with every way in which a start goes wrong', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub(Object.fromEntries(startFaults.map(({ fault }) => [fault, faulty(fault)])), {
    timing: patient,
  })
  hub.wake()
  const ended = await Promise.all(startFaults.map(({ fault, status }) => until(fault, status)))
  for (const [at, { fault, tools, broken, says }] of startFaults.entries()) {
    const server = ended[at]
    if (tools !== undefined) expect([fault, server?.tools]).toEqual([fault, tools])
    if (broken !== undefined) expect([fault, server?.brokenTools]).toEqual([fault, broken])
    if (says) expect(server?.problem).toMatch(says)
  }
  expect(hub.log('noise before')).toContain('[stdout, what is not JSON] Server is starting…')
  expect(hub.log('colours on stderr')).toBe('red odd')
  expect(hub.log('much on stderr')).toMatch(/the last line$/)
  expect(
    Object.fromEntries((hub.details('broken tools')?.tools ?? []).map(({ name, broken }) => [name.slice(0, 20), broken ?? 'usable'])),
  ).toEqual({
    say: 'usable',
    hidden: expect.stringContaining('nobody sees'),
    xxxxxxxxxxxxxxxxxxxx: 'usable',
    'odd key': expect.stringContaining('argument "a b/c"'),
    'no schema': expect.stringContaining('cannot be used'),
    'a list': expect.stringContaining('must be an object'),
    'a novel': expect.stringContaining('longer than 1 MB'),
    'a pit': expect.stringContaining('nested too deep'),
    twin: expect.stringContaining('more than once'),
    '(no name)': expect.stringContaining('cannot be used'),
  })
  const names = hub.offered().map(({ nativeName }) => nativeName)
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9_-]{0,63}$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

it('gives up a server that ends five times within a minute, and says what it printed last', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ bad: faulty('exit at once') }, { timing: { backOffMs: 1 } })
  hub.wake()
  const { problem } = await until('bad', 'failed')
  expect(problem).toBe(
    `After 5 starts within a minute it is not started again by itself. It ended by itself, with code 3. It last printed:\ncannot open the database`,
  )
  hub.wake()
  expect(hub.list()[0]?.status).toBe('failed')
  // However often it is wanted: so many times it was started, and not once more (M17).
  for (let wish = 0; wish < 20; wish += 1) {
    hub.wake()
    expect(await hub.settled('bad', new AbortController().signal)).toBeUndefined()
  }
  expect(hub.log('bad')?.match(/cannot open the database/g)).toHaveLength(5)
})

it('gives up as soon one that connects and then ends, also where calls want it', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ bad: faulty('exit after initialize') }, { timing: { backOffMs: 1 } })
  hub.wake()
  expect((await until('bad', 'failed')).problem).toMatch(/^After 5 starts within a minute/)
  hub.wake()
  expect(hub.list()[0]?.status).toBe('failed')
})

it('waits for no server that is silent, calls it slow, and ends it when its time is over', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub(
    { silent: faulty('no answer to initialize') },
    { timing: { ...patient, slowMs: 20, startMs: 400, startsPerMinute: 1 } },
  )
  hub.wake()
  expect(hub.offered()).toEqual([])
  expect((await until('silent', 'slow')).problem).toBeUndefined()
  expect((await until('silent', 'failed')).problem).toBe(
    'After 1 starts within a minute it is not started again by itself. It did not answer within 0.4 s.',
  )
})

it('says which program is missing, and does not try again', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ bad: { command: 'no-such-program-at-all' } })
  hub.wake()
  expect((await until('bad', 'failed')).problem).toBe('"no-such-program-at-all" was not found: install it, or correct the command.')
})

interface CallFault {
  readonly fault: string
  readonly gives: unknown
}

const said = (text: string) => ({ ok: true, value: { isError: false, text, images: [], blobs: [] } })
const refused = (message: unknown) => ({ ok: false, message })

const callFaults: readonly CallFault[] = [
  { fault: 'another id first', gives: said('hello') },
  { fault: 'two answers', gives: said('hello') },
  { fault: 'broken JSON before', gives: said('hello') },
  { fault: 'an answer of 30 MB', gives: refused(expect.stringMatching(/A message of 30 MB was left out/)) },
  { fault: 'an answer of 30 MB, its id first', gives: refused(expect.stringMatching(/A message of 30 MB was left out/)) },
  { fault: 'an error', gives: refused(expect.stringMatching(/the disk is full$/)) },
  { fault: 'a 401 of its own', gives: refused(expect.stringMatching(/no such user$/)) },
  { fault: 'isError', gives: { ok: true, value: expect.objectContaining({ isError: true, text: 'it did not work' }) } },
  { fault: 'an unknown kind of content', gives: said('{"type":"hologram","data":1}\n\nhello') },
  { fault: 'no content', gives: said('') },
  { fault: 'a batch', gives: said('hello') },
  { fault: 'a poisoned answer', gives: said('hello') },
  { fault: 'bytes one by one', gives: said('hello') },
  { fault: 'broken UTF-8', gives: said('a\uFFFD(\uFFFDb') },
  { fault: 'progress without end', gives: said('hello') },
  { fault: 'messages without end', gives: said('hello') },
  { fault: 'pings without end', gives: said('hello') },
  { fault: 'changes without end', gives: said('hello') },
  { fault: 'wants sampling', gives: said('{"code":-32601,"message":"Method not found"}') },
  { fault: 'wants a form', gives: said('{"action":"decline"}') },
  { fault: 'wants roots', gives: said('{"roots":[{"uri":"file:///projects/a%20b"}]}') },
  { fault: 'exit in mid-call', gives: refused(expect.stringMatching(/^it ended while it answered.[\s\S]*out of memory/)) },
  { fault: 'closes its stdout', gives: refused(expect.stringMatching(/^it ended while it answered/)) },
]

it('lives with every way in which a call goes wrong, and mixes up no answers', { timeout: LONG_MS }, async () => {
  const given = { good: faulty('none'), ...Object.fromEntries(callFaults.map(({ fault }) => [fault, faulty(fault)])) }
  const { hub, until } = await testHub(given, { timing: patient })
  hub.setRoots(['/projects/a b'])
  hub.wake()
  await Promise.all(Object.keys(given).map((name) => until(name, 'connected')))
  const before = process.memoryUsage().rss
  const answers = await Promise.all(
    callFaults.map(async ({ fault }) => {
      const [bad, good] = await Promise.all([callTool(hub, `${fault}/say`, { text: 'hello' }), callTool(hub, 'good/say', { text: fault })])
      return { fault, gives: bad, good }
    }),
  )
  expect(answers).toEqual(callFaults.map(({ fault, gives }) => ({ fault, gives, good: said(fault) })))
  expect(hub.list().find(({ name }) => name === 'a 401 of its own')?.status).toBe('connected')
  for (let time = 0; time < 2; time += 1)
    expect(await callTool(hub, 'an answer of 30 MB/say')).toEqual(refused(expect.stringMatching(/A message of 30 MB was left out/)))
  expect('polluted' in {}).toBe(false)
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200)
  expect(hub.takeNotifications('messages without end')).toHaveLength(21)
})

it('ends a call that is not answered, and drops what comes too late', { timeout: LONG_MS }, async () => {
  const never = ['no answer to a call', 'no result', 'a deep answer', 'stops reading']
  const given = {
    ...Object.fromEntries(never.map((fault) => [fault, faulty(fault, { timeout: 1 })])),
    'a late answer': faulty('a late answer'),
  }
  const { hub, until } = await testHub(given, { timing: patient })
  hub.wake()
  await Promise.all(Object.keys(given).map((name) => until(name, 'connected')))
  for (const answer of await Promise.all(never.map((name) => callTool(hub, `${name}/say`, { text: 'x' }))))
    expect(answer).toEqual(refused('it did not answer within 1 s'))
  const stop = new AbortController()
  const late = callTool(hub, 'a late answer/say', { text: 'late' }, stop.signal)
  const cancelled = expect(late).rejects.toThrow('Cancelled')
  stop.abort(new Error('Cancelled'))
  await cancelled
  expect(await callTool(hub, 'a late answer/say', { text: 'early' })).toEqual(said('early'))
})

it('tells a server only of calls that are under way when they are cancelled', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ one: faulty('a late answer') })
  hub.wake()
  await until('one', 'connected')
  const task = new AbortController()
  expect(await callTool(hub, 'one/say', { text: 'early' }, task.signal)).toEqual(said('early'))
  const late = expect(callTool(hub, 'one/say', { text: 'late' }, task.signal)).rejects.toThrow('Cancelled')
  await eventually(() => expect(hub.log('one')).toContain('asked for late'))
  task.abort(new Error('Cancelled'))
  await late
  await eventually(() => expect(hub.log('one')).toContain('cancelled'))
  await hub.stop('one')
  expect(hub.log('one')).toMatch(/^asked for early\nasked for late\ncancelled \d+$/)
})

it('checks the arguments of a call against the schema before anything is sent', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ good: faulty('none') })
  hub.wake()
  await until('good', 'connected')
  expect(await callTool(hub, 'good/say', { text: 5 })).toEqual(refused('the arguments do not fit its schema: data/text must be string'))
})

it('calls no tool that has changed since it was offered', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ shifty: faulty('changes its tool', { autoApprove: ['say'] }) })
  hub.wake()
  await until('shifty', 'connected')
  const offered = hub.offered().find(({ tool }) => tool.name === 'say')!
  await callTool(hub, 'shifty/say')
  await expect
    .poll(() => hub.offered().find(({ tool }) => tool.name === 'say')?.tool.description, { timeout: LONG_MS })
    .toBe('Deletes everything.')
  expect(await hub.callTool('shifty', offered.tool, {}, { signal: new AbortController().signal })).toEqual(
    refused('its tool "say" has changed since it was offered: look at it anew'),
  )
})

it('offers what a server has now, however often that changes while its lists are read', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ restless: faulty('changes while it is listed') })
  hub.wake()
  await until('restless', 'connected')
  await eventually(() => expect(hub.log('restless')).toContain('all is listed'))
  await callTool(hub, 'restless/say')
  await eventually(() => expect(hub.offered().map(({ tool }) => tool.description)).toEqual(['As of listing 3.']))
})

it('makes nothing anew for what a server prints: neither its tools nor its page', { timeout: LONG_MS }, async () => {
  let told = 0
  const { hub, until } = await testHub({ chatty: faulty('prints') }, { onChange: () => (told += 1) })
  hub.wake()
  await until('chatty', 'connected')
  await callTool(hub, 'chatty/say', { text: '1' })
  const [offered, before, toldBefore] = [hub.offered(), hub.list()[0], told]
  await callTool(hub, 'chatty/say', { text: '2' })
  await eventually(() => expect(hub.log('chatty')).toMatch(/printed 2$/))
  expect(hub.offered()).toBe(offered)
  const after = hub.list()[0]
  expect(after?.revision).toBe(before?.revision)
  expect(after?.logRevision).toBeGreaterThan(before?.logRevision ?? 0)
  await eventually(() => expect(told).toBeGreaterThan(toldBefore))
})

it('says why a server does not run to who calls a tool that it had', { timeout: LONG_MS }, async () => {
  const file = join(await tempFolder(), 'there')
  const { hub, until } = await testHub({ weak: faulty('exit where a file is', {}, file) }, { timing: patient })
  hub.wake()
  await until('weak', 'connected')
  const offered = hub.offered().find(({ tool }) => tool.name === 'say')!
  await writeFile(file, '')
  await hub.restart('weak')
  expect(await hub.callTool('weak', offered.tool, {}, { signal: new AbortController().signal })).toEqual(
    refused(expect.stringMatching(/^it is not running: [\s\S]*cannot open the database$/)),
  )
})

it('starts a server with an environment by list, and ends it with what it started', { timeout: LONG_MS }, async () => {
  const mark = `MINE=deaf-${process.pid}`
  const { hub, until } = await testHub({ deaf: faulty('ignores TERM', { env: { MINE: `deaf-${process.pid}` } }) })
  hub.wake()
  await until('deaf', 'connected')
  const all = await readProcesses(process.platform)
  const mine = await withVariable(all, [mark], process.platform)
  expect(mine).toHaveLength(2)
  const names = (await readFile(`/proc/${mine[0]?.pid}/environ`, 'utf8')).split('\0').map((entry) => entry.split('=')[0])
  expect(names.filter((name) => name !== '').sort()).toEqual(['HOME', 'MINE', 'PATH', 'TERM', 'TERM_SESSION_ID'])
  const left = async () => withVariable(await readProcesses(process.platform), [mark], process.platform)
  await hub.stop('deaf')
  expect(await left()).toEqual([])
  await hub.restart('deaf')
  await until('deaf', 'connected')
  expect(await left()).toHaveLength(2)
  await hub.dispose()
  expect(await left()).toEqual([])
})

it('leaves a server alone that the person stopped, until they start it', { timeout: LONG_MS }, async () => {
  const { hub, until } = await testHub({ good: faulty('a late answer') })
  hub.wake()
  await until('good', 'connected')
  const offered = hub.offered().find(({ tool }) => tool.name === 'say')!
  const options = { signal: new AbortController().signal }
  const waiting = hub.callTool('good', offered.tool, { text: 'late' }, options)
  await eventually(() => expect(hub.log('good')).toContain('asked for late'))
  await hub.stop('good')
  expect(await waiting).toEqual(refused(expect.stringContaining('the person stopped it')))
  expect([hub.list()[0]?.status, hub.offered()]).toEqual(['stopped', []])
  hub.wake()
  expect(await hub.callTool('good', offered.tool, {}, options)).toEqual(refused(expect.stringContaining('the person stopped it')))
  expect(hub.list()[0]?.status).toBe('stopped')
  await hub.restart('good')
  await until('good', 'connected')
  expect(hub.offered()).not.toEqual([])
})
