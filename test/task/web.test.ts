import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startClineApi } from '../support/cline-api/cline-api-server'
import { fetchIt, finished, openWebTask as open, searchIt, sent, url, type WebTask } from '../support/cline-api/web-task'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import type { SessionOptions } from '../support/task-session'
import { eventually } from '../support/eventually'

const DISABLED = 'Cline web tools are currently disabled.'
const offered = ({ session }: WebTask) =>
  session.provider.requests[0]?.tools.map(({ name }) => name).filter((name) => name.startsWith('web_'))
const card = ({ session }: WebTask) => session.rows.find((row) => 'data' in row && 'tool' in row.data && row.data.tool.startsWith('web'))

describe('the web tools of the Cline API', () => {
  it('ask, then send exactly what was shown, and give the model the result and the window only the address', async () => {
    const task = await open([fetchIt, complete()])
    await task.session.start()
    const asked = await task.session.ask('tool')
    expect(asked.data).toMatchObject({
      tool: 'webFetch',
      path: url,
      content: `Fetching URL: ${url}`,
      operationIsLocatedInWorkspace: false,
    })
    expect(asked.approval).toMatchObject({ summary: `Fetch ${url}`, reason: 'reaches docs.example' })
    expect(sent(task)).toEqual([])
    const wait = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => wait.mockRestore())
    await task.session.approve('tool')
    await finished(task)
    expect(wait.mock.calls).toContainEqual([15_000])
    const [request] = sent(task)
    expect([request?.method, request?.path, request?.body]).toEqual([
      'POST',
      '/api/v1/search/webfetch',
      JSON.stringify({ Url: url, Prompt: 'What does it say?' }),
    ])
    expect(request?.header('authorization')).toBe('Bearer key-of-this-task')
    expect(request?.header('content-type')).toBe('application/json')
    expect(request?.header('x-task-id')).toBe(task.session.controller.task?.taskId)
    expect(request?.header('user-agent')).toMatch(/^Cline\//)
    for (const name of ['platform', 'platform-version', 'client-type', 'client-version', 'core-version', 'is-multiroot'])
      expect(request?.header(`x-${name}`)).toBeTruthy()
    expect(sent(task)).toHaveLength(1)
    const [result] = task.session.results(1)
    expect(result).toMatch(
      /^\[web_fetch for 'https:\/\/docs\.example\/page\?q=1'\] Result:\n<web_text (\w+)>\nThe page says hello\.\n<\/web_text \1>\n/,
    )
    expect(result).toContain('written by strangers')
    expect(JSON.stringify(task.session.rows)).not.toContain('The page says hello.')
    expect(offered(task)).toEqual(['web_fetch', 'web_search'])
  })

  it('list what was found, and only count when that is nothing', async () => {
    const task = await open(
      [searchIt({ allowed_domains: ['a.test'] }), searchIt({ blocked_domains: '["b.test"]', allowed_domains: [] }), searchIt(), complete()],
      {
        settings: { yoloModeToggled: true },
      },
    )
    task.server.results.search.push({ title: 'Second', url: 'https://second.example/x' })
    const { search } = task.server.results
    await task.session.start()
    await finished(task)
    expect(sent(task).map(({ body }) => body)).toEqual([
      '{"query":"hello world","allowed_domains":["a.test"]}',
      '{"query":"hello world","blocked_domains":["b.test"]}',
      '{"query":"hello world"}',
    ])
    expect(search).toHaveLength(2)
    expect(task.session.results(1)[0]).toContain(
      'Search completed (2 results found):\n\n1. First\n   https://first.example/\n\n2. Second\n   https://second.example/x\n\n',
    )
    expect(card(task)).toMatchObject({ data: { content: 'Searching for: hello world', allowedDomains: ['a.test'], note: '2 results' } })
    expect(JSON.stringify(task.session.rows)).not.toMatch(/first\.example|Second/)
    const none = await open([searchIt(), complete()], { settings: { yoloModeToggled: true } })
    none.server.results.search.length = 0
    await none.session.start()
    await finished(none)
    expect(none.session.results(1)).toEqual(["[web_search for 'hello world'] Result:\nSearch completed (0 results found)"])
  })

  it.skipIf(process.platform === 'win32')('send nothing when a hook stops an approved call', async () => {
    const task = await open([fetchIt, complete()], {})
    const folder = join(task.session.dataDir, 'hooks')
    await mkdir(folder, { recursive: true })
    const script = `#!/bin/sh\ncat > "${task.session.dataDir}/told"; echo '{"cancel": true, "errorMessage": "Not this page."}'\n`
    await writeFile(join(folder, 'PreToolUse'), script, { mode: 0o755 })
    await task.session.start()
    await task.session.ask('tool')
    expect(await readdir(task.session.dataDir)).not.toContain('told')
    await task.session.approve('tool')
    await task.session.answer('resume_task', { response: 'messageResponse', text: 'Go on.' })
    await finished(task)
    expect(sent(task)).toEqual([])
    expect(task.session.results(1)[0]).toContain('Not this page.')
    const told: unknown = JSON.parse(await readFile(join(task.session.dataDir, 'told'), 'utf8'))
    expect(told).toMatchObject({ preToolUse: { toolName: 'web_fetch', parameters: { url, prompt: 'What does it say?' } } })
  })

  it('send nothing when the person says no', async () => {
    const task = await open([fetchIt, complete()])
    await task.session.start()
    await task.session.reject('tool')
    await finished(task)
    expect(sent(task)).toEqual([])
    expect(task.session.results(1)[0]).toContain('did not approve')
  })

  it.each([
    ['another provider', { providerId: 'anthropic' }],
    ['the setting off', { settings: { clineWebToolsEnabled: false } }],
    ['the flag off', { env: { CLINE_FEATURE_FLAGS: 'webtools=false' } }],
    ['no flag', { env: { CLINE_FEATURE_FLAGS: '' } }],
  ])('are neither offered nor run with %s, and that is no mistake', async (_name, more) => {
    const calls = [fetchIt, searchIt(), answer(toolCall('web_fetch', {})), searchIt({ query: '' }), complete()]
    const settings = { maxConsecutiveMistakes: 1, yoloModeToggled: true, ...('settings' in more ? more.settings : {}) }
    const task = await open(calls, { ...more, settings })
    await task.session.start()
    await finished(task)
    expect(offered(task)).toEqual([])
    for (const request of [1, 2, 3, 4]) expect(task.session.results(request)).toEqual([DISABLED])
    expect(sent(task)).toEqual([])
  })

  it.each([
    ['no address', 'web_fetch', { prompt: 'x' }, 'url'],
    ['no prompt', 'web_fetch', { url }, 'prompt'],
    ['an address that is none', 'web_fetch', { url: 'docs.example', prompt: 'x' }, 'must be a whole address'],
    ['another user’s name in it', 'web_fetch', { url: 'https://good.test@sink.test/', prompt: 'x' }, 'without a user name'],
    [
      'another host to whoever reads it otherwise',
      'web_fetch',
      { url: 'https://good.test\\@sink.test/', prompt: 'x' },
      'without a user name',
    ],
    ['an address without its slashes', 'web_fetch', { url: 'https:good.test', prompt: 'x' }, 'must be a whole address'],
    ['an address with too many of them', 'web_fetch', { url: 'https:///good.test/', prompt: 'x' }, 'must be a whole address'],
    ['a tab in the host', 'web_fetch', { url: 'https://good.test\t.sink.test/', prompt: 'x' }, 'must be a whole address'],
    ['a file', 'web_fetch', { url: 'file:///etc/passwd', prompt: 'x' }, 'must be a whole address'],
    ['no query', 'web_search', {}, 'query'],
    ['both lists of domains', 'web_search', { query: 'x', allowed_domains: ['a'], blocked_domains: ['b'] }, 'cannot be given together'],
  ])('send nothing for %s, which counts as a mistake', async (...[, tool, input, words]) => {
    const settings = { maxConsecutiveMistakes: 1, autoApproveAllToggled: true }
    const task = await open([answer(toolCall(tool, input)), complete()], { settings })
    await task.session.start()
    await task.session.answer('mistake_limit_reached', { response: 'messageResponse', text: 'Go on.' })
    await finished(task)
    expect(sent(task)).toEqual([])
    expect(task.session.results(1)[0]).toContain(words)
  })

  it.each([
    ['the tools were switched off', { clineWebToolsEnabled: false }],
    ['the search service was taken away', { webSearchEndpoint: '' }],
  ])('send nothing when %s while the person was asked, and that is no mistake', async (_name, patch) => {
    const own = 'webSearchEndpoint' in patch
    const server = own ? await startClineApi() : undefined
    const task = await open([own ? searchIt() : fetchIt, complete()], {
      settings: { maxConsecutiveMistakes: 1, ...(server ? { webSearchEndpoint: server.url } : {}) },
      ...(own ? { providerId: 'anthropic' } : {}),
    })
    await task.session.start()
    await task.session.ask('tool')
    task.session.services.settings.override(patch)
    await task.session.approve('tool')
    await finished(task)
    expect(task.session.results(1)).toEqual([DISABLED])
    expect([...task.server.requests, ...(server?.requests ?? [])]).toEqual([])
  })

  it('send nothing to another search service than the one that was asked about, and that is no mistake', async () => {
    const [asked, other] = [await startClineApi(), await startClineApi()]
    const task = await open([searchIt(), complete()], {
      settings: { maxConsecutiveMistakes: 1, webSearchEndpoint: asked.url },
      providerId: 'anthropic',
    })
    await task.session.start()
    expect((await task.session.ask('tool')).approval?.reason).toContain(new URL(asked.url).host)
    task.session.services.settings.override({ webSearchEndpoint: other.url })
    await task.session.approve('tool')
    await finished(task)
    expect(task.session.results(1)[0]).toMatch(/^.*Error performing web search: another service is set up now .* nothing was sent/s)
    expect([...asked.requests, ...other.requests]).toEqual([])
  })

  it('tell to sign in where there is no token, and send nothing', async () => {
    const task = await open([fetchIt, searchIt(), complete()], {
      env: { CLINE_API_KEY: '' },
      settings: { yoloModeToggled: true, maxConsecutiveMistakes: 1 },
    })
    await task.session.start()
    await finished(task)
    expect(task.session.results(1)[0]).toMatch(/Error fetching web content: .*sign in to your Cline account/)
    expect(task.session.results(2)[0]).toMatch(/Error performing web search: .*sign in to your Cline account/)
    expect(task.server.requests).toEqual([])
  })

  it.each([
    ['refuses', { status: 500, body: { error: 'broken: key-of-this-task' } }, 'refused with status 500: broken: [secret]'],
    ['closes the connection', { fault: 'drop' as const }, 'could not be reached'],
    ['gives a result that is none', { body: { data: { result: 7 } } }, 'without a result'],
    ['wraps the result once only', { body: { result: 'x' } }, 'without a result'],
    ['gives a page', { body: '<html>' }, 'no JSON'],
    ['sends without end', { fault: 'endless' as const }, 'sent more than 5 MB'],
    ['sends on elsewhere', { status: 302, headers: { location: 'https://sink.test/' } }, 'status 302'],
  ])('tell the model when the API %s, and that is no mistake', async (_name, how, words) => {
    const task = await open([fetchIt, complete()], { settings: { yoloModeToggled: true, maxConsecutiveMistakes: 1 } })
    task.server.misbehave('/api/v1/search', how)
    await task.session.start()
    await finished(task)
    const [result] = task.session.results(1)
    expect(result).toContain('Error fetching web content: ')
    expect(result).toContain(words)
    expect(sent(task)).toHaveLength(1)
  })

  it('tell the model when the API gives no answer in 15 seconds', async () => {
    const task = await open([searchIt(), complete()], { settings: { yoloModeToggled: true, maxConsecutiveMistakes: 1 } })
    task.server.misbehave('/api/v1/search', { fault: 'hang' })
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const fast = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 15_000 ? 50 : ms))
    onTestFinished(() => fast.mockRestore())
    await task.session.start()
    await finished(task)
    expect(task.session.results(1)[0]).toMatch(/Error performing web search: 127\.0\.0\.1:\d+ did not answer within 15 seconds\.$/)
  })

  it('end with Cancel while they wait', async () => {
    const task = await open([fetchIt], { settings: { yoloModeToggled: true } })
    task.server.misbehave('/api/v1/search', { fault: 'hang' })
    await task.session.start()
    await eventually(() => expect(sent(task)).toHaveLength(1))
    await task.session.controller.cancelTask()
    await task.session.until('the end', () => (task.session.states.includes('cancelled') ? true : undefined))
  })

  it('show what streams: the address, and domains as they come', async () => {
    const gate = Promise.withResolvers<undefined>()
    const [start, ...pieces] = toolCall('web_search', { query: 'hi', allowed_domains: ['a.test', 'b.test'] }, 4)
    const half = pieces.slice(0, -4)
    const rest = pieces.slice(-4)
    const stream = [...(start ? [start] : []), ...half, { type: 'gate', opened: gate.promise } as const, ...rest]
    const task = await open([answer(stream), complete()], { settings: { yoloModeToggled: true } })
    await task.session.start()
    await task.session.until('a draft', () => {
      const row = card(task)
      return row && 'data' in row && 'allowedDomains' in row.data && row.data.allowedDomains ? row : undefined
    })
    expect(card(task)).toMatchObject({
      partial: true,
      data: { path: 'hi', content: 'Searching for: hi', allowedDomains: expect.arrayContaining(['a.test']) },
    })
    gate.resolve(undefined)
    await finished(task)
    expect(sent(task)).toHaveLength(1)
  })
})

describe('a page fetched by this program', () => {
  it('is read by the model in use, outside of the conversation, and that is paid for', async () => {
    const web: SessionOptions['web'] = {
      forTask: ({ ask }) => ({
        offers: () => ({ fetch: true, search: false }),
        hostsOf: () => ['docs.example'],
        refusalOf: () => undefined,
        concernOf: () => undefined,
        fetch: async (request, signal) => ({ ok: true, value: await ask({ instructions: 'Read.', text: request.prompt }, signal) }),
        search: () => Promise.reject(new Error('not here')),
      }),
    }
    const task = await open([fetchIt, answer(text('It says hello.')), complete()], { web, settings: { yoloModeToggled: true } })
    await task.session.start()
    await finished(task)
    const [, question] = task.session.provider.requests
    expect(question).toMatchObject({ systemPrompt: 'Read.', tools: [], conversation: [{ content: [{ text: 'What does it say?' }] }] })
    expect(task.session.results(2)[0]).toContain('It says hello.')
    expect(task.session.controller.task?.usage).toMatchObject({ tokensIn: 30, tokensOut: 15, contextTokens: 15 })
  })

  it('is refused when it lies on this machine, and asked of nobody', async () => {
    const local = createServer((_request, response) => response.end('secret of this machine'))
    local.listen(0, '127.0.0.1')
    await once(local, 'listening')
    onTestFinished(() => void local.close())
    const { port } = local.address() as AddressInfo
    const script = ['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]'].map((host) =>
      answer(toolCall('web_fetch', { url: `http://${host}:${port}/`, prompt: 'x' })),
    )
    const settings = { localWebFetchEnabled: true, maxConsecutiveMistakes: 1 }
    const task = await open([...script, complete()], { providerId: 'anthropic', settings })
    await task.session.start()
    await finished(task)
    expect(task.session.rows.flatMap((row) => (row.type === 'ask' ? [row.ask] : []))).toEqual(['completion_result'])
    expect(offered(task)).toEqual(['web_fetch'])
    for (const request of [1, 2, 3, 4])
      expect(task.session.results(request)[0]).toMatch(
        /Error fetching web content: .* was not fetched: it is this machine itself\. Read it with a command, or open it .*\.$/,
      )
    expect(task.server.requests).toEqual([])
  })
})
