import { chmod, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryOf, secretsFile, withEntry, withoutEntry } from '../../../../main/storage/secrets-file'
import { tempFolder } from '../../../support/temp-folder'

const newPath = async (): Promise<string> => join(await tempFolder(), 'secrets.json')
const entry = { backend: 'file', hint: '', key: 'k' }

describe('the file of keys', () => {
  test('is not made by reading, or by a change that changes nothing', async () => {
    const path = await newPath()
    const file = secretsFile(path)
    expect(await file.read()).toEqual({ version: 1, secrets: {} })
    await file.change((secrets) => withoutEntry(secrets, 'demo'))
    expect(await readdir(dirname(path))).toEqual([])
  })

  test('takes changes one after the other, however they come', async () => {
    const path = await newPath()
    const file = secretsFile(path)
    const names = Array.from({ length: 20 }, (_, number) => `provider ${number}`)
    await Promise.all(names.map((name) => file.change((secrets) => withEntry(secrets, name, entry, undefined))))
    expect(Object.keys((await file.read()).secrets)).toEqual(names)
  })

  test('keeps entries and fields that this version does not know', async () => {
    const path = await newPath()
    const newer = {
      version: 2,
      note: 'x',
      secrets: { newer: { kind: 'passkey' }, openai: { backend: 'kwallet', hint: 'abcd', sealed: 'AAAA', extra: 1 } },
    }
    await writeFile(path, JSON.stringify(newer))
    const file = secretsFile(path)
    await file.change((secrets) => withEntry(secrets, 'demo', entry, 'file'))
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...newer, consent: 'file', secrets: { ...newer.secrets, demo: entry } })
    expect(entryOf(await file.read(), 'newer')).toBeUndefined()
    expect(entryOf(await file.read(), 'toString')).toBeUndefined()
  })

  test.skipIf(process.platform === 'win32')('is closed to others again when it was opened', async () => {
    const path = await newPath()
    await writeFile(path, '{"version":1,"secrets":{}}')
    await chmod(path, 0o644)
    await secretsFile(path).read()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{"version":1,"sec', '\0\0\0', 'null', '[]', '{"secrets":7}'])(
    'that reads %j is told of once and kept beside the new one',
    async (text) => {
      const path = await newPath()
      await writeFile(path, text)
      const told: string[] = []
      const file = secretsFile(path, (message) => told.push(message))
      await file.read()
      expect((await file.read()).secrets).toEqual({})
      expect(await readFile(path, 'utf8')).toBe(text)
      await file.change((secrets) => withEntry(secrets, 'demo', entry, undefined))
      expect(told).toHaveLength(1)
      expect(Object.keys((await file.read()).secrets)).toEqual(['demo'])
      const copy = (await readdir(dirname(path))).find((name) => name.includes('.corrupt-')) ?? ''
      expect(await readFile(join(dirname(path), copy), 'utf8')).toBe(text)
    },
  )
})
