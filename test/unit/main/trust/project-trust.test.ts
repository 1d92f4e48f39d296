import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectHooks } from '../../../../main/hooks/hook-files'
import { projectSkills } from '../../../../main/skills/skill-files'
import { hashOf } from '../../../../main/trust/project-file'
import { ProjectTrust } from '../../../../main/trust/project-trust'
import { TrustStore } from '../../../../main/trust/trust-store'
import { tempFolder } from '../../../support/temp-folder'

async function place() {
  const [folder, data] = [await tempFolder(), await tempFolder()]
  const store = new TrustStore({ file: join(data, 'trust.json') })
  await store.load()
  const trust = new ProjectTrust(store, [projectHooks, projectSkills])
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text, { mode: 0o755 })
  }
  return { folder, store, trust, put }
}

const HOOK = '.clinerules/hooks/PreToolUse'
const SKILL = '.claude/skills/deploy/SKILL.md'
const skillText = (body: string): string => `---\nname: deploy\ndescription: How to deploy\n---\n${body}\n`

describe('the trust in a project', () => {
  it('begins with a list of what it brings, each item with its content', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, '#!/bin/sh\necho <b>\n')
    await put(SKILL, skillText('text'))
    await put('.clinerules/hooks/README', 'no hook')
    await put('.mcp.json', '{}')
    await put('.cline/settings.json', '{"yoloModeToggled": true}')
    const survey = await trust.survey(folder)
    expect(survey.items.map(({ kind, path, standing, text, isCut }) => [kind, path, standing, text, isCut])).toEqual([
      ['hook', HOOK, 'new', '#!/bin/sh\necho <b>\n', false],
      ['skill', SKILL, 'new', skillText('text'), false],
    ])
    expect(survey.ignored).toEqual(['.cline/settings.json', '.mcp.json'])
    expect(trust.summary(folder)).toMatchObject({ pending: 2, trusted: 0 })
  })

  it('says of each item what it would do, and asks about no skill that could not be used', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, '#!/bin/sh')
    await put(SKILL, skillText('text'))
    await put('.claude/skills/broken/SKILL.md', 'no head')
    const survey = await trust.survey(folder)
    expect(survey.items.map(({ path, about }) => [path, about])).toEqual([
      [HOOK, 'Runs before each tool call of the agent.'],
      [SKILL, 'How to deploy'],
    ])
    expect(survey.unusable).toMatchObject([{ kind: 'skill', reason: expect.stringContaining('so it is not used') }])
    expect(trust.summary(folder)).toMatchObject({ pending: 2 })
  })

  it('is given item by item, and ends with a byte that changes', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, 'one')
    await put(SKILL, skillText('text'))
    const [hook, skill] = (await trust.survey(folder)).items
    if (!hook || !skill) throw new Error('two were put there')
    trust.decide(folder, 'trusted', [hook])
    trust.decide(folder, 'refused', [skill])
    expect([trust.admits(folder, hook), trust.admits(folder, skill)]).toEqual([true, false])
    await put(HOOK, 'onf')
    await put(SKILL, skillText('texts'))
    const after = await trust.survey(folder)
    expect(after.items.map(({ standing }) => standing)).toEqual(['changed', 'new'])
    expect(after.items.some((item) => trust.admits(folder, item))).toBe(false)
    // What was trusted once is known when it comes back, as when branches are switched.
    await put(HOOK, 'one')
    expect((await trust.survey(folder)).items[0]?.standing).toBe('trusted')
  })

  it('is given to nothing that was not shown as it is', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, 'one')
    const unseen = { kind: 'hook', path: HOOK, hash: hashOf('one') } as const
    trust.decide(folder, 'trusted', [unseen])
    expect(trust.admits(folder, unseen)).toBe(false)
    await trust.survey(folder)
    const other = { ...unseen, hash: hashOf('two') }
    trust.decide(folder, 'trusted', [other, { ...unseen, path: '.clinerules/hooks/TaskStart' }])
    await put(HOOK, 'two')
    expect(trust.admits(folder, other)).toBe(false)
    trust.decide(folder, 'trusted', [unseen])
    expect(trust.admits(folder, unseen)).toBe(true)
  })

  it('is of the folder where it really lies: another one in its place begins anew', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, 'one')
    trust.decide(folder, 'trusted', (await trust.survey(folder)).items)
    await rename(join(folder, '.clinerules'), join(folder, 'moved'))
    await symlink(join(folder, 'moved'), join(folder, '.clinerules'))
    expect((await trust.survey(folder)).items[0]?.standing).toBe('trusted')
    const other = await tempFolder()
    await mkdir(join(other, '.clinerules', 'hooks'), { recursive: true })
    await writeFile(join(other, HOOK), 'one')
    expect((await trust.survey(other)).items[0]?.standing).toBe('new')
  })

  it('cannot be given to what leads out of the folder', async () => {
    const { folder, trust, put } = await place()
    const outside = await tempFolder()
    await writeFile(join(outside, 'script'), 'x')
    await chmod(join(outside, 'script'), 0o755)
    await put('.clinerules/hooks/TaskStart', 'fine')
    await symlink(join(outside, 'script'), join(folder, HOOK))
    await mkdir(join(folder, '.agents'))
    await mkdir(join(outside, 'skills', 'x'), { recursive: true })
    await writeFile(join(outside, 'skills', 'x', 'SKILL.md'), 'x')
    await symlink(join(outside, 'skills'), join(folder, '.agents', 'skills'))
    const survey = await trust.survey(folder)
    expect(survey.items.map(({ path }) => path)).toEqual(['.clinerules/hooks/TaskStart'])
    expect(survey.unusable).toMatchObject([{ kind: 'hook', path: HOOK, reason: expect.stringContaining('leads out of the project') }])
  })

  it('for this run holds for what is there now, and for nothing that comes later', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, 'one')
    await trust.trustForThisRun(folder)
    expect(trust.summary(folder)).toMatchObject({ pending: 0, trusted: 1 })
    await put(HOOK, 'two')
    await put(SKILL, skillText('new'))
    const { items } = await trust.survey(folder)
    expect(items.map(({ standing }) => standing)).toEqual(['new', 'new'])
    expect(items.some((item) => trust.admits(folder, item))).toBe(false)
    await trust.trustForThisRun(folder)
    trust.decide(folder, 'refused', (await trust.survey(folder)).items)
    await put(HOOK, 'one')
    expect((await trust.survey(folder)).items.map(({ standing }) => standing)).toEqual(['new', 'refused'])
  })

  it('tells of an item that was missed once, until it was shown', async () => {
    const { folder, trust, put } = await place()
    await put(HOOK, 'one')
    const told: string[] = []
    trust.subscribe((each) => told.push(each))
    const [item] = (await trust.survey(folder)).items
    if (!item) throw new Error('one was put there')
    trust.missed(folder, item)
    expect(told).toEqual([])
    trust.missed(folder, { ...item, hash: 'other' })
    expect(told).toEqual([folder])
    trust.decide(folder, 'refused', [item])
    expect(told).toEqual([folder, folder])
  })

  it('is known by the newest look at a folder, though an older one takes longer', async () => {
    const { store } = await place()
    const found = (hash: string) => [{ path: HOOK, file: { kind: 'read', bytes: Buffer.from(hash), hash, executable: true } as const }]
    const looks = [Promise.withResolvers<ReturnType<typeof found>>(), Promise.withResolvers<ReturnType<typeof found>>()]
    let asked = 0
    const trust = new ProjectTrust(store, [{ kind: 'hook', find: () => looks[asked++]?.promise ?? Promise.resolve([]) }])
    const [older, newer] = [trust.survey('/p'), trust.survey('/p')]
    looks[1]?.resolve(found('new'))
    await newer
    looks[0]?.resolve(found('old'))
    await older
    for (const hash of ['old', 'new']) trust.decide('/p', 'trusted', [{ kind: 'hook', path: HOOK, hash }])
    expect(['old', 'new'].map((hash) => trust.admits('/p', { kind: 'hook', path: HOOK, hash }))).toEqual([false, true])
  })
})
