import { chmod, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { ApplyPatchHandler } from '../../../../../main/tools/handlers/apply-patch'
import { ReadFileToolHandler } from '../../../../../main/tools/handlers/read-file'
import { ReplaceInFileToolHandler } from '../../../../../main/tools/handlers/replace-in-file'
import type { Amendment } from '../../../../../shared/messages'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { tempWorkspace } from '../../../../support/temp-workspace'
import { partial, testTool, type TestTool } from '../../../../support/tool-config'

const handler = new ApplyPatchHandler()
const patch = (...lines: string[]) => ({ input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })
const text = (tool: TestTool, path: string) => readFile(join(tool.cwd, path), 'utf8')
const isThere = (tool: TestTool, path: string) =>
  lstat(join(tool.cwd, path)).then(
    () => true,
    () => false,
  )

async function begin(tool: TestTool, input: { input: string }) {
  const prepared = await handler.prepare(input, tool.config)
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared.response))
  const block = { name: handler.name, callId: 'c', input }
  return {
    prepared,
    run: () => handler.execute(tool.config, block, prepared.basis),
    runAmended: async (amendment: Amendment) => {
      const amended = await handler.amend(input, prepared.basis, amendment, tool.config)
      return amended.kind === 'ready' ? handler.execute(tool.config, block, amended.basis) : amended.response
    },
  }
}

const files = { 'a.ts': 'one\ntwo\nthree\n', 'b.ts': 'x\ny\n', 'c.ts': 'gone\n' }
const many = patch(
  '*** Update File: a.ts',
  ' one',
  '-two',
  '+2',
  '*** Add File: new/d.ts',
  '+fresh',
  '*** Delete File: c.ts',
  '*** Update File: b.ts',
  '*** Move to: moved/b.ts',
  '-y',
  '+Y',
)

describe('apply_patch', () => {
  it('names every path, also where a file moves to', async () => {
    const tool = await testTool({ files })
    const effects = await handler.effects(many, tool.config)
    expect(effects.writes.map(({ display }) => display)).toEqual(['a.ts', 'new/d.ts', 'moved/b.ts'])
    expect(effects.deletes.map(({ display }) => display)).toEqual(['c.ts', 'b.ts'])
    const outside = await tempWorkspace()
    await symlink(outside, join(tool.cwd, 'out'))
    const moved = await handler.effects(patch('*** Update File: a.ts', '*** Move to: out/a.ts'), tool.config)
    expect(moved).toMatchObject({ writes: [{ real: join(outside, 'a.ts'), inside: false }] })
  })

  it('shows all of it in one card before anything is touched', async () => {
    const tool = await testTool({ files })
    const { prepared } = await begin(tool, many)
    expect(prepared).toMatchObject({
      summary: 'Change 4 files: edit a.ts, create new/d.ts, delete c.ts, move b.ts to moved/b.ts',
      card: {
        data: {
          added: 3,
          removed: 3,
          files: [
            { path: 'a.ts', tool: 'editedExistingFile', diff: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three', added: 1, removed: 1 },
            { path: 'new/d.ts', tool: 'newFileCreated', added: 1, removed: 0 },
            { path: 'c.ts', tool: 'fileDeleted', diff: '@@ -1,1 +0,0 @@\n-gone', added: 0, removed: 1 },
            { path: 'b.ts', to: 'moved/b.ts', tool: 'fileMoved', added: 1, removed: 1 },
          ],
        },
      },
    })
    expect(await text(tool, 'a.ts')).toBe(files['a.ts'])
    expect(await text(tool, 'c.ts')).toBe('gone\n')
  })

  it('does all of it, and says what came of each file', async () => {
    const tool = await testTool({ files })
    const { run } = await begin(tool, many)
    const { content, status } = await run()
    expect(status).toBe('done')
    expect(await text(tool, 'a.ts')).toBe('one\n2\nthree\n')
    expect(await text(tool, 'new/d.ts')).toBe('fresh\n')
    expect(await text(tool, 'moved/b.ts')).toBe('x\nY\n')
    expect([await isThere(tool, 'b.ts'), await isThere(tool, 'c.ts')]).toEqual([false, false])
    for (const says of [
      'applied to all of its 4 files',
      'Saved a.ts (+1 −1)',
      '1 hunk applied, at line 1.',
      'Created new/d.ts',
      'Deleted c.ts (1 line).',
      'Moved b.ts to moved/b.ts (+1 −1)',
    ])
      expect(content).toContain(says)
  })

  it('keeps line ends, encoding, a missing final newline and the mode of a file that moves', async () => {
    const german = (middle: string) => encode(`Ein schöner Tag für große Übungen\r\n${middle}\r\nSchluß`, 'windows-1252')
    const tool = await testTool({ files: { 'a.sh': german('müde') } })
    await chmod(join(tool.cwd, 'a.sh'), 0o755)
    const { run } = await begin(tool, patch('*** Update File: a.sh', '*** Move to: b.sh', '-müde', '+größer'))
    await run()
    expect(await readFile(join(tool.cwd, 'b.sh'))).toEqual(german('größer'))
    expect((await lstat(join(tool.cwd, 'b.sh'))).mode & 0o777).toBe(0o755)
  })

  it('tells with which looseness a hunk matched', async () => {
    const tool = await testTool({ files: { a: '\tif (x) {\n\t\ty()\n\t}\n' } })
    const { run } = await begin(tool, patch('*** Update File: a', ' if (x) {', '-    y()', '+    z()', ' }'))
    expect((await run()).content).toContain('Hunk 1 matched lines 1-3 only with the blanks around lines ignored')
    expect(await text(tool, 'a')).toBe('\tif (x) {\n\t\tz()\n\t}\n')
  })

  it.each([
    ['adding what exists', patch('*** Add File: a.ts', '+x'), 'a.ts exists already, so it is not added'],
    ['moving onto what exists', patch('*** Update File: a.ts', '*** Move to: b.ts'), 'b.ts exists already, so a.ts is not moved there'],
    ['updating what is not there', patch('*** Update File: z.ts', '-x', '+y'), 'There is no file z.ts'],
    ['deleting what is not there', patch('*** Delete File: z.ts'), 'There is no file z.ts'],
    ['deleting a folder', patch('*** Delete File: sub'), 'is a folder'],
    ['two names of one file', patch('*** Delete File: a.ts', '*** Update File: ./a.ts', '-one', '+1'), 'a.ts is changed twice'],
    ['a malformed patch', { input: 'do it' }, 'the patch is malformed'],
    [
      'a hunk that does not match',
      patch('*** Delete File: b.ts', '*** Update File: a.ts', '-two', '+2', '@@', '-four', '+4'),
      'a.ts was not changed: 1 of 2 hunks could not be applied.',
    ],
  ])('refuses %s, and changes nothing at all', async (_, input, says) => {
    const tool = await testTool({ files })
    await mkdir(join(tool.cwd, 'sub'))
    const prepared = await handler.prepare(input, tool.config)
    expect(prepared).toMatchObject({ kind: 'failed', response: { status: 'failed', content: expect.stringContaining(says) } })
    for (const [name, content] of Object.entries(files)) expect(await text(tool, name)).toBe(content)
  })

  it('tells of every file that does not fit, with the nearest text of those that were read', async () => {
    const tool = await testTool({ files })
    await tool.call(new ReadFileToolHandler(), { path: 'a.ts' })
    const prepared = await handler.prepare(patch('*** Update File: a.ts', '-twoo', '+2', '*** Update File: z', '-a', '+b'), tool.config)
    const content = prepared.kind === 'failed' ? prepared.response.content : ''
    expect(content).toContain('2 files of this patch could not be changed')
    expect(content).toContain('2 | two')
    expect(content).toContain('There is no file z')
  })

  it('takes back what it did when a later file cannot be changed', async () => {
    const tool = await testTool({ files })
    const { run } = await begin(tool, many)
    await writeFile(join(tool.cwd, 'c.ts'), 'changed by hand\n')
    expect(await run()).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('The patch was not applied; nothing is changed.'),
    })
    for (const [name, content] of Object.entries({ ...files, 'c.ts': 'changed by hand\n' })) expect(await text(tool, name)).toBe(content)
    expect([await isThere(tool, 'new/d.ts'), await isThere(tool, 'moved/b.ts')]).toEqual([false, false])
  })

  it('puts a deleted file back when another cannot be deleted', async () => {
    const tool = await testTool({ files: { a: Buffer.from([0, 1, 2]), b: 'x\n' } })
    await chmod(join(tool.cwd, 'a'), 0o640)
    const { run } = await begin(tool, patch('*** Delete File: a', '*** Delete File: b'))
    await writeFile(join(tool.cwd, 'b'), 'y\n')
    expect(await run()).toMatchObject({ status: 'failed' })
    expect(await readFile(join(tool.cwd, 'a'))).toEqual(Buffer.from([0, 1, 2]))
    expect((await lstat(join(tool.cwd, 'a'))).mode & 0o777).toBe(0o640)
  })

  it('leaves out what a person does not want, file by file and hunk by hunk', async () => {
    const tool = await testTool({ files })
    const { runAmended } = await begin(tool, many)
    const response = await runAmended({
      leftOut: [
        { file: 2, hunk: 0, reason: 'still used' },
        { file: 1, hunk: 0 },
      ],
    })
    expect(response).toMatchObject({ status: 'done' })
    expect(response.content).toContain('The person did not let c.ts be deleted, because: still used.')
    expect(response.content).toContain('The person approved your edit of new/d.ts without any part of it')
    expect(await text(tool, 'c.ts')).toBe('gone\n')
    expect(await isThere(tool, 'new/d.ts')).toBe(false)
    expect(await text(tool, 'a.ts')).toBe('one\n2\nthree\n')
  })

  it('does nothing when a person left out a file that is not there', async () => {
    const tool = await testTool({ files })
    const { runAmended } = await begin(tool, many)
    expect(await runAmended({ leftOut: [{ file: 4, hunk: 0 }] })).toMatchObject({ status: 'denied' })
    expect(await text(tool, 'a.ts')).toBe(files['a.ts'])
  })

  it('takes a text of the person in place of its own only for one file', async () => {
    const tool = await testTool({ files })
    const one = await begin(tool, patch('*** Update File: a.ts', '-two', '+2'))
    expect(await one.runAmended({ text: 'one\nTWO\nthree\n' })).toMatchObject({ status: 'done' })
    expect(await text(tool, 'a.ts')).toBe('one\nTWO\nthree\n')
    const all = await begin(tool, patch('*** Delete File: b.ts', '*** Delete File: c.ts'))
    expect(await all.runAmended({ text: 'x' })).toMatchObject({ status: 'denied' })
  })

  it('asks about what a person should look at', async () => {
    const tool = await testTool({ files })
    expect(await handler.prepare(patch('*** Update File: a.ts', '-two', '+// ... existing code ...'), tool.config)).toMatchObject({
      concern: expect.stringContaining('left out'),
    })
  })

  it('is drawn once the first file is known', () => {
    const draw = (input: string) => handler.handlePartialBlock(partial(ClineDefaultTool.APPLY_PATCH, { input }))
    expect(draw('*** Begin Patch\n*** Delete File: src/a')).toBeUndefined()
    expect(draw('*** Begin Patch\n*** Delete File: src/a.ts\n')).toMatchObject({
      data: { tool: 'fileDeleted', path: 'src/a.ts', status: 'drafting' },
    })
  })

  it('is offered to the models that were taught it, in place of the other edit tools', () => {
    const offered = (modelId: string) =>
      [handler, new ReplaceInFileToolHandler()].map((each) =>
        each.spec.offered({ mode: 'act', yoloModeToggled: false, providerId: 'openai', modelId, features: new Set() }),
      )
    for (const model of ['gpt-5', 'gpt-5.1-codex', 'openai/gpt-oss-120b']) expect(offered(model)).toEqual([true, false])
    for (const model of ['claude-sonnet-4-5', 'gpt-4.1', '', 'notgpt-5']) expect(offered(model)).toEqual([false, true])
  })
})
