import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../../shared/extension-state'
import type { Rule } from '../../../../shared/rules'
import { RuleStore } from '../../../../main/storage/rule-store'
import { tempWorkspace } from '../../../support/temp-workspace'

const allow: Omit<Rule, 'id' | 'madeAt'> = {
  decision: 'allow',
  subject: { kind: 'program', words: ['npm', 'test'] },
  scope: { kind: 'always' },
}
const deny: Omit<Rule, 'id' | 'madeAt'> = { ...allow, decision: 'deny' }

async function place() {
  const folder = await tempWorkspace()
  const file = join(folder, 'rules.json')
  const notices: Notice[] = []
  const open = async (now: () => number = () => 1000) => {
    const store = new RuleStore({ file, now, onNotice: (notice) => notices.push(notice) })
    await store.load()
    return store
  }
  return { folder, file, notices, open }
}

describe('the rules that people made', () => {
  it('hold at once, and after a start in the form in which they were made', async () => {
    const { open } = await place()
    const store = await open()
    const made = store.add(allow)
    expect(store.rules()).toEqual([made])
    await store.flush()
    expect((await open()).rules()).toEqual([made])
    expect(made).toMatchObject({ ...allow, madeAt: 1000 })
  })

  it('hold no longer once revoked, nor after their time', async () => {
    const { open } = await place()
    let now = 1000
    const store = await open(() => now)
    const made = store.add(allow)
    store.add({ ...allow, subject: { kind: 'program', words: ['make', 'all'] }, until: 2000 })
    expect(store.revoke(made.id)).toBe(true)
    expect(store.revoke(made.id)).toBe(false)
    expect(store.rules()).toHaveLength(1)
    now = 2000
    expect(store.rules()).toEqual([])
    await store.flush()
    expect((await open(() => now)).rules()).toEqual([])
  })

  it('take the place of those that say the same of the same, and of no others', async () => {
    const { open } = await place()
    const store = await open()
    store.add({ ...allow, scripts: [{ name: 'package.json', part: 'test', hash: 'old' }] })
    const others = [deny, { ...allow, scope: { kind: 'task', taskId: 'a' } } as const].map((rule) => store.add(rule))
    const anew = store.add({ ...allow, scripts: [{ name: 'package.json', part: 'test', hash: 'new' }] })
    expect(store.rules()).toEqual([...others, anew])
    await store.flush()
    expect((await open()).rules()).toEqual([...others, anew])
  })

  it('of a task end with it', async () => {
    const { open } = await place()
    const store = await open()
    store.add({ ...allow, scope: { kind: 'task', taskId: 'a' } })
    const other = store.add({ ...allow, scope: { kind: 'task', taskId: 'b' } })
    store.forgetTask('a')
    expect(store.rules()).toEqual([other])
  })

  it('made in two processes are all kept, and what one revoked stays revoked', async () => {
    const { open } = await place()
    const one = await open()
    const first = one.add(allow)
    await one.flush()
    const two = await open()
    const second = two.add(deny)
    one.revoke(first.id)
    const third = one.add({ ...allow, scope: { kind: 'project', folder: '/p' } })
    await two.flush()
    await one.flush()
    expect(new Set((await open()).rules().map(({ id }) => id))).toEqual(new Set([second.id, third.id]))
  })

  it('made in several processes at the same moment are all kept', async () => {
    const { open } = await place()
    const stores = await Promise.all(Array.from({ length: 6 }, () => open()))
    const made = stores.map((store) => store.add(allow))
    await Promise.all(stores.map((store) => store.flush()))
    expect(new Set((await open()).rules().map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
  })

  it('that allow do not hold while anything in the file cannot be read, and nothing in it is lost', async () => {
    const { file, notices, open } = await place()
    const store = await open()
    store.add(allow)
    store.add(deny)
    await store.flush()
    const content = JSON.parse(await readFile(file, 'utf8')) as { rules: unknown[] }
    const strange = { id: 'x', decision: 'maybe' }
    await writeFile(file, JSON.stringify({ ...content, rules: [...content.rules, strange] }))
    const again = await open()
    expect(again.rules().map(({ decision }) => decision)).toEqual(['deny'])
    expect(notices.at(-1)).toMatchObject({ code: 'rules_damaged' })
    again.add(deny)
    await again.flush()
    expect((JSON.parse(await readFile(file, 'utf8')) as { rules: unknown[] }).rules).toContainEqual(strange)
  })

  it('in a file that is no list of rules: none holds, and the file is kept beside', async () => {
    const { folder, file, open } = await place()
    await writeFile(file, '{"rules": 7')
    const store = await open()
    expect(store.rules()).toEqual([])
    store.add(deny)
    await store.flush()
    const copy = (await readdir(folder)).find((name) => name.startsWith('rules.json.corrupt'))
    expect(await readFile(join(folder, copy ?? ''), 'utf8')).toBe('{"rules": 7')
  })

  it('never become more by whatever stands in the file', async () => {
    const { file, open } = await place()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        await writeFile(file, JSON.stringify(value))
        expect((await open()).rules()).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
