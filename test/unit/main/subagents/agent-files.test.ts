import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { offeredSubagents } from '../../../../main/subagents/agent-aliases'
import { readAgentFile } from '../../../../main/subagents/agent-file'
import { type AgentFileProblem, AgentFiles } from '../../../../main/subagents/agent-files'
import { openAgents } from '../../../../main/subagents/open-agents'
import type { Notice } from '../../../../shared/extension-state'
import { eventually } from '../../../support/eventually'
import { tempFolder } from '../../../support/temp-folder'

const file = (head: string, body = 'You review code.') => `---\n${head}\n---\n${body}\n`
const reviewer = file('name: Reviewer\ndescription: Reads changes.\ntools: read_file, search_files')

describe('an agent file', () => {
  it('is a head of YAML and what the agent is told', async () => {
    expect(
      await readAgentFile(file('name: Reviewer\ndescription: Reads changes.\nmodelId: small-1\ntools:\n  - read_file\nskills: a, b')),
    ).toEqual({
      ok: true,
      value: {
        name: 'Reviewer',
        description: 'Reads changes.',
        modelId: 'small-1',
        tools: ['read_file'],
        skills: ['a', 'b'],
        body: 'You review code.',
      },
    })
  })

  it('may leave what it need not say empty', async () => {
    const read = await readAgentFile(file('name: Reviewer\ndescription: Reads changes.\nmodelId:\ntools:\nskills:'))
    expect(read).toEqual({ ok: true, value: { name: 'Reviewer', description: 'Reads changes.', body: 'You review code.' } })
  })

  it.each([
    ['no head', 'You review code.', 'does not begin with a head'],
    ['a head that is no YAML', file('name: [a'), 'has a head that is no YAML'],
    ['no name', file('description: b'), 'has a head that does not fit: name'],
    ['no words below', file('name: a\ndescription: b', ''), 'says nothing below its head'],
    ['an unknown tool', file('name: a\ndescription: b\ntools: read_file, fly'), 'There is no tool named "fly".'],
    ['a tool that talks', file('name: a\ndescription: b\ntools: ask_followup_question'), 'cannot be given the tool ask_followup_question'],
    ['a tool that starts others', file('name: a\ndescription: b\ntools: use_subagents'), 'cannot be given the tool use_subagents'],
    ['the browser of its task', file('name: a\ndescription: b\ntools: browser_action'), 'cannot be given the tool browser_action'],
    ['aliases', file('name: &a x\ndescription: *a'), 'uses aliases of YAML'],
  ])('with %s is refused with a sentence', async (_, content, why) => {
    const read = await readAgentFile(content)
    expect(read).toMatchObject({ ok: false, error: expect.stringContaining(why) })
  })
})

describe('the folders of agents', () => {
  it('are read, watched, and offered by name; what is no agent is told of until it is mended', async () => {
    const [folder, other] = [await tempFolder(), join(await tempFolder(), 'none')]
    await writeFile(join(folder, 'a.yaml'), reviewer)
    await writeFile(join(folder, 'b.yml'), reviewer.replace('Reviewer', 'REVIEWER'))
    await writeFile(join(folder, 'c.yml'), 'nothing')
    await mkdir(join(folder, 'd.yaml'))
    await writeFile(join(folder, 'notes.md'), reviewer)
    let problems: readonly string[] = []
    const files = new AgentFiles({
      folders: [folder, other],
      onProblems: (found) => (problems = found.map(({ message }) => message)),
    })
    onTestFinished(() => files.close())
    await files.open()
    expect(files.list().map(({ name }) => name)).toEqual(['Reviewer'])
    expect(problems).toEqual([
      'The agent file b.yml is not used: it has the name "REVIEWER", which another file has already.',
      'The agent file c.yml is not used: it does not begin with a head between two lines of ---.',
      'The agent file d.yaml is not used: it is no plain file.',
    ])
    expect(files.describe()).toEqual({
      folder,
      agents: [{ name: 'Reviewer', description: 'Reads changes.', path: join(folder, 'a.yaml') }],
    })
    const offered = offeredSubagents(files, () => ({ subagentsEnabled: true }))
    expect(offered.features()).toEqual([])
    expect(offered.aliases()).toMatchObject([{ name: 'use_subagent_reviewer', tool: 'use_subagents' }])
    expect(offered.aliases()[0]?.toInput({ prompt: 'Look.' })).toEqual({ prompt_1: 'Look.', agent: 'Reviewer' })
    expect(offeredSubagents(files, () => ({ subagentsEnabled: false })).aliases()).toEqual([])

    await rm(join(folder, 'b.yml'))
    await writeFile(join(other, '..', 'elsewhere'), file('name: Tester\ndescription: Runs tests.'))
    await rm(join(folder, 'c.yml'))
    await symlink(join(other, '..', 'elsewhere'), join(folder, 'c.yml'))
    await eventually(() => expect([files.list().map(({ name }) => name), problems.length]).toEqual([['Reviewer', 'Tester'], 1]))
  })

  it('are watched also where they are not there yet, and after they were gone', async () => {
    const home = await tempFolder()
    const folder = join(home, 'Documents', 'Cline', 'Agents')
    const files = await watched(folder)
    const names = () => files.list().map(({ name }) => name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.yaml'), reviewer)
    await eventually(() => expect(names()).toEqual(['Reviewer']))
    await rm(join(home, 'Documents'), { recursive: true })
    await eventually(() => expect(names()).toEqual([]))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.yaml'), file('name: Tester\ndescription: Runs tests.'))
    await eventually(() => expect(names()).toEqual(['Tester']))
    await writeFile(join(folder, 'b.yaml'), reviewer)
    await eventually(() => expect(names()).toEqual(['Reviewer', 'Tester']))
  })

  it('are told of when they cannot be read, and take away none of the others', async () => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'a.yaml'), reviewer)
    const circle = join(await tempFolder(), 'circle')
    await symlink(circle, circle)
    let problems: readonly string[] = []
    const files = await watched([folder, circle], (found) => (problems = found.map(({ message }) => message)))
    expect(files.list().map(({ name }) => name)).toEqual(['Reviewer'])
    expect(problems).toEqual([`The agents in ${circle} are not used: the folder cannot be read (ELOOP).`])
  })
})

async function watched(folders: string | readonly string[], onProblems: (problems: readonly AgentFileProblem[]) => void = () => undefined) {
  const files = new AgentFiles({ folders: [folders].flat(), onProblems })
  onTestFinished(() => files.close())
  await files.open()
  return files
}

it('what is wrong with a file is a notice, which is said once until it is another or the file is mended', async () => {
  const [dataDir, homeDir] = [await tempFolder(), await tempFolder()]
  const told: string[] = []
  const notices = {
    add: ({ text }: Notice) => void told.push(text),
    withdraw: (id: string) => void told.push(`mended ${basename(id)}`),
  }
  await mkdir(join(dataDir, 'agents'))
  await writeFile(join(dataDir, 'agents', 'a.yaml'), 'nothing')
  const files = await openAgents({ dataDir, homeDir, notices })
  onTestFinished(() => files.close())
  await writeFile(join(dataDir, 'agents', 'b.yaml'), reviewer)
  await eventually(() => expect(files.list()).toHaveLength(1))
  expect(told).toEqual([expect.stringContaining('a.yaml is not used')])
  await rm(join(dataDir, 'agents', 'a.yaml'))
  await eventually(() => expect(told.slice(1)).toEqual(['mended a.yaml']))
})
