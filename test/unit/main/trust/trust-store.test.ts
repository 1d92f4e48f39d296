import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../../shared/extension-state'
import type { TrustedItem } from '../../../../shared/trust'
import { TrustStore } from '../../../../main/trust/trust-store'
import { tempFolder } from '../../../support/temp-folder'

const hook: TrustedItem = { kind: 'hook', path: '.clinerules/hooks/TaskStart', hash: 'a' }
const skill: TrustedItem = { kind: 'skill', path: '.agents/skills/x/SKILL.md', hash: 'b' }

async function place() {
  const folder = await tempFolder()
  const file = join(folder, 'trust.json')
  const notices: Notice[] = []
  const open = async () => {
    const store = new TrustStore({ file, onNotice: (notice) => notices.push(notice) })
    await store.load()
    return store
  }
  return { folder, file, notices, open }
}

describe('what people trusted', () => {
  it('holds for one item of one folder with one content, at once and after a start', async () => {
    const { open } = await place()
    const store = await open()
    expect(store.standing('/p', hook)).toBe('new')
    store.decide('/p', 'trusted', [hook])
    store.decide('/p', 'refused', [skill])
    await store.flush()
    for (const each of [store, await open()]) {
      expect(each.standing('/p', hook)).toBe('trusted')
      expect(each.standing('/p', skill)).toBe('refused')
      expect(each.standing('/p', { ...hook, hash: 'A' })).toBe('changed')
      expect(each.standing('/p', { ...skill, hash: 'B' })).toBe('new')
      expect(each.standing('/p', { ...hook, path: '.clinerules/hooks/taskstart' })).toBe('new')
      expect(each.standing('/q', hook)).toBe('new')
    }
  })

  it('is decided by the newest word', async () => {
    const { open } = await place()
    const store = await open()
    store.decide('/p', 'trusted', [hook])
    store.decide('/p', 'refused', [hook])
    expect(store.standing('/p', hook)).toBe('refused')
    store.decide('/p', 'trusted', [hook])
    await store.flush()
    expect((await open()).standing('/p', hook)).toBe('trusted')
  })

  it('is withdrawn from every content of an item, also what another process decided, and from no other item', async () => {
    const { open } = await place()
    const [store, other] = [await open(), await open()]
    const [second, third] = [
      { ...hook, hash: 'second' },
      { ...hook, hash: 'third' },
    ]
    other.decide('/p', 'trusted', [third])
    await other.flush()
    store.decide('/p', 'trusted', [hook, skill])
    store.decide('/p', 'refused', [second])
    expect(store.standing('/p', hook)).toBe('trusted')
    store.decide('/p', 'trusted', [second])
    store.decide('/p', 'refused', [second])
    const standings = (of: TrustStore) => [hook, second, third, skill].map((item) => of.standing('/p', item))
    expect(standings(store)).toEqual(['new', 'refused', 'new', 'trusted'])
    await store.flush()
    expect(standings(await open())).toEqual(['new', 'refused', 'new', 'trusted'])
    store.decide('/p', 'trusted', [hook])
    await store.flush()
    expect(standings(await open())).toEqual(['trusted', 'refused', 'changed', 'trusted'])
  })

  it('of two processes is kept side by side', async () => {
    const { open } = await place()
    const [one, other] = [await open(), await open()]
    one.decide('/p', 'trusted', [hook])
    await one.flush()
    other.decide('/p', 'trusted', [skill])
    await other.flush()
    const both = await open()
    expect([both.standing('/p', hook), both.standing('/p', skill)]).toEqual(['trusted', 'trusted'])
  })

  it('of two processes that write at the same time is kept side by side too', async () => {
    const { folder, open } = await place()
    const stores = await Promise.all(Array.from({ length: 6 }, open))
    for (const [at, store] of stores.entries()) store.decide(`/p${at}`, 'trusted', [hook])
    await Promise.all(stores.map((store) => store.flush()))
    const all = await open()
    expect(stores.map((_, at) => all.standing(`/p${at}`, hook))).toEqual(stores.map(() => 'trusted'))
    expect(await readdir(folder)).toEqual(['trust.json'])
  })

  it.each([
    ['no JSON', '{"decisions": ['],
    ['another shape', '{"decisions": {"everything": "trusted"}}'],
    [
      'a decision of another shape',
      `{"decisions": [{"folder": "/p", "kind": "hook", "path": "${hook.path}", "hash": "a", "decision": "yes", "at": 1}]}`,
    ],
  ])('that cannot be read (%s) trusts nothing, says so, and keeps the file', async (_, text) => {
    const { folder, file, notices, open } = await place()
    await writeFile(file, text)
    const store = await open()
    expect(store.standing('/p', hook)).toBe('new')
    expect(notices).toMatchObject([{ id: 'trust-damaged', level: 'warning' }])
    store.decide('/p', 'trusted', [skill])
    await store.flush()
    const copy = (await readdir(folder)).find((name) => name.startsWith('trust.json.corrupt'))
    expect(await readFile(join(folder, String(copy)), 'utf8')).toBe(text)
  })
})
