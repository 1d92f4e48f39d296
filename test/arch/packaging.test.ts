import { closeSync, openSync, readFileSync, readSync, existsSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { grammarFiles } from '../../main/syntax/languages'
import { ROOT, filesBelow } from './source-files'

const Names = z.record(z.string(), z.string()).default({})
const Manifest = z.object({ main: z.string().optional(), dependencies: Names, optionalDependencies: Names })
const manifestIn = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')))

interface Packing {
  readonly files: readonly string[]
  readonly asar: boolean
  readonly asarUnpack: readonly string[]
}

/** The lists of `electron-builder.yml`: it is plain enough to be read by its lines. */
function readPacking(text: string): Packing {
  const listOf = (key: string): string[] => {
    const [, block = ''] = new RegExp(`^${key}:\n((?:  .*\n)+)`, 'm').exec(text) ?? []
    return block.split('\n').flatMap((line) => /^ {2}- '?([^']+?)'?$/.exec(line)?.[1] ?? [])
  }
  return { files: listOf('files'), asar: /^asar: true$/m.test(text), asarUnpack: listOf('asarUnpack') }
}

/** Every package that comes along: what is not bundled, with all it needs. `isInstalled` is false for those of other systems. */
function packagesOf(names: readonly string[], seen = new Map<string, boolean>()): Map<string, boolean> {
  for (const name of names) {
    if (seen.has(name)) continue
    const folder = `node_modules/${name}`
    const isInstalled = existsSync(join(ROOT, folder))
    seen.set(name, isInstalled)
    if (!isInstalled) continue
    const { dependencies, optionalDependencies } = manifestIn(folder)
    packagesOf([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], seen)
  }
  return seen
}

const NATIVE = ['\u007fELF', '\u00cf\u00fa\u00ed\u00fe', '\u00ca\u00fe\u00ba\u00be', 'MZ']

/** Programs and native modules: the system reads them itself, and knows no archive. */
function isNative(file: string): boolean {
  const head = Buffer.alloc(4)
  const descriptor = openSync(join(ROOT, file), 'r')
  readSync(descriptor, head)
  closeSync(descriptor)
  return NATIVE.some((magic) => head.toString('latin1').startsWith(magic))
}

const matchesAny = (file: string, patterns: readonly string[]): boolean => patterns.some((pattern) => matchesGlob(file, pattern))

/** Left out on purpose: what no module of ours asks for. */
const NEVER_LOADED = /^node_modules\/(?:web-tree-sitter\/debug\/|@cursorless\/tree-sitter-wasms\/out\/)/

/** What the built program would miss in a package; empty when there is nothing. `needed` are files of ours. */
function missingFrom({ files, asar, asarUnpack }: Packing, packages: ReadonlyMap<string, boolean>, needed: readonly string[]): string[] {
  const taken = files.filter((pattern) => !pattern.startsWith('!'))
  const left = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const problems = needed.filter((file) => !matchesAny(file, taken) || matchesAny(file, left)).map((file) => `${file} is not packed`)
  for (const [name, isInstalled] of packages) {
    const folder = `node_modules/${name}`
    const isForOneSystem = /-(linux|darwin|win32)-/.test(name)
    if (asar && isForOneSystem && !matchesAny(`${folder}/bin/program`, asarUnpack)) problems.push(`${folder} stays in the archive`)
    for (const file of isInstalled ? filesBelow(folder) : []) {
      if (asar && isNative(file) && !matchesAny(file, asarUnpack)) problems.push(`${file} stays in the archive`)
      if ((/\.(js|cjs|mjs|json|node|wasm)$/.test(file) || isNative(file)) && matchesAny(file, left) && !NEVER_LOADED.test(file))
        problems.push(`${file} is not packed`)
    }
  }
  return problems
}

describe('the package that a person installs', () => {
  const packing = readPacking(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8'))
  const { main = '', dependencies } = manifestIn('.')
  const packages = packagesOf(Object.keys(dependencies))
  const needed = [
    'package.json',
    main,
    'out/main/chunks/any.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/assets/a.js',
  ]

  it('is described by lists that were read', () => {
    expect(packing).toMatchObject({ asar: true })
    expect(packing.files.length).toBeGreaterThan(3)
    expect(packing.asarUnpack.length).toBeGreaterThan(1)
    expect([...packages.keys()]).toEqual(expect.arrayContaining(['node-pty', '@vscode/ripgrep', '@vscode/ripgrep-win32-x64']))
    const natives = [...packages].flatMap(([name, isInstalled]) => (isInstalled ? filesBelow(`node_modules/${name}`).filter(isNative) : []))
    // The terminal and the search of this system.
    expect(natives.length).toBeGreaterThanOrEqual(2)
  })

  it('holds all that the built program needs, outside of the archive where the system reads it', () => {
    expect(missingFrom(packing, packages, needed)).toEqual([])
  })

  it('holds every grammar, and the thread that reads documents', () => {
    const left = packing.files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
    const grammars = Object.values(grammarFiles).map((file) => `node_modules/${file}`)
    expect(grammars.filter((file) => !existsSync(join(ROOT, file)) || matchesAny(file, left))).toEqual([])
    expect(missingFrom(packing, packages, ['out/main/reading-worker.js'])).toEqual([])
    const builds = readFileSync(join(ROOT, 'electron.vite.config.ts'), 'utf8')
    expect(builds).toContain("'reading-worker': 'main/workspace/formats/reading-worker.ts'")
  })

  it('has the bundles where the program looks for them', () => {
    const builds = readFileSync(join(ROOT, 'electron.vite.config.ts'), 'utf8')
    for (const folder of ['main', 'preload', 'renderer']) expect(builds).toContain(`join(out, '${folder}')`)
    expect(main).toBe('out/main/index.js')
  })

  it('would not pass without one of its entries', () => {
    for (const list of ['files', 'asarUnpack'] as const) {
      for (const entry of packing[list].filter((pattern) => !pattern.startsWith('!'))) {
        const without = { ...packing, [list]: packing[list].filter((pattern) => pattern !== entry) }
        // What is in node-pty itself is unpacked for Windows, where it starts a worker by its path.
        if (entry === 'node_modules/node-pty/**') continue
        expect(missingFrom(without, packages, needed), entry).not.toEqual([])
      }
    }
    expect(missingFrom({ ...packing, files: [...packing.files, '!**/*.node'] }, packages, needed)).not.toEqual([])
    expect(missingFrom({ ...packing, files: [...packing.files, '!node_modules/**/bin/**'] }, packages, needed)).not.toEqual([])
  })

  it('carries the worker of node-pty outside of the archive', () => {
    const files = filesBelow('node_modules/node-pty/worker')
    expect(files).not.toEqual([])
    expect(files.filter((file) => !matchesAny(file, packing.asarUnpack))).toEqual([])
  })
})
