import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createApprover } from '../../../../main/approval/approver'
import { offersFor } from '../../../../main/approval/rules'
import { createFiles } from '../../../../main/workspace/files'
import { type Effects, noEffects } from '../../../../shared/effects'
import { environmentOf, firstSettings, grammar, makeProject, running } from './sample-project'

const { root, project, home } = makeProject()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const folder = join(root, 'data')
mkdirSync(join(folder, 'demo'), { recursive: true })
writeFileSync(join(folder, 'rules.json'), '{}')
writeFileSync(join(folder, 'demo', 'a.txt'), 'a\n')
symlinkSync(folder, join(project, 'link'))

const files = createFiles(project)
const { actions } = firstSettings
const everything = Object.fromEntries(Object.keys(actions).map((name) => [name, true])) as unknown as typeof actions
const scope = { kind: 'always' } as const
const approver = createApprover(
  () => ({ ...firstSettings, actions: everything }),
  (path) => files.resolve(path),
  'linux',
  {
    env: environmentOf(home),
    grammar,
    ownData: { folder, open: [join(folder, 'demo')] },
    rules: () => [{ id: 'r', decision: 'allow', subject: { kind: 'folder', path: root, access: 'write' }, scope, madeAt: 1 }],
  },
)
const touching = async (verb: 'reads' | 'writes' | 'deletes', path: string): Promise<Effects> => ({
  ...noEffects,
  [verb]: [await files.resolve(path)],
})

describe("the app's own data", () => {
  it.each(['reads', 'writes', 'deletes'] as const)('is asked about whatever is set and allowed by rules: %s', async (verb) => {
    for (const path of [join(folder, 'rules.json'), 'link/rules.json', join(folder, 'new.json'), folder]) {
      const effects = await touching(verb, path)
      expect(await approver.decide(effects)).toMatchObject({ kind: 'ask', reason: expect.stringContaining('its own data') })
      expect(offersFor(await approver.judge(effects))).toEqual([])
    }
  })

  it.each(['cat ../data/rules.json', 'echo {} > link/rules.json', 'rm link/rules.json'])(
    'is asked about in a command: %s',
    async (command) => {
      expect(await approver.decide(running(command, project))).toMatchObject({ kind: 'ask' })
    },
  )

  it('does not count what is laid out there for tools to work on', async () => {
    expect(await approver.decide(await touching('writes', join(folder, 'demo', 'a.txt')))).toMatchObject({ kind: 'allow' })
    expect(await approver.decide(await touching('writes', join(root, 'data-of-mine.txt')))).toMatchObject({ kind: 'allow' })
  })
})
