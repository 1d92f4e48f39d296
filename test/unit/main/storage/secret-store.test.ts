import { mkdir, readFile, rename, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Keychain } from '../../../../main/storage/keychain'
import { createSecretStore } from '../../../../main/storage/secret-store'
import { StorageError } from '../../../../main/storage/storage-error'
import { tempFolder } from '../../../support/temp-folder'
import { testKeychain } from './support/test-keychain'

const KEY = 'sk-ant-0123456789abcdefWXYZ'
const NEW_KEY = 'sk-ant-another-key-9876'

async function setUp() {
  const file = join(await tempFolder(), 'secrets.json')
  const learned: string[] = []
  const start = (keychain?: Keychain) => createSecretStore({ file, learn: (secret) => learned.push(secret), ...(keychain && { keychain }) })
  return { file, learned, start, stored: async (): Promise<string> => readFile(file, 'utf8') }
}

describe('with a keychain', () => {
  test('a key is sealed by it, under its name, and opened by it again', async () => {
    const { file, start, stored, learned } = await setUp()
    const { keychain, world } = testKeychain('kwallet')
    expect(await start(keychain).set('anthropic', ` ${KEY}\n`)).toEqual({ outcome: 'saved', backend: 'kwallet' })
    expect(await stored()).not.toContain(KEY)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await start(keychain).status()).toEqual({ anthropic: { backend: 'kwallet', hint: 'WXYZ' } })
    expect(world.opened).toBe(0)
    expect(await start(keychain).get('anthropic')).toEqual({ kind: 'found', key: KEY, backend: 'kwallet' })
    expect(new Set(learned)).toEqual(new Set([KEY]))
  })

  test('a key cannot be opened without it, by another, or while it is locked, and stays', async () => {
    const { start } = await setUp()
    const { keychain, world } = testKeychain('kwallet')
    await start(keychain).set('anthropic', KEY)
    const sealed = { kind: 'sealed', backend: 'kwallet' }
    expect(await start().get('anthropic')).toEqual(sealed)
    expect(await start(testKeychain('other').keychain).get('anthropic')).toEqual(sealed)
    world.refuses = true
    expect(await start(keychain).get('anthropic')).toEqual(sealed)
    world.refuses = false
    expect(await start(keychain).get('anthropic')).toMatchObject({ kind: 'found', key: KEY })
  })

  test('that refuses a new key, the old one is kept and the person is asked', async () => {
    const { start } = await setUp()
    const { keychain, world } = testKeychain()
    await start(keychain).set('anthropic', KEY)
    world.refuses = true
    expect(await start(keychain).set('anthropic', NEW_KEY)).toEqual({ outcome: 'needs_consent' })
    world.refuses = false
    expect(await start(keychain).get('anthropic')).toMatchObject({ key: KEY })
  })
})

describe('without a keychain', () => {
  test.each([
    ['none', undefined],
    ['one that hides nothing', testKeychain('basic_text').keychain],
  ])('(%s) the person is asked, and nothing is kept until they answer', async (_, keychain) => {
    const { start } = await setUp()
    const store = start(keychain)
    expect(await store.set('anthropic', KEY)).toEqual({ outcome: 'needs_consent' })
    expect([await store.get('anthropic'), await store.status()]).toEqual([{ kind: 'none' }, {}])
  })

  test('a key is kept in the file when they say so, and they are not asked again', async () => {
    const { file, start } = await setUp()
    expect(await start().set('anthropic', KEY, 'file')).toEqual({ outcome: 'saved', backend: 'file' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await start().set('openai', NEW_KEY)).toEqual({ outcome: 'saved', backend: 'file' })
    expect(await start().get('anthropic')).toEqual({ kind: 'found', key: KEY, backend: 'file' })
    expect(await start().get('openai')).toEqual({ kind: 'found', key: NEW_KEY, backend: 'file' })
  })

  test('a key is kept until the program ends when they say so, and they are not asked again', async () => {
    const { start } = await setUp()
    const store = start()
    expect(await store.set('anthropic', KEY, 'memory')).toEqual({ outcome: 'saved', backend: 'memory' })
    expect(await store.set('openai', 'short')).toEqual({ outcome: 'saved', backend: 'memory' })
    expect(await store.status()).toEqual({ anthropic: { backend: 'memory', hint: 'WXYZ' }, openai: { backend: 'memory', hint: '' } })
    expect(await store.get('anthropic')).toEqual({ kind: 'found', key: KEY, backend: 'memory' })
    expect(await start().get('anthropic')).toEqual({ kind: 'none' })
  })

  test('a key for this run replaces the one in the file for good', async () => {
    const { start, stored } = await setUp()
    const store = start()
    await store.set('anthropic', KEY, 'file')
    await store.set('anthropic', NEW_KEY, 'memory')
    expect(await store.get('anthropic')).toMatchObject({ key: NEW_KEY, backend: 'memory' })
    expect(await stored()).not.toContain(KEY)
    await store.set('anthropic', KEY, 'file')
    expect(await store.get('anthropic')).toMatchObject({ key: KEY, backend: 'file' })
  })
})

describe('a key', () => {
  test('is gone after it was deleted, wherever it was', async () => {
    const { start, stored } = await setUp()
    const store = start()
    await store.set('anthropic', KEY, 'file')
    await store.set('openai', NEW_KEY, 'memory')
    await store.delete('anthropic')
    await store.delete('openai')
    await store.delete('ollama')
    expect([await store.get('anthropic'), await store.get('openai'), await store.status()]).toEqual([
      { kind: 'none' },
      { kind: 'none' },
      {},
    ])
    expect(await stored()).not.toContain(KEY)
  })

  test('is not lost when several processes keep and delete keys at once', async () => {
    const { start } = await setUp()
    const names = Array.from({ length: 12 }, (_, at) => `provider-${at}`)
    await Promise.all(names.map((name) => start().set(name, `${KEY}-${name}`, 'file')))
    expect(Object.keys(await start().status()).sort()).toEqual([...names].sort())
    const [gone, kept] = [names.slice(0, 6), names.slice(6)]
    await Promise.all([...gone.map((name) => start().delete(name)), ...kept.map((name) => start().set(name, `${NEW_KEY}-${name}`, 'file'))])
    expect(Object.keys(await start().status()).sort()).toEqual([...kept].sort())
    for (const name of kept) expect(await start().get(name)).toMatchObject({ key: `${NEW_KEY}-${name}` })
  })

  test('must not be empty', async () => {
    const { start } = await setUp()
    await expect(start().set('anthropic', ' \n')).rejects.toThrow(TypeError)
  })

  test('that cannot be written is a failure, and the old one still holds', async () => {
    const { file, start } = await setUp()
    await start().set('anthropic', KEY, 'file')
    await rename(file, `${file}.away`)
    await mkdir(file)
    await expect(start().set('anthropic', NEW_KEY, 'file')).rejects.toThrow(StorageError)
    await rmdir(file)
    await rename(`${file}.away`, file)
    expect(await start().get('anthropic')).toMatchObject({ key: KEY })
  })
})
