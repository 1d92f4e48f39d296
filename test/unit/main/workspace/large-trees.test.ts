import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFiles } from '../../../../main/workspace/files'
import { createSearch } from '../../../../main/workspace/search'
import { tempWorkspace } from '../../../support/temp-workspace'
import { NEVER_MS } from '../../../support/eventually'

const isLong = process.env['COUNTERSIGN_LONG'] === '1'
const FILES = isLong ? 500_000 : 10_000
/** In ms. With few files it only shows that nothing hangs, on a machine that other tests keep busy. */
const MAX_MS = isLong ? 2_000 : NEVER_MS
const signal = new AbortController().signal

/** Folders of 50 files, some in each other, with a link in a circle; every 1,000th file has the needle. */
async function largeTree(): Promise<string> {
  const cwd = await tempWorkspace()
  for (let at = 0; at < FILES; at += 50) {
    const folder = join(cwd, `a${at % 30}`, `b${at % 900}`, `c${at}`)
    mkdirSync(folder, { recursive: true })
    for (let file = at; file < at + 50; file += 1) writeFileSync(join(folder, `f${file}.ts`), file % 1000 === 0 ? 'needle\n' : 'hay\n')
  }
  symlinkSync(cwd, join(cwd, 'a0', 'loop'))
  return cwd
}

async function timed<Value>(work: Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const before = performance.now()
  const value = await work
  return { value, ms: performance.now() - before }
}

describe(`a tree of ${FILES.toLocaleString('en')} files`, () => {
  it('gives its first names and its first matches in two seconds', async () => {
    const cwd = await largeTree()
    const files = createFiles(cwd)
    const root = await files.resolve('.')
    const listing = await timed(files.list(root, { recursive: true, limit: 200 }, signal))
    expect(listing.value).toMatchObject({ value: { truncated: true, entries: { length: 200 } } })
    expect(listing.ms).toBeLessThan(MAX_MS)
    const search = await timed(createSearch().search({ path: root, regex: 'hay', limit: 20 }, signal))
    expect(search.value).toMatchObject({ value: { truncated: true, matches: { length: 20 } } })
    expect(search.ms).toBeLessThan(MAX_MS)
    const all = await createSearch().search({ path: root, regex: 'needle', limit: 1000 }, signal)
    expect(all).toMatchObject({ value: { truncated: false, matches: { length: FILES / 1000 } } })
  })

  it('gives the first names of one folder that holds them all', async () => {
    const cwd = await tempWorkspace()
    for (let at = 0; at < FILES; at += 1) writeFileSync(join(cwd, `file ${FILES - at}`), '')
    const files = createFiles(cwd)
    const root = await files.resolve('.')
    for (const recursive of [false, true]) {
      const { value, ms } = await timed(files.list(root, { recursive, limit: 200 }, signal))
      expect(value).toMatchObject({ value: { truncated: true } })
      expect(value.ok && value.value.entries.map(({ path }) => path)).toEqual(Array.from({ length: 200 }, (_, at) => `file ${at + 1}`))
      expect(ms).toBeLessThan(MAX_MS)
    }
  })
})
