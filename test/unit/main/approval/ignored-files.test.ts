import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readIgnoredFiles } from '../../../../main/approval/ignored-files'
import { createFiles } from '../../../../main/workspace/files'
import { noEffects } from '../../../../shared/effects'
import { approverFor, firstSettings, makeProject, running } from './sample-project'
import { cpuTime } from '../../../support/cpu-time'

const place = makeProject()
const { project } = place
afterAll(() => rmSync(place.root, { recursive: true, force: true }))
mkdirSync(join(project, 'secrets'))
for (const file of ['secrets/a', 'server.pem', '.env', '.env.local']) writeFileSync(join(project, file), 'x')
symlinkSync('secrets', join(project, 'pub'))
symlinkSync('server.pem', join(project, 'plain.txt'))
writeFileSync(join(project, '.clineignore'), 'secrets/\n*.pem\n.env*\n!include more.ignore\n!include ../out/x\n')
writeFileSync(join(project, 'more.ignore'), 'logs/\n')
const files = createFiles(project)
const yolo = approverFor(place, { ...firstSettings, approveAll: true })

const ignored = [
  'secrets',
  'secrets/a',
  'secrets/new',
  'SECRETS/A',
  'server.pem',
  'src/x.pem',
  '.env',
  '.env.local',
  '.ENV',
  'pub',
  'pub/a',
  'plain.txt',
  'logs/app.log',
  'logs',
  '.clineignore',
  'src/../secrets/a',
  './server.pem',
  'src/.env',
  'secrets/deep/er',
  'sub/secrets/x',
]

describe('files that the project keeps from every tool', () => {
  it.each(ignored)('%s is refused for reading, writing and deleting, everything approved or not', async (path) => {
    const effect = await files.resolve(path)
    for (const key of ['reads', 'writes', 'deletes'] as const)
      expect((await yolo.decide({ ...noEffects, [key]: [effect] })).kind).toBe('refuse')
  })

  it.each([
    'cat server.pem',
    'cat pub/a',
    'head -n 1 plain.txt',
    'cat *.pem',
    'cp .env x',
    'ls && cat secrets/a',
    'cd secrets && cat a',
    "bash -c 'cat server.pem'",
    'rm server.pem',
    'cat < server.pem',
    'echo x > .env',
    'grep x secrets/a',
    'cat "$PWD/server.pem"',
    'cat se*/a',
    'diff server.pem a.txt',
    'rg -f server.pem src',
    'cat .clineignore',
  ])('%s is refused', async (command) => {
    expect(await yolo.decide(running(command, project))).toMatchObject({
      kind: 'refuse',
      reason: expect.stringContaining('out of reach by .clineignore'),
    })
  })

  it('are no others', async () => {
    for (const path of ['src/index.ts', 'secrets.md', '.', 'docs', '../out/s.txt'])
      expect((await yolo.decide({ ...noEffects, reads: [await files.resolve(path)] })).kind).toBe('allow')
  })

  it('are none without a file, or with an empty one; and all when it cannot be read', async () => {
    const other = makeProject()
    try {
      const reason = async () => (await readIgnoredFiles(other.project)).reason({ real: join(other.project, 'x'), display: 'x' })
      expect(await reason()).toBeUndefined()
      writeFileSync(join(other.project, '.clineignore'), '\n')
      expect(await reason()).toBeUndefined()
      rmSync(join(other.project, '.clineignore'))
      mkdirSync(join(other.project, '.clineignore'))
      expect(await reason()).toContain('could not be read')
    } finally {
      rmSync(other.root, { recursive: true, force: true })
    }
  })

  it('are told in time, whatever the pattern', async () => {
    const other = makeProject()
    try {
      writeFileSync(join(other.project, '.clineignore'), `${'**/'.repeat(30)}a\n`)
      const rules = await readIgnoredFiles(other.project)
      let round = 0
      const look = () => {
        round += 1
        for (let index = 0; index < 10_000; index += 1) {
          const display = `src/deep/er/file-${round}-${index}.ts`
          rules.reason({ real: join(other.project, display), display })
        }
      }
      // On an idle machine a tenth of it; a pattern that goes back and forth would take hours.
      expect(cpuTime(1_000, look)).toBeLessThan(1_000)
    } finally {
      rmSync(other.root, { recursive: true, force: true })
    }
  })
})

describe('a file of rules as some editors save it', () => {
  const reasonIn = async (bytes: Buffer, path: string) => {
    const other = makeProject()
    onTestFinished(() => rmSync(other.root, { recursive: true, force: true }))
    writeFileSync(join(other.project, '.clineignore'), bytes)
    return (await readIgnoredFiles(other.project)).reason({ real: join(other.project, path), display: path })
  }

  it('holds from its first line on, with a byte order mark before it', async () => {
    expect(await reasonIn(Buffer.from('\ufeffsecrets/\n'), 'secrets/a')).toContain('out of reach')
  })

  it('forbids everything when a file that it includes cannot be read', async () => {
    expect(await reasonIn(Buffer.from('!include src\n'), 'a.txt')).toContain('could not be read')
    expect(await reasonIn(Buffer.from('!include missing\n'), 'a.txt')).toBeUndefined()
  })

  it('holds for names that begin with two dots, and takes no word of it for a sign of its own', async () => {
    expect(await reasonIn(Buffer.from('..old/\n'), '..old/a')).toContain('out of reach')
    expect(await reasonIn(Buffer.from('unreadable\n'), 'a.txt')).toBeUndefined()
  })

  it('holds whichever way its letters are composed', async () => {
    expect(await reasonIn(Buffer.from('cle\u0301/\n'), 'cl\u00e9/a')).toContain('out of reach')
    expect(await reasonIn(Buffer.from('cl\u00e9/\n'), 'cle\u0301/a')).toContain('out of reach')
  })

  it.each([Buffer.from('secrets/\n', 'utf16le'), Buffer.from('schl\u00fcssel/\n', 'latin1')])(
    'forbids everything when it is in another encoding',
    async (bytes) => {
      expect(await reasonIn(bytes, 'a.txt')).toContain('could not be read')
    },
  )
})
