import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCalledFiles } from '../../../../main/hooks/called-files'
import { tempFolder } from '../../../support/temp-folder'

const HOOK = '.clinerules/hooks/PreToolUse'

async function called(text: string | Buffer, files: Readonly<Record<string, string>> = {}, folder?: string) {
  const place = folder ?? (await tempFolder())
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), content)
    if (path.endsWith('.sh')) await chmod(join(place, path), 0o755)
  }
  return findCalledFiles(place, { path: HOOK, bytes: Buffer.from(text) })
}
const pathsOf = async (...given: Parameters<typeof called>) => [...(await called(...given)).files.keys()].sort()
const files = {
  'x.sh': 'exit',
  'tools/x.js': '1',
  'log.txt': 'line',
  '.clinerules/hooks/lib.sh': 'A=1',
  '.clinerules/hooks/sub/deep.sh': 'B=1',
}

describe('the files that a hook calls', () => {
  it.each([
    ['./x.sh', ['x.sh']],
    ['"./x.sh" --flag', ['x.sh']],
    ['result=$(./x.sh < log.txt) || exit 1', ['x.sh']],
    ['while ! ./x.sh; do sleep 1; done', ['x.sh']],
    ['timeout 5 ./x.sh', ['x.sh']],
    ['node tools/x.js', ['tools/x.js']],
    ['exec /usr/bin/env node ./tools/x.js', ['tools/x.js']],
    ['npx tsx ./tools/x.js', ['tools/x.js']],
    ['source "$(dirname "$0")/lib.sh"', ['.clinerules/hooks/lib.sh']],
    ['. "${0%/*}/lib.sh"', ['.clinerules/hooks/lib.sh']],
    ['DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\n. "$DIR/lib.sh"', ['.clinerules/hooks/lib.sh']],
    ['TOOLS=./tools\nnode "$TOOLS/x.js"', ['tools/x.js']],
    ['. "$PSScriptRoot\\lib.sh"', ['.clinerules/hooks/lib.sh']],
    ['#!/usr/bin/env node\nspawnSync("node", ["tools/x.js"])', ['tools/x.js']],
    ['#!./x.sh', ['x.sh']],
    ['# ./x.sh', []],
    ['echo a >> ./log.txt', []],
    ['cat log.txt | grep x', []],
    ['/usr/bin/x.sh; ../x.sh; ~/x.sh; $HOME/x.sh', []],
  ])('are those of the project that it plainly runs: %s', async (text, paths) => {
    expect(await pathsOf(text, files)).toEqual(paths)
  })

  it('include what those call in their turn, also in a circle', async () => {
    const chain = { 'a.sh': 'sh b.sh', 'b.sh': './c.sh', 'c.sh': './a.sh; node d.js', 'd.js': '1' }
    expect(await pathsOf('./a.sh', chain)).toEqual(['a.sh', 'b.sh', 'c.sh', 'd.js'])
  })

  it('include the scripts that a package manager or make runs', async () => {
    const packages = { 'package.json': JSON.stringify({ scripts: { lint: './x.sh' } }), 'x.sh': 'exit', Makefile: 'all:' }
    const { states, files: read } = await called('npm run lint\nmake all', packages)
    expect(states).toMatchObject([
      { name: 'package.json', part: 'prelint', hash: 'none' },
      { name: 'package.json', part: 'lint', text: './x.sh' },
      { name: './x.sh' },
      { name: 'package.json', part: 'postlint', hash: 'none' },
      { name: 'GNUmakefile', hash: 'none' },
      { name: 'makefile', hash: 'none' },
      { name: 'Makefile' },
    ])
    expect([...read.keys()].sort()).toEqual(['Makefile', 'x.sh'])
  })

  it('count when they are not there yet, and when they cannot be looked at', async () => {
    const [folder, outside] = [await tempFolder(), await tempFolder()]
    await writeFile(join(outside, 'x'), 'secret')
    await symlink(join(outside, 'x'), join(folder, 'away'))
    const { states, files: read } = await called('./missing.sh\n./away', {}, folder)
    expect(states).toEqual([
      { name: './missing.sh', hash: 'none' },
      { name: './away', hash: 'unreadable' },
    ])
    expect([...read]).toEqual([])
  })

  it('are looked for within bounds, whatever a hook consists of', async () => {
    expect((await called(Buffer.from([0, 1, 2]))).states).toEqual([])
    const long = await called(`./x.sh\n${'#'.repeat(300_000)}`, files)
    expect(long.states.map(({ name }) => name)).toEqual(['./x.sh', 'further calls'])
    for (const piece of ['\n', ' ', '$(', '$( ', '$A', '"$(cd ', 'x=', './', '@/', '#', '$(dirname $0)/'])
      await called(`A=${'a/'.repeat(50)}\n${piece.repeat(1_000_000 / piece.length)}`)
    const many = Array.from({ length: 20_000 }, (_, at) => `./a${at}`).join('\n')
    const { states } = await called(many)
    expect(states.length).toBeLessThan(300)
    expect(states.at(-1)).toEqual({ name: 'further calls', hash: 'unreadable' })
  })

  it('are looked for within bounds, whatever those files consist of', async () => {
    const further = { name: 'further calls', hash: 'unreadable' }
    expect((await called('sh '.repeat(80_000))).states).toEqual([further])
    const loop = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`b${at}.sh`, 'sh a b c d '.repeat(20_000)]))
    expect((await called(Object.keys(loop).join('; ./'), loop)).states).toContainEqual(further)
    const megabytes = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(6 * 1024 * 1024)]))
    const large = await called('./a\n./b\n./c', megabytes)
    expect([...large.files.keys()]).toEqual(['a', 'b'])
    expect(large.states.at(-1)).toEqual({ name: './c', hash: 'unreadable' })
  })
})
