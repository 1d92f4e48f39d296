import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkillFile } from '../../../../main/skills/skill-file'
import { SkillBook } from '../../../../main/skills/skill-book'
import { projectSkills } from '../../../../main/skills/skill-files'
import { ProjectTrust } from '../../../../main/trust/project-trust'
import { TrustStore } from '../../../../main/trust/trust-store'
import { tempFolder } from '../../../support/temp-folder'

const skill = (name: string, body = `Do ${name}.`, description = `How to ${name}`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`

describe('the file of a skill', () => {
  it('has a head with its name and what it is for, and a text', async () => {
    expect(
      await readSkillFile(`\uFEFF---\r\nname: deploy\r\ndescription: >\r\n  How to\r\n  deploy\r\nlicense: x\r\n---\r\nText\r\n`, 'deploy'),
    ).toEqual({
      ok: true,
      value: { name: 'deploy', description: 'How to deploy', body: 'Text' },
    })
  })

  it.each([
    ['Just text', 'deploy', 'does not begin with a head'],
    ['---\nname: [\n---\nx', 'deploy', 'no YAML'],
    ['---\nname: deploy\n---\nx', 'deploy', 'without a name or a description'],
    [skill('deploy'), 'other', 'a folder of another name'],
    [skill('../etc'), '../etc', 'other characters'],
    [skill('deploy', ' '), 'deploy', 'says nothing'],
    ['---\na: &a [x, x]\nb: &b [*a, *a]\nname: deploy\ndescription: x\n---\nx', 'deploy', 'aliases'],
  ])('is refused: %j in %s', async (text, folder, words) => {
    expect(await readSkillFile(text, folder)).toEqual({ ok: false, error: expect.stringContaining(words) })
  })
})

it('the file of a skill has a short head: to read YAML may take long', async () => {
  const long = Array.from({ length: 1_000 }, (_, at) => `key${at}:`).join('\n')
  expect(await readSkillFile(`---\nname: deploy\ndescription: x\n${long}\n---\nx`, 'deploy')).toEqual({
    ok: true,
    value: expect.anything(),
  })
  const tooLong = await readSkillFile(`---\nname: deploy\ndescription: x\n${long}\n${long}\n---\nx`, 'deploy')
  expect(tooLong).toEqual({ ok: false, error: 'has a head of more than 8 KB' })
})

async function place() {
  const [home, cwd, data] = [await tempFolder(), await tempFolder(), await tempFolder()]
  const trust = new ProjectTrust(new TrustStore({ file: join(data, 'trust.json') }), [projectSkills])
  const toggles = { globalSkillsToggles: {} as Record<string, boolean>, localSkillsToggles: {} as Record<string, boolean> }
  const book = new SkillBook({ home, trust, toggles: () => toggles })
  const put = async (root: string, path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const trustAll = async () => trust.decide(cwd, 'trusted', (await trust.survey(cwd)).items)
  const names = async () => (await book.refresh(cwd)).map(({ name, source }) => `${source} ${name}`)
  return { home, cwd, book, toggles, put, trustAll, names }
}

describe('the skills of a person and of a project', () => {
  it('are found in their folders, the person\u2019s own first', async () => {
    const { home, cwd, put, trustAll, names, book } = await place()
    await put(home, '.cline/skills/deploy/SKILL.md', skill('deploy', 'Mine.'))
    await put(home, '.agents/skills/test/SKILL.md', skill('test'))
    for (const folder of ['.clinerules', '.cline', '.claude', '.agents'])
      await put(cwd, `${folder}/skills/from${folder.slice(1)}/SKILL.md`, skill(`from${folder.slice(1)}`))
    await put(cwd, '.claude/skills/deploy/SKILL.md', skill('deploy', 'Theirs.'))
    await trustAll()
    expect(await names()).toEqual([
      'global deploy',
      'global test',
      'project fromclinerules',
      'project fromcline',
      'project fromclaude',
      'project fromagents',
    ])
    expect(book.known(cwd)[0]).toEqual({
      name: 'deploy',
      description: 'How to deploy',
      body: 'Mine.',
      source: 'global',
      folder: join(home, '.cline/skills/deploy'),
    })
  })

  it('of a project are used only when they are trusted as they are (H15)', async () => {
    const { cwd, put, trustAll, names, book } = await place()
    await put(cwd, '.claude/skills/deploy/SKILL.md', skill('deploy'))
    expect(await names()).toEqual([])
    expect(await book.list(cwd)).toMatchObject([{ name: 'deploy', problem: expect.stringContaining('not trusted') }])
    await trustAll()
    expect(await names()).toEqual(['project deploy'])
    await put(cwd, '.claude/skills/deploy/SKILL.md', skill('deploy', 'Do deploz.'))
    expect(await names()).toEqual([])
  })

  it('are as many as fit, and none that is endless or lies deep in the folder (H07)', async () => {
    const { cwd, put, trustAll, names, book } = await place()
    const name = (at: number): string => `skill${String(at).padStart(5, '0')}`
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => put(cwd, `.claude/skills/${name(at)}/SKILL.md`, skill(name(at)))))
    await put(cwd, '.claude/skills/skill00000/SKILL.md', skill('skill00000'))
    await truncate(join(cwd, '.claude/skills/skill00000/SKILL.md'), 50 * 1024 * 1024)
    await put(cwd, 'node_modules/x/.claude/skills/deep/SKILL.md', skill('deep'))
    await trustAll()
    expect(await names()).toEqual(Array.from({ length: 99 }, (_, at) => `project ${name(at + 1)}`))
    expect((await book.list(cwd))[0]).toMatchObject({ name: 'skill00000', problem: expect.stringContaining('is larger than 256 KB') })
  })

  it('can be switched off one by one, and say what is wrong with them', async () => {
    const { home, cwd, put, trustAll, names, book, toggles } = await place()
    const outside = await tempFolder()
    await put(outside, 'SKILL.md', skill('away'))
    await put(home, '.agents/skills/test/SKILL.md', skill('test'))
    await put(home, '.agents/skills/large/SKILL.md', skill('large', 'x'.repeat(300_000)))
    await put(cwd, '.agents/skills/local/SKILL.md', skill('local'))
    await put(cwd, '.agents/skills/broken/SKILL.md', 'nothing')
    await symlink(outside, join(cwd, '.agents/skills/away'))
    await trustAll()
    expect(await names()).toEqual(['global test', 'project local'])
    expect((await book.list(cwd)).map(({ name, problem }) => [name, problem])).toEqual([
      ['large', expect.stringContaining('is larger than 256 KB')],
      ['test', undefined],
      ['away', expect.stringContaining('leads out of the project')],
      ['broken', expect.stringContaining('does not begin with a head')],
      ['local', undefined],
    ])
    toggles.globalSkillsToggles[join(home, '.agents/skills/test/SKILL.md')] = false
    toggles.localSkillsToggles[join(cwd, '.agents/skills/local/SKILL.md')] = false
    expect(await names()).toEqual([])
  })
})
