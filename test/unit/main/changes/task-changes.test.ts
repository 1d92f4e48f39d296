import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readHiddenFiles } from '../../../../main/approval/hidden-files'
import type { ChangeRecord, UndoRecord } from '../../../../main/changes/change-history'
import { createDiskFiles } from '../../../../main/changes/disk-files'
import { createImageStore } from '../../../../main/changes/image-store'
import { TaskChanges } from '../../../../main/changes/task-changes'
import { listProject } from '../../../../main/workspace/list-project'
import { diffTexts } from '../../../../main/workspace/text-diff'
import { tempWorkspace } from '../../../support/temp-workspace'

async function project(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const cwd = await tempWorkspace(files)
  const store = join(await tempWorkspace(), 'images')
  const images = createImageStore(store)
  const records: (ChangeRecord | UndoRecord)[] = []
  const open = (earlier: readonly (ChangeRecord | UndoRecord)[] = []) =>
    new TaskChanges(
      {
        cwd,
        images,
        files: createDiskFiles(cwd),
        list: listProject,
        hidden: () => readHiddenFiles(cwd),
        diff: (before, after) => diffTexts(before, after, 10_000),
        record: (record) => records.push(record),
        changed: () => undefined,
      },
      earlier,
    )
  const changes = open()
  onTestFinished(() => changes.settled())
  const at = (path: string) => join(cwd, path)
  /** As a tool of the agent does: keeps, writes, tells. */
  const edit = async (path: string, text: string | Uint8Array | null) => {
    const noted = await changes.writeBegins({ path, real: at(path) })
    await noted.keep(await readFile(at(path)).catch(() => null), text === null ? null : Buffer.from(text))
    if (text === null) await rm(at(path))
    else await writeFile(at(path), text)
    await noted.done()
  }
  const command = async (line: string) => {
    const { ended } = await changes.commandBegins()
    await changes.settled()
    execFileSync('sh', ['-c', line], { cwd })
    ended()
  }
  const text = (path: string) => readFile(at(path), 'utf8')
  /** How much of them is kept, in bytes. */
  const kept = async () => {
    const names = await readdir(store, { recursive: true }).catch(() => [])
    const sizes = await Promise.all(names.map(async (name) => lstat(join(store, name))))
    return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
  }
  return { cwd, changes, records, open, at, edit, command, text, kept }
}

const ids = async (changes: TaskChanges) => (await changes.list()).map(({ id }) => id)

describe('the list of what a task changed', () => {
  it('joins the edits of one file into one change, with the lines of the whole', async () => {
    const { changes, edit } = await project({ 'a.txt': 'one\ntwo\n' })
    await edit('a.txt', 'one\n2\n')
    await edit('a.txt', 'one\n2\nthree\n')
    expect(await changes.list()).toMatchObject([{ path: 'a.txt', kind: 'edited', by: 'agent', added: 2, removed: 1, state: 'present' }])
  })

  it('forgets a change that was taken back by another edit', async () => {
    const { changes, edit } = await project({ 'a.txt': 'one\n' })
    await edit('a.txt', 'two\n')
    await edit('a.txt', 'one\n')
    expect(await changes.list()).toEqual([])
  })

  it('keeps apart what tools, commands and the person did', async () => {
    const { changes, edit, command, at } = await project({ 'mine.txt': 'a\n', 'agent.txt': 'a\n', 'gen.txt': 'a\n', 'gone.txt': 'x\n' })
    await command('true')
    await edit('agent.txt', 'b\n')
    await writeFile(at('mine.txt'), 'by hand\n')
    await command('echo b > gen.txt; echo new > made.txt; rm gone.txt')
    expect((await changes.list()).map(({ path, by, kind }) => `${by} ${kind} ${path}`)).toEqual([
      'agent edited agent.txt',
      'command edited gen.txt',
      'command deleted gone.txt',
      'command created made.txt',
      'person edited mine.txt',
    ])
  })

  it('does not call what git ignores a change, nor a file that was only touched', async () => {
    const { changes, command } = await project({ '.gitignore': 'out/\n', 'a.txt': 'a\n' })
    await command('mkdir out; echo 1 > out/x; touch a.txt')
    expect(await changes.list()).toEqual([])
  })

  it('says of a file that is too large to keep why it cannot be undone', async () => {
    const { changes, command } = await project({ 'big.txt': 'x'.repeat(600_000) })
    await command('echo y >> big.txt')
    const [change] = await changes.list()
    expect(change).toMatchObject({ path: 'big.txt', kind: 'edited', state: 'kept' })
    expect(change?.why).toMatch(/not kept/)
    expect(await changes.toggle([change?.id ?? ''])).toMatchObject([{ kind: 'failed' }])
  })

  it('names a folder in place of the thousands of files that a command made in it, and keeps none of them', async () => {
    const { changes, command, kept, records } = await project({ 'a.txt': 'a\n' })
    await command('mkdir -p deps/x; yes same | head -1200 | split -l 1 -a 4 - deps/x/f; echo b > a.txt')
    const list = await changes.list()
    expect(list).toMatchObject([
      { path: 'a.txt', kind: 'edited', state: 'present' },
      { path: 'deps/', kind: 'created', state: 'kept', why: expect.stringContaining('1,200 files') },
    ])
    expect(records).toHaveLength(2)
    expect(await kept()).toBeLessThan(10_000)
  })

  it('keeps no large file that a command made, and still takes it away', async () => {
    const { changes, command, kept, at } = await project()
    await command('head -c 3000000 /dev/zero > big')
    expect(await changes.list()).toMatchObject([{ path: 'big', kind: 'created', state: 'present' }])
    expect(await kept()).toBe(0)
    expect(await changes.toggle(await ids(changes))).toMatchObject([{ kind: 'done' }])
    await expect(readFile(at('big'))).rejects.toThrow('ENOENT')
    expect(await changes.toggle(await ids(changes))).toMatchObject([{ kind: 'done' }])
    expect((await readFile(at('big'))).length).toBe(3_000_000)
  })

  it('takes a large file away that one command made and another went on with', async () => {
    const { changes, command, at } = await project()
    await command('head -c 3000000 /dev/zero > big')
    await command('echo more >> big')
    expect(await changes.list()).toMatchObject([{ path: 'big', kind: 'created', state: 'present' }])
    expect(await changes.toggle(await ids(changes))).toMatchObject([{ kind: 'done' }])
    await expect(readFile(at('big'))).rejects.toThrow('ENOENT')
  })

  it('says what commands made of a file in all, not in each step', async () => {
    const { changes, command } = await project({ 'a.txt': 'a\n' })
    await command('rm a.txt; head -c 3000000 /dev/zero > gone')
    await command('echo b > a.txt; rm gone')
    expect(await changes.list()).toMatchObject([{ path: 'a.txt', kind: 'edited', added: 1, removed: 1, state: 'present' }])
  })

  it('tells that a tool deleted a file that is too large to keep', async () => {
    const { changes, edit, at } = await project({ 'huge.bin': '' })
    await truncate(at('huge.bin'), 65 * 1024 * 1024)
    await edit('huge.bin', null)
    expect(await changes.list()).toMatchObject([{ path: 'huge.bin', kind: 'deleted', by: 'agent', state: 'kept' }])
  })

  it('keeps nothing of what is out of reach by .clineignore', async () => {
    const { changes, command, kept } = await project({ '.clineignore': 'secrets/\n', 'secrets/key': 'canary' })
    await command('true')
    await command('echo canary2 > secrets/key; echo canary3 > secrets/other')
    expect(await changes.list()).toMatchObject([
      { path: 'secrets/key', kind: 'edited', state: 'kept', why: expect.stringContaining('.clineignore') },
      { path: 'secrets/other', kind: 'created', state: 'kept' },
    ])
    expect(await kept()).toBe(0)
  })

  it('is the same after the app was started anew', async () => {
    const { changes, open, records, edit, command, text } = await project({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    await edit('a.txt', 'A\n')
    await command('echo B > b.txt')
    await changes.toggle(['command:nothing', ...(await ids(changes)).slice(1)])
    const again = open(records)
    expect(await again.list()).toEqual(await changes.list())
    await again.toggle(await ids(again))
    expect([await text('a.txt'), await text('b.txt')]).toEqual(['a\n', 'B\n'])
  })
})

describe('undoing', () => {
  it('puts an edited file, a deleted one and a created one back as they were, and makes it all again', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xe4])
    const { changes, edit, at, text } = await project({ 'edited.txt': 'a\r\nb', 'deleted.bin': bytes })
    await edit('edited.txt', 'c\n')
    await edit('deleted.bin', null)
    await mkdir(at('new'))
    await edit('new/created.txt', 'x\n')
    const outcomes = await changes.toggle(await ids(changes))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done'])
    expect(await text('edited.txt')).toBe('a\r\nb')
    expect(await readFile(at('deleted.bin'))).toEqual(bytes)
    await expect(lstat(at('new/created.txt'))).rejects.toThrow('ENOENT')
    expect((await changes.list()).map(({ state }) => state)).toEqual(['reverted', 'reverted', 'reverted'])
    await changes.toggle(await ids(changes))
    expect(await text('edited.txt')).toBe('c\n')
    expect(await text('new/created.txt')).toBe('x\n')
    await expect(lstat(at('deleted.bin'))).rejects.toThrow('ENOENT')
    expect((await changes.list()).map(({ state }) => state)).toEqual(['present', 'present', 'present'])
  })

  it('keeps what the person changed elsewhere in the file since', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`)
    const { changes, edit, at, text } = await project({ 'a.txt': lines.join('') })
    await edit('a.txt', lines.with(3, 'by the agent\n').join(''))
    await writeFile(at('a.txt'), lines.with(3, 'by the agent\n').with(15, 'by hand\n').join(''))
    expect(await changes.list()).toMatchObject([{ state: 'changed_since' }])
    expect(await changes.toggle(await ids(changes))).toMatchObject([{ kind: 'merged' }])
    expect(await text('a.txt')).toBe(lines.with(15, 'by hand\n').join(''))
    await changes.toggle(await ids(changes))
    expect(await text('a.txt')).toBe(lines.with(3, 'by the agent\n').with(15, 'by hand\n').join(''))
  })

  it('changes nothing where the person changed the same lines, says where, and gives their change up only when told to', async () => {
    const { changes, edit, at, text } = await project({ 'a.txt': 'one\ntwo\n' })
    await edit('a.txt', 'one\n2\n')
    await writeFile(at('a.txt'), 'one\nzwei\n')
    const all = await ids(changes)
    expect((await changes.preview(all[0] ?? ''))?.diff).toContain('-zwei')
    const [outcome] = await changes.toggle(all)
    expect(outcome).toMatchObject({ kind: 'conflict' })
    expect(outcome?.message).toContain('line 2')
    expect(await text('a.txt')).toBe('one\nzwei\n')
    expect(await changes.toggle(all, { overwrite: true })).toMatchObject([{ kind: 'done' }])
    expect(await text('a.txt')).toBe('one\ntwo\n')
    await changes.toggle(all)
    expect(await text('a.txt')).toBe('one\nzwei\n')
  })

  it('takes back the agent and leaves the command that came between', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`)
    const { changes, edit, command, text, at } = await project({ 'a.txt': lines.join('') })
    await command('true')
    await edit('a.txt', lines.with(1, 'agent 1\n').join(''))
    await command("sed -i 's/line 10$/command/' a.txt")
    await edit('a.txt', (await text('a.txt')).replace('line 18', 'agent 18'))
    expect((await changes.list()).map(({ by }) => by)).toEqual(['agent', 'command'])
    expect(await changes.toggle([`agent:${at('a.txt')}`])).toMatchObject([{ kind: 'merged' }])
    expect(await text('a.txt')).toBe(lines.with(10, 'command\n').join(''))
  })

  it('does not delete a created file that was changed since, nor follow a link that took its place', async () => {
    const { changes, edit, at, text } = await project({ 'other.txt': 'other\n' })
    await edit('new.txt', 'x\n')
    await writeFile(at('new.txt'), 'mine\n')
    expect(await changes.toggle(await ids(changes))).toMatchObject([{ kind: 'conflict' }])
    expect(await text('new.txt')).toBe('mine\n')
    await rm(at('new.txt'))
    await symlink(at('other.txt'), at('new.txt'))
    expect(await changes.toggle(await ids(changes), { overwrite: true })).toMatchObject([{ kind: 'failed' }])
    expect(await text('other.txt')).toBe('other\n')
  })

  it('keeps the mode of a program', async () => {
    const { changes, edit, at } = await project({ 'run.sh': 'old\n' })
    await chmod(at('run.sh'), 0o755)
    await edit('run.sh', 'new\n')
    await changes.toggle(await ids(changes))
    expect((await lstat(at('run.sh'))).mode & 0o777).toBe(0o755)
  })

  it('of one change that cannot be undone does not stop the others', async () => {
    const { changes, edit, at, text } = await project({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    await edit('a.txt', 'A\n')
    await edit('b.txt', 'B\n')
    await rm(at('a.txt'))
    await mkdir(at('a.txt'))
    const outcomes = await changes.toggle(['nobody', ...(await ids(changes))])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'done'])
    expect(await text('b.txt')).toBe('b\n')
  })

  it('of everything after any edits brings back every byte from before', async () => {
    const content = fc.option(fc.uint8Array({ maxLength: 40 }), { nil: null })
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), content), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(content, content, content), steps, async (first, edits) => {
        const given = Object.fromEntries(['a', 'b', 'c'].flatMap((name, at) => (first[at] ? [[name, first[at]]] : [])))
        const { changes, edit, at } = await project(given)
        const stands = (name: string) => readFile(at(name)).catch(() => null)
        for (const [name, bytes] of edits) if (bytes !== null || (await stands(name)) !== null) await edit(name, bytes)
        const last = await Promise.all(['a', 'b', 'c'].map(stands))
        const all = await ids(changes)
        await changes.toggle(all)
        for (const [name, bytes] of ['a', 'b', 'c'].map((each, index) => [each, first[index]] as const))
          expect(await stands(name)).toEqual(bytes ? Buffer.from(bytes) : null)
        await changes.toggle(all)
        expect(await Promise.all(['a', 'b', 'c'].map(stands))).toEqual(last)
      }),
      { numRuns: 40 },
    )
  })
})

describe('looking at the project around a command', () => {
  it('does nothing to the repository: neither index nor HEAD nor objects', async () => {
    const { command, edit, cwd, at } = await project({ 'a.txt': 'a\n' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd, encoding: 'utf8' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    const state = async () => [git('rev-parse', 'HEAD'), git('count-objects', '-v'), (await lstat(at('.git/index'))).mtimeMs]
    const before = await state()
    await edit('a.txt', 'b\n')
    await command('echo c > c.txt')
    expect(await state()).toEqual(before)
  })

  it('tells two commands that overlap from the person', async () => {
    const { changes, command, at } = await project({ 'a.txt': 'a\n' })
    const first = await changes.commandBegins()
    await writeFile(at('a.txt'), 'by the first\n')
    await command('echo 2 > second.txt')
    first.ended()
    expect((await changes.list()).map(({ by }) => by)).toEqual(['command', 'command'])
  })
})
