import { renameSync, symlinkSync } from 'node:fs'
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFiles } from '../../../../main/workspace/files'
import { tempWorkspace } from '../../../support/temp-workspace'
import { NEVER_MS } from '../../../support/eventually'

async function list(cwd: string, path: string, recursive: boolean, limit = 200) {
  const files = createFiles(cwd)
  const listed = await files.list(await files.resolve(path), { recursive, limit }, new AbortController().signal)
  if (!listed.ok) return listed.error.code
  return { names: listed.value.entries.map((entry) => entry.path + (entry.directory ? '/' : '')), truncated: listed.value.truncated }
}
const names = async (...request: Parameters<typeof list>) => {
  const listed = await list(...request)
  return typeof listed === 'string' ? listed : listed.names
}

describe('listing a folder', () => {
  it.skipIf(process.platform === 'win32')('does not follow a link that took its place, nor one in the tree', async () => {
    const outside = await tempWorkspace({ 'secret.txt': '' })
    for (const recursive of [false, true]) {
      const cwd = await tempWorkspace({ 'sub/a.txt': '' })
      const path = await createFiles(cwd).resolve('sub')
      const swapping = async () => {
        await rename(join(cwd, 'sub'), join(cwd, 'old'))
        await symlink(outside, join(cwd, 'sub'))
        return { ruleFile: undefined, hides: () => false }
      }
      const listed = await createFiles(cwd, swapping).list(path, { recursive, limit: 9 }, new AbortController().signal)
      expect(listed).toMatchObject({ ok: false })
    }
    const cwd = await tempWorkspace({ 'sub/a.txt': '' })
    const hides = (real: string): boolean => {
      renameSync(real, join(outside, 'old'))
      symlinkSync(outside, real)
      return false
    }
    const files = createFiles(cwd, async () => ({ ruleFile: undefined, hides }))
    const listed = await files.list(await files.resolve('.'), { recursive: true, limit: 9 }, new AbortController().signal)
    expect(listed).toEqual({ ok: true, value: { entries: [{ path: 'sub', directory: true }], truncated: false } })
  })

  it.runIf(process.platform === 'linux')('tells upper from lower case in what git ignores, as git does', async () => {
    const cwd = await tempWorkspace({ '.gitignore': 'lib/\n*.log', 'Lib/a.py': '', 'lib/b.py': '', 'a.log': '', 'b.LOG': '' })
    expect(await names(cwd, '.', true)).toEqual(['.gitignore', 'b.LOG', 'Lib/', 'Lib/a.py'])
  })

  it('names all there is, hidden and ignored too, when it does not look deeper', async () => {
    const cwd = await tempWorkspace({
      '.gitignore': 'a.log',
      'a.log': '',
      '.env': '',
      'b/c.txt': '',
      'node_modules/x/y': '',
      'file 10': '',
      'file 9': '',
    })
    expect(await names(cwd, '.', false)).toEqual(['.env', '.gitignore', 'a.log', 'b/', 'file 9', 'file 10', 'node_modules/'])
  })

  it('goes breadth first, and not into hidden and heavy folders', async () => {
    const cwd = await tempWorkspace({
      'a/b/deep.txt': '',
      'a/x.txt': '',
      '.git/config': '',
      '.github/ci.yml': '',
      'node_modules/m/i.js': '',
      'dist/o.js': '',
      'z.txt': '',
    })
    expect(await names(cwd, '.', true)).toEqual([
      '.git/',
      '.github/',
      'a/',
      'dist/',
      'node_modules/',
      'z.txt',
      'a/b/',
      'a/x.txt',
      'a/b/deep.txt',
    ])
  })

  it('looks into a hidden or heavy folder that is asked for', async () => {
    const cwd = await tempWorkspace({ '.github/workflows/ci.yml': '', 'node_modules/m/i.js': '', '.gitignore': 'node_modules/' })
    expect(await names(cwd, '.github', true)).toEqual(['workflows/', 'workflows/ci.yml'])
    expect(await names(cwd, 'node_modules', true)).toEqual(['m/', 'm/i.js'])
  })

  it('leaves out what git ignores, by the rules of each folder', async () => {
    const cwd = await tempWorkspace({
      '.git/info/exclude': 'private.txt\n',
      '.gitignore': '*.log\n/only-here.txt\nbuilt/\n!keep.log\n',
      'sub/.gitignore': 'local.txt\n!special.log\n',
      'a.log': '',
      'keep.log': '',
      'only-here.txt': '',
      'private.txt': '',
      'built/x': '',
      'sub/only-here.txt': '',
      'sub/local.txt': '',
      'sub/special.log': '',
      'sub/other.log': '',
      'other/local.txt': '',
    })
    const found = await names(cwd, '.', true)
    expect(found).toEqual([
      '.git/',
      '.gitignore',
      'keep.log',
      'other/',
      'sub/',
      'other/local.txt',
      'sub/.gitignore',
      'sub/only-here.txt',
      'sub/special.log',
    ])
  })

  it('knows the rules above the folder that is listed', async () => {
    const cwd = await tempWorkspace({ '.git/HEAD': '', '.gitignore': '*.log\n', 'pkg/a.log': '', 'pkg/a.txt': '' })
    expect(await names(cwd, 'pkg', true)).toEqual(['a.txt'])
    expect(await names(join(cwd, 'pkg'), '.', true)).toEqual(['a.txt'])
  })

  it('says that there is more only if there is', async () => {
    const cwd = await tempWorkspace(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`d/f${at}`, ''])))
    expect(await list(cwd, 'd', false, 10)).toMatchObject({ truncated: false })
    expect(await list(cwd, 'd', true, 10)).toMatchObject({ truncated: false })
    expect(await list(cwd, 'd', false, 9)).toMatchObject({ truncated: true })
    expect(await list(cwd, 'd', true, 9)).toMatchObject({ truncated: true })
  })

  it('does not follow links, and so ends in a tree that holds itself', async () => {
    const outside = await tempWorkspace({ 'secret.txt': '' })
    const cwd = await tempWorkspace({ 'a/x.txt': '' })
    await symlink('.', join(cwd, 'loop'))
    await symlink(outside, join(cwd, 'out'))
    await symlink('nowhere', join(cwd, 'dangling'))
    expect(await names(cwd, '.', true)).toEqual(['a/', 'dangling', 'loop/', 'out/', 'a/x.txt'])
  })

  it('gives a name in both of its normal forms, as two', async () => {
    const [composed, decomposed] = ['ünï-한.txt', 'ünï-한.txt'.normalize('NFD')]
    const cwd = await tempWorkspace({ [composed]: '', [decomposed]: '' })
    const found = await names(cwd, '.', true)
    // Some systems make them one file.
    if (found.length === 2) expect(new Set(found)).toEqual(new Set([composed, decomposed]))
    else expect(found.length).toBe(1)
  })

  it('names what is hidden, marks it and does not look into it', async () => {
    const cwd = await tempWorkspace({ 'secrets/a.txt': '', 'b.txt': '' })
    const files = createFiles(cwd, async () => ({ ruleFile: undefined, hides: (real) => real === join(cwd, 'secrets') }))
    const listed = await files.list(await files.resolve('.'), { recursive: true, limit: 200 }, new AbortController().signal)
    expect(listed).toMatchObject({
      value: {
        entries: [
          { path: 'b.txt', directory: false },
          { path: 'secrets', directory: true, hidden: true },
        ],
      },
    })
  })

  it('ends when it is cancelled', async () => {
    const cwd = await tempWorkspace({ a: '' })
    const files = createFiles(cwd)
    const path = await files.resolve('.')
    await expect(files.list(path, { recursive: true, limit: 9 }, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
  })

  it('gives odd names exactly', async () => {
    const odd = ['[id]/page.tsx', '{a,b}/!x', 'a*b?.txt', 'with space', 'new\nline', 'quote\'"', '-rf', 'ünï', '#hash']
    const cwd = await tempWorkspace(Object.fromEntries(odd.map((name) => [name, ''])))
    const found = await names(cwd, '.', true)
    for (const name of odd) expect(found).toContain(name)
  })

  it('tells what is missing, what is no folder and what must not be listed', async () => {
    const cwd = await tempWorkspace({ 'a.txt': '' })
    expect([await list(cwd, 'nope', true), await list(cwd, 'a.txt', true), await list(cwd, '/proc', false)]).toEqual([
      'missing',
      'not_a_directory',
      'denied',
    ])
  })

  it('names a folder that it may not read, and goes on', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything')
    const cwd = await tempWorkspace({ 'b.txt': '' })
    await mkdir(join(cwd, 'a'))
    await chmod(join(cwd, 'a'), 0)
    expect(await names(cwd, '.', true)).toEqual(['a/', 'b.txt'])
    expect(await list(cwd, 'a', true)).toBe('denied')
    await chmod(join(cwd, 'a'), 0o700)
  })

  it('is quick in a folder of very many files', async () => {
    const cwd = await tempWorkspace()
    await Promise.all(Array.from({ length: 20 }, (_, at) => mkdir(join(cwd, `d${at}`))))
    await Promise.all(Array.from({ length: 4000 }, (_, at) => writeFile(join(cwd, `d${at % 20}`, `f${at}`), '')))
    const before = performance.now()
    expect(await list(cwd, '.', true, 200)).toMatchObject({ truncated: true })
    expect(performance.now() - before).toBeLessThan(NEVER_MS)
  })
})
