import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SIGN_IN_SECRET } from '../../main/account/auth-store'
import { prepareDataDir } from '../../main/storage/data-dir'
import { createSecretStore } from '../../main/storage/secret-store'
import { startClineApi } from '../support/cline-api/cline-api-server'
import { tempFolder } from '../support/temp-folder'
import { run } from './support/program'

const TOKEN = 'key-of-the-environment-0123456789'

describe('the provider cline without a window', { timeout: 90_000 }, () => {
  it('answers and searches with the token of the environment, at the address that it names', async () => {
    const server = await startClineApi()
    server.say(
      { pieces: [{ tool: 'web_search', input: { query: 'hello world', allowed_domains: ['a.test'] } }] },
      { pieces: [{ tool: 'web_fetch', input: { url: 'https://docs.example/', prompt: 'What?' } }] },
      { pieces: [{ tool: 'attempt_completion', input: { result: 'Found it.' } }], usage: { input: 10, output: 5, cost: 0.02 } },
    )
    const [dataDir, cwd, home] = [await tempFolder(), await tempFolder(), await tempFolder()]
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      CLINE_API_BASE_URL: server.url,
      CLINE_API_KEY: TOKEN,
      CLINE_FEATURE_FLAGS: 'webtools=true',
    }
    const options = ['--provider', 'cline', '--model', 'anthropic/claude-sonnet-5.5', '--auto-approve', 'useBrowser', '--on-ask', 'approve']
    const ended = await run(['run', '--json', '--cwd', cwd, '--data-dir', dataDir, ...options, 'Look it up.'], { env, cwd })
    expect(ended.status, ended.stderr).toBe(0)
    expect(ended.events.at(-1)).toMatchObject({ type: 'result', status: 'completed', text: 'Found it.' })
    const chats = server.to('/api/v1/chat/completions')
    const searches = server.to('/api/v1/search')
    expect([chats.length, searches.map(({ path }) => path)]).toEqual([3, ['/api/v1/search/websearch', '/api/v1/search/webfetch']])
    for (const request of [...chats, ...searches]) {
      expect(request.header('authorization')).toBe(`Bearer ${TOKEN}`)
      expect(request.header('x-client-type')).toBe('cli')
      expect(request.header('user-agent')).toMatch(/^Cline\//)
    }
    const taskId = ended.events[0]?.type === 'task' ? ended.events[0].taskId : ''
    for (const request of searches) expect(request.header('x-task-id')).toBe(taskId)
    expect(searches[0]?.body).toBe('{"query":"hello world","allowed_domains":["a.test"]}')
    const told = JSON.stringify(JSON.parse(chats[1]?.body ?? ''))
    expect(told).toContain('Search completed (1 results found):\\n\\n1. First\\n   https://first.example/')
    // The second call of the web asks again, because the first one brought strangers' words.
    expect(ended.events.filter(({ type }) => type === 'ask')).toHaveLength(1)
    expect(ended.stdout + ended.stderr).not.toContain(TOKEN)
    expect(ended.stdout).toContain('Fetching URL: https://docs.example/')
    expect(await filesThatHold(dataDir, TOKEN)).toEqual([])
  })

  it('renews a sign-in once for two that run at the same time, and shows its tokens nowhere', async () => {
    const server = await startClineApi()
    const [dataDir, cwd] = [await tempFolder(), await tempFolder()]
    const paths = await prepareDataDir(dataDir)
    const signIn = {
      idToken: server.tokens.access,
      refreshToken: server.tokens.refresh,
      expiresAt: Date.now() / 1000 + 60,
      userInfo: { id: 'usr-1' },
      provider: 'cline',
      apiBaseUrl: server.url,
    }
    await createSecretStore({ file: paths.secrets }).set(SIGN_IN_SECRET, JSON.stringify(signIn), 'file')
    const done = { pieces: [{ tool: 'attempt_completion', input: { result: 'Done.' } }] }
    server.say(done, done)
    const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, CLINE_API_BASE_URL: server.url }
    const args = ['run', '--json', '--cwd', cwd, '--data-dir', dataDir, '--provider', 'cline', '--on-ask', 'approve', 'Do it.']
    const runs = await Promise.all([run(args, { env, cwd }), run(args, { env, cwd })])
    for (const ended of runs) expect(ended.status, ended.stderr).toBe(0)
    expect(server.to('/api/v1/auth/refresh')).toHaveLength(1)
    const tokens = server.to('/api/v1/chat/completions').map((request) => request.header('authorization'))
    expect(tokens).toEqual(['Bearer workos:access-token-2', 'Bearer workos:access-token-2'])
    for (const token of ['access-token-', 'refresh-token-']) {
      for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(token)
      expect(await filesThatHold(dataDir, token)).toEqual([basename(paths.secrets)])
    }
  })

  it('offers its tools only where they are on, and says how to sign in', async () => {
    const server = await startClineApi()
    const [dataDir, cwd] = [await tempFolder(), await tempFolder()]
    const base = { PATH: process.env['PATH'] ?? '', HOME: cwd, CLINE_API_BASE_URL: server.url, CLINE_FEATURE_FLAGS: 'webtools=true' }
    const names = async (provider: string, env: Record<string, string>) => {
      const listed = await run(['tools', '--json', '--cwd', cwd, '--data-dir', dataDir, '--provider', provider], { env, cwd })
      return (JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('web_'))
    }
    expect(await names('cline', base)).toEqual(['web_fetch', 'web_search'])
    expect(await names('anthropic', base)).toEqual([])
    const ended = await run(['run', '--json', '--cwd', cwd, '--data-dir', dataDir, '--provider', 'cline', '--on-ask', 'approve', 'x'], {
      env: base,
      cwd,
    })
    expect(ended.status).toBe(1)
    expect(ended.stdout).toContain('You are not signed in to Cline')
    expect(server.requests).toEqual([])
  })
})

/** Their names, wherever in the folder. */
async function filesThatHold(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
  return files.filter((_file, at) => texts[at]?.includes(text)).map(({ name }) => name)
}
