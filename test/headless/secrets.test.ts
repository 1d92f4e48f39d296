import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checked, command, complete, openPlace, type Place } from './support/place'
import { start } from './support/program'

/** Of no shape by which a key could be known. */
const CANARY = 'plum.canary.4f9d2c7be81a'
const keyFile = { version: 1, consent: 'file', secrets: { anthropic: { backend: 'file', hint: '…81a', key: CANARY } } }
const sealedFile = { version: 1, secrets: { anthropic: { backend: 'gnome_libsecret', hint: '…81a', sealed: 'c2VhbGVk' } } }

/** Every file below a folder that holds the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return (await readFile(path)).includes(text) ? [path] : []
      }),
  )
  return found.flat()
}

/** The model has the environment printed, and the server says the key back in a refusal. */
const script = [
  { pieces: [command('env; echo "env was printed"')] },
  {
    status: 401,
    body: { type: 'error', error: { type: 'authentication_error', message: `invalid key ${CANARY}, sent as Bearer ${CANARY}` } },
  },
]

async function carry(place: Place, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const all = ['run', '--json', '--cwd', place.cwd, ...place.where, '--auto-approve', 'all', '--on-ask', 'approve', ...args, 'Show it.']
  return checked(start(all, { env }))
}

describe('a key', () => {
  test.each(['anthropic', 'openai'] as const)('from the environment stands nowhere but in the requests (%s)', async (protocol) => {
    const place = await openPlace(script, { protocol })
    const env = { ...place.env, ANTHROPIC_API_KEY: CANARY, OPENAI_API_KEY: CANARY }
    const ended = await carry(place, env)
    expect(ended.status).toBe(1)
    expect(JSON.stringify(place.server.requests[0]?.headers)).toContain(CANARY)
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('env was printed')
    expect(JSON.stringify(place.server.requests.map(({ body }) => body))).not.toContain(CANARY)
    expect(ended.stdout + ended.stderr).not.toContain(CANARY)
    expect(await filesWith(place.dataDir, CANARY)).toEqual([])
    expect(await filesWith(place.cwd, CANARY)).toEqual([])
  })

  test('from a variable that --api-key-env names stands nowhere either', async () => {
    const place = await openPlace(script)
    const ended = await carry(place, { ...place.env, MY_OWN_VARIABLE: CANARY }, ['--api-key-env', 'MY_OWN_VARIABLE'])
    expect(JSON.stringify(place.server.requests[0]?.headers)).toContain(CANARY)
    expect(JSON.stringify(place.server.requests.map(({ body }) => body))).not.toContain(CANARY)
    expect(ended.stdout + ended.stderr).not.toContain(CANARY)
    expect(await filesWith(place.dataDir, CANARY)).toEqual([])
  })

  test('from the key file stands in that file alone', async () => {
    const place = await openPlace(script)
    const { ANTHROPIC_API_KEY: _key, ...env } = place.env
    await place.command('history')
    await writeFile(join(place.dataDir, 'secrets.json'), JSON.stringify(keyFile), { mode: 0o600 })
    const ended = await carry(place, env)
    expect(JSON.stringify(place.server.requests[0]?.headers), ended.stderr).toContain(CANARY)
    expect(ended.stdout + ended.stderr).not.toContain(CANARY)
    expect(await filesWith(place.dataDir, CANARY)).toEqual([join(place.dataDir, 'secrets.json')])
  })

  test('that the keychain sealed is refused with 2 and one line', async () => {
    const place = await openPlace([complete()])
    const { ANTHROPIC_API_KEY: _key, ...env } = place.env
    await place.command('history')
    await writeFile(join(place.dataDir, 'secrets.json'), JSON.stringify(sealedFile), { mode: 0o600 })
    const program = start(['run', '--json', '--cwd', place.cwd, ...place.where, 'x'], { env })
    const ended = await program.ended
    expect(ended).toMatchObject({ status: 2, stdout: '' })
    expect(ended.stderr).toMatch(/^[^\n]*sealed[^\n]*\n$/)
  })
})
