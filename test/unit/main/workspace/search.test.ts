import { renameSync, symlinkSync } from 'node:fs'
import { chmod, symlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SearchPort } from '../../../../main/tools/task-config'
import { createFiles } from '../../../../main/workspace/files'
import { listProject } from '../../../../main/workspace/list-project'
import { runRipgrep } from '../../../../main/workspace/ripgrep'
import { createSearch } from '../../../../main/workspace/search'
import { tempWorkspace } from '../../../support/temp-workspace'

const port: SearchPort = createSearch()

async function search(
  cwd: string,
  regex: string,
  { path = '.', filePattern, limit = 300 }: { path?: string; filePattern?: string; limit?: number } = {},
) {
  const resolved = await createFiles(cwd).resolve(path)
  return port.search({ path: resolved, regex, limit, ...(filePattern === undefined ? {} : { filePattern }) }, new AbortController().signal)
}
async function places(...request: Parameters<typeof search>) {
  const found = await search(...request)
  return found.ok ? found.value.matches.map(({ file, line }) => `${file}:${line}`) : found.error
}

it.runIf(process.platform === 'linux')(
  'ends where a project links its ignore file to one without an end',
  { timeout: 30_000 },
  async () => {
    const cwd = await tempWorkspace({ 'a.txt': 'needle' })
    await symlink('/dev/zero', join(cwd, '.gitignore'))
    const found = await search(cwd, 'needle')
    expect(found).toMatchObject({ ok: false, error: { message: expect.stringContaining('could not be searched') } })
    expect(await listProject(cwd, 10)).toBeUndefined()
  },
)

it('hands on what goes wrong with the output of ripgrep', async () => {
  const cwd = await tempWorkspace({ a: 'needle' })
  const fail = (): never => {
    throw new Error('no such record')
  }
  await expect(runRipgrep(['--files', '--', cwd], new AbortController().signal, fail)).rejects.toThrow('no such record')
})

it('lists a project whose folder ends in a separator, as the root of a disk does', async () => {
  const cwd = await tempWorkspace({ 'a.txt': '', 'sub/b.txt': '' })
  for (const folder of [cwd, `${cwd}${sep}`]) expect((await listProject(folder, 10))?.toSorted()).toEqual(['a.txt', join('sub', 'b.txt')])
})

describe('searching', () => {
  it('gives each match with its line and the lines next to it', async () => {
    const cwd = await tempWorkspace({ 'src/a.ts': 'one\ntwo needle\nthree\nfour\nneedle five\nneedle six\nseven' })
    expect(await search(cwd, 'needle')).toEqual({
      ok: true,
      value: {
        truncated: false,
        timedOut: false,
        matches: [
          { file: 'src/a.ts', line: 2, text: 'two needle', before: ['one'], after: ['three'] },
          { file: 'src/a.ts', line: 5, text: 'needle five', before: ['four'], after: [] },
          { file: 'src/a.ts', line: 6, text: 'needle six', before: [], after: ['seven'] },
        ],
      },
    })
  })

  it('keeps what git ignores out, with and without a pattern for names', async () => {
    const cwd = await tempWorkspace({
      '.gitignore': 'gen.ts\nout/\n',
      'a.ts': 'x',
      'gen.ts': 'x',
      'out/b.ts': 'x',
      '.hidden.ts': 'x',
      'node_modules/m.js': 'x',
      'c.js': 'x',
    })
    expect(await places(cwd, 'x')).toEqual(['a.ts:1', 'c.js:1', 'node_modules/m.js:1'])
    expect(await places(cwd, 'x', { filePattern: '*.ts' })).toEqual(['a.ts:1'])
    expect(await places(cwd, 'x', { filePattern: '*.{ts,js}' })).toEqual(['a.ts:1', 'c.js:1', 'node_modules/m.js:1'])
    expect(await places(cwd, 'x', { filePattern: '!*.js' })).toEqual(['a.ts:1'])
    expect(await places(cwd, 'x', { filePattern: 'node_modules/**' })).toEqual(['node_modules/m.js:1'])
  })

  it('searches one file, and a folder with an odd name', async () => {
    const cwd = await tempWorkspace({ 'app/[id]/page.tsx': 'needle', '-e': 'needle', 'with space': 'needle' })
    expect(await places(cwd, 'needle', { path: 'app/[id]/page.tsx' })).toEqual(['page.tsx:1'])
    expect(await places(cwd, 'needle', { path: 'app/[id]' })).toEqual(['page.tsx:1'])
    expect(await places(cwd, 'needle', { path: '-e' })).toEqual(['-e:1'])
  })

  it('takes a pattern that looks like an option for a pattern', async () => {
    const cwd = await tempWorkspace({ a: 'x --files y' })
    expect(await places(cwd, '--files')).toEqual(['a:1'])
  })

  it('finds the end of a line in a file with Windows line ends', async () => {
    const cwd = await tempWorkspace({ a: 'one\r\ntwo\r\n' })
    expect(await search(cwd, 'one$')).toMatchObject({ value: { matches: [{ text: 'one', after: ['two'] }] } })
  })

  it('decodes what is not UTF-8 as far as it goes', async () => {
    const cwd = await tempWorkspace({ a: Buffer.from([0x6e, 0xe9, 0x20, 0x68, 0x69, 0x74]), w: Buffer.from('\ufeffhit me', 'utf16le') })
    expect(await search(cwd, 'hit')).toMatchObject({
      value: {
        matches: [
          { file: 'a', text: 'n\ufffd hit' },
          { file: 'w', text: 'hit me' },
        ],
      },
    })
  })

  it('stops at the limit and says that there is more', async () => {
    const cwd = await tempWorkspace({ a: 'x\n'.repeat(10) })
    expect(await search(cwd, 'x', { limit: 9 })).toMatchObject({ value: { truncated: true, matches: { length: 9 } } })
    expect(await search(cwd, 'x', { limit: 10 })).toMatchObject({ value: { truncated: false, matches: { length: 10 } } })
  })

  it('shows only the part of a long line around the match, and copes with one of megabytes', async () => {
    const cwd = await tempWorkspace({
      long: `${'a'.repeat(2000)}needle${'b'.repeat(2000)}`,
      blob: `${'c'.repeat(3_000_000)}needle\n"},"line_number":7 needle\n`,
    })
    const found = await search(cwd, 'needle')
    const matches = found.ok ? found.value.matches : []
    expect(matches.map(({ file, line }) => [file, line])).toEqual([
      ['blob', 1],
      ['blob', 2],
      ['long', 1],
    ])
    expect(matches.map((match) => match.text.length).every((length) => length < 600)).toBe(true)
    expect(matches[2]?.text).toContain('needle')
    expect(matches[1]?.text).toBe('"},"line_number":7 needle')
  })

  it.each(['(', '(?=look)', '[a-'])('says why %s is no expression', async (regex) => {
    const cwd = await tempWorkspace({ a: 'x' })
    expect(await places(cwd, regex)).toMatchObject({ code: 'bad_pattern', message: expect.stringContaining('pattern') })
  })

  it('shows a line of a blob as it stands in the file, however it is written', async () => {
    const cwd = await tempWorkspace({
      json: `{"a":"needle\\t", "é":"${'x'.repeat(100_000)}"}\n`,
      latin: Buffer.concat([Buffer.from('needle \xe9 ', 'latin1'), Buffer.alloc(100_000, 'y')]),
    })
    const found = await search(cwd, 'needle')
    const texts = found.ok ? found.value.matches.map(({ text }) => text.slice(0, 16)) : []
    expect(texts).toEqual(['{"a":"needle\\t",', 'needle \ufffd yyyyyyy'])
  })

  it('takes a pattern with folders and several names, as models write it', async () => {
    const cwd = await tempWorkspace({
      'src/a.ts': 'needle',
      'src/in/b.tsx': 'needle',
      'lib/c.ts': 'needle',
      'd.ts': 'needle',
      'src/e.js': 'needle',
    })
    const all = async (filePattern: string) => places(cwd, 'needle', { filePattern })
    expect(await all('src/**/*.{ts,tsx}')).toEqual(['src/a.ts:1', 'src/in/b.tsx:1'])
    expect(await all('{src,lib}/**/*.ts')).toEqual(['lib/c.ts:1', 'src/a.ts:1'])
    expect(await all('{src/{a,in/b},lib/c}.{ts,tsx}')).toEqual(['lib/c.ts:1', 'src/a.ts:1', 'src/in/b.tsx:1'])
    expect(await all('./src/*.ts')).toEqual(['src/a.ts:1'])
    expect(await all('./*.ts')).toEqual(['d.ts:1', 'lib/c.ts:1', 'src/a.ts:1'])
    expect(await all(`src/${'{a,b}'.repeat(30)}`)).toEqual([])
  })

  it('says when the pattern for names is none', async () => {
    const cwd = await tempWorkspace({ a: 'x' })
    expect(await places(cwd, 'x', { filePattern: '*.{ts' })).toMatchObject({ code: 'bad_pattern' })
  })

  it('tells nothing found from nothing there', async () => {
    const cwd = await tempWorkspace({ a: 'x' })
    expect(await places(cwd, 'nope')).toEqual([])
    expect(await places(cwd, 'x', { path: 'gone' })).toMatchObject({ code: 'missing' })
    expect(await places(cwd, 'x', { path: '/proc' })).toMatchObject({ code: 'denied' })
  })

  it('gives what it found although one folder may not be read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything')
    const cwd = await tempWorkspace({ a: 'x', 'secret/b': 'x' })
    await chmod(join(cwd, 'secret'), 0)
    expect(await places(cwd, 'x')).toEqual(['a:1'])
    await chmod(join(cwd, 'secret'), 0o700)
  })

  it('takes no settings from the person that could start other programs', async () => {
    const cwd = await tempWorkspace({ a: 'x', rc: '--pre=/bin/false\n' })
    process.env['RIPGREP_CONFIG_PATH'] = join(cwd, 'rc')
    try {
      expect(await places(cwd, 'x')).toEqual(['a:1'])
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH']
    }
  })

  it('shows each neighbour once, also of a line that is the first, the last or very long', async () => {
    const long = 'y'.repeat(5000)
    const cwd = await tempWorkspace({ a: `\ufeffneedle 1\r\nbetween\r\nneedle 3\r\n${long}\r\nneedle 5\r\nend`, b: `${long}\nneedle` })
    expect(await search(cwd, 'needle')).toMatchObject({
      value: {
        matches: [
          { file: 'a', line: 1, before: [], after: ['between'] },
          { file: 'a', line: 3, before: [], after: [expect.stringMatching(/^y{500} …$/)] },
          { file: 'a', line: 5, before: [], after: ['end'] },
          { file: 'b', line: 2, before: [expect.stringMatching(/^… y{500} …$/)], after: [] },
        ],
      },
    })
  })

  it('finds what spans lines, when the expression says so', async () => {
    const cwd = await tempWorkspace({ a: 'zero\none {\r\n  two\n}\nend\n' })
    expect(await search(cwd, '\\{\\s*\\n\\s+two\\n')).toMatchObject({
      value: { matches: [{ line: 2, text: 'one {\n  two', before: ['zero'], after: ['}'] }] },
    })
  })

  it('shows nothing of what is hidden, and does not count it', async () => {
    const cwd = await tempWorkspace({
      '.gitignore': '!secrets/b.txt\n',
      rules: 'secrets/\n',
      'secrets/a.txt': 'x\nx\nx',
      'secrets/b.txt': 'x',
      'z.txt': 'x',
    })
    const hidden = { ruleFile: join(cwd, 'rules'), hides: (real: string) => real.startsWith(join(cwd, 'secrets')) }
    const path = await createFiles(cwd).resolve('.')
    const found = await createSearch(cwd, async () => hidden).search({ path, regex: 'x', limit: 1 }, new AbortController().signal)
    expect(found).toMatchObject({ value: { truncated: false, matches: [{ file: 'z.txt' }] } })
  })

  it.skipIf(process.platform === 'win32')('tells nothing of a place that a link takes before or while it is searched', async () => {
    const outside = await tempWorkspace({ 'inner/a.txt': 'needle outside' })
    const swap = (from: string): void => {
      renameSync(from, `${from}.old`)
      symlinkSync(join(outside, 'inner'), from)
    }
    for (const when of ['before', 'while', 'while, below'] as const) {
      const cwd = await tempWorkspace({ 'sub/inner/a.txt': 'needle' })
      const place = when === 'while, below' ? join(cwd, 'sub', 'inner') : join(cwd, 'sub')
      const path = await createFiles(cwd).resolve('sub')
      let isSwapped = false
      const hides = (): boolean => {
        if (!isSwapped) swap(place)
        isSwapped = true
        return false
      }
      const readHidden = async () => {
        if (when === 'before') hides()
        return { ruleFile: undefined, hides }
      }
      const found = await createSearch(cwd, readHidden).search({ path, regex: 'needle', limit: 9 }, new AbortController().signal)
      expect(found).toMatchObject(
        when === 'while, below' ? { ok: true, value: { matches: [] } } : { ok: false, error: { code: 'changed' } },
      )
      expect(isSwapped).toBe(true)
    }
  })

  it('gives the file in odd names exactly', async () => {
    const odd = ['[id] {a,b}', 'quote\'"', '-rf', '#hash!', 'ünï', 'ünï'.normalize('NFD'), 'new\nline']
    const cwd = await tempWorkspace(Object.fromEntries(odd.map((name) => [name, 'needle'])))
    const found = await places(cwd, 'needle')
    expect(Array.isArray(found) && found.toSorted()).toEqual(odd.map((name) => `${name}:1`).toSorted())
  })

  it('ends when it takes too long, and gives what it found', async () => {
    const cwd = await tempWorkspace({ a: 'x' })
    const path = await createFiles(cwd).resolve('.')
    const slow = createSearch(cwd, undefined, 0)
    expect(await slow.search({ path, regex: 'x', limit: 9 }, new AbortController().signal)).toMatchObject({
      value: { timedOut: true, truncated: true },
    })
  })

  it('ends when it is cancelled', async () => {
    const cwd = await tempWorkspace({ a: 'x' })
    const path = await createFiles(cwd).resolve('.')
    await expect(port.search({ path, regex: 'x', limit: 1 }, AbortSignal.abort())).rejects.toThrow()
  })

  it('is not slowed down by an expression that would ruin others', async () => {
    const cwd = await tempWorkspace({ a: 'a'.repeat(100_000) })
    // One that goes back and forth would not come to an end.
    expect(await places(cwd, '(a+)+$')).toEqual(['a:1'])
  })
})
