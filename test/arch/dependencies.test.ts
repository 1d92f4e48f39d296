import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ICruiseResult, cruise } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layOutImports } from './import-tree'
import { rules } from './rules'
import { PRODUCT_FOLDERS, ROOT, codeBelow } from './source-files'

const FOLDERS = [...PRODUCT_FOLDERS, 'test']
/** Style sheets, texts and data come in by import too, but are no modules. */
const isCodeImport = (specifier: string): boolean => !/\.(css|md|json|svg|png|wasm|html)(\?|$)|\?/.test(specifier)

async function cruiseTree(root: string): Promise<ICruiseResult> {
  const baseDir = layOutImports(root, FOLDERS)
  try {
    copyFileSync(join(root, 'package.json'), join(baseDir, 'package.json'))
    const { output } = await cruise(FOLDERS, {
      baseDir,
      ruleSet: { forbidden: rules },
      validate: true,
      // TypeScript 7 has no parser that dependency-cruiser could use; without this it would read nothing and pass.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: {
        extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
        mainFields: ['module', 'main', 'types', 'typings'],
      },
    })
    if (typeof output === 'string') throw new Error('Expected a result, not a report')
    return output
  } finally {
    rmSync(baseDir, { recursive: true })
  }
}

/** What a plain reading of the lines finds: slower to be fooled by new syntax than any parser. */
function importsByLine(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*['"]([^'"]+)['"]/gm)].map(([, specifier]) => specifier)
}

const violationsOf = (result: ICruiseResult): string[] =>
  result.summary.violations.map((violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`)

describe('the dependencies of the product', () => {
  let result: ICruiseResult
  beforeAll(async () => {
    result = await cruiseTree(ROOT)
  }, 300_000)

  it.each(FOLDERS)('were read for every module of %s/', (folder) => {
    const read = result.modules
      .map((module) => module.source)
      .filter((source) => source.startsWith(`${folder}/`) && /\.[cm]?[jt]sx?$/.test(source))
    expect(read.toSorted()).toEqual(codeBelow(folder))
    expect(read.length).toBeGreaterThan(0)
  })

  it('are all the imports that stand in the same files', () => {
    const missed: string[] = []
    let compared = 0
    for (const file of PRODUCT_FOLDERS.flatMap((folder) => codeBelow(folder))) {
      const seen = new Set(result.modules.find((module) => module.source === file)?.dependencies.map((dependency) => dependency.module))
      for (const specifier of importsByLine(file).filter(isCodeImport)) {
        compared += 1
        if (!seen.has(specifier.replace(/^node:/, ''))) missed.push(`${file}: ${specifier}`)
      }
    }
    expect(missed).toEqual([])
    expect(compared).toBeGreaterThan(500)
  })

  it('break no rule', () => {
    expect(violationsOf(result)).toEqual([])
  })
})

/** One import for each rule that must be found, and nothing else that is wrong. */
const planted: Readonly<Record<string, { readonly file: string; readonly line: string }>> = {
  'shared imports only itself': { file: 'shared/a.ts', line: "import '../main/target'" },
  'main imports only itself and shared': { file: 'main/a.ts', line: "import '../renderer/target'" },
  'preload imports only itself and shared': { file: 'preload/a.ts', line: "import type { T } from '../main/target'" },
  'renderer imports only itself and shared': { file: 'renderer/a.tsx', line: "import { type T } from '../main/target'" },
  'shared runs anywhere': { file: 'shared/b.ts', line: "import { join } from 'node:path'" },
  'shared uses only zod': { file: 'shared/c.ts', line: "import 'left-pad'" },
  'renderer has no Node': { file: 'renderer/b.ts', line: "import 'fs'" },
  'preload carries only the names of the contract': { file: 'preload/b.ts', line: "import { target } from '../shared/target'" },
  'preload carries no package but Electron': { file: 'preload/c.ts', line: "import 'zod'" },
  'Electron stays at the edge': { file: 'main/controller/a.ts', line: "import { app } from 'electron'" },
  'the stand-in knows Electron by its types only': { file: 'test/runtime/a.ts', line: "import { app } from 'electron'" },
  'node-pty has one importer': { file: 'main/terminal/session.ts', line: "import { spawn } from 'node-pty'" },
  'tools know only the tool contract': { file: 'main/tools/a.ts', line: "import type { T } from '../workspace/target'" },
  'tools use only zod': { file: 'main/tools/handlers/a.ts', line: "import 'left-pad'" },
  'tools reach the machine through ports': { file: 'main/tools/handlers/b.ts', line: "import { readFile } from 'node:fs/promises'" },
  'what a task uses does not know the task': {
    file: 'main/approval/a.ts',
    line: "export type A = import('../task/target').T\nusing late = open('\\ud800\\u{e0041}')",
  },
  'ports are implemented without the task and its tools': { file: 'main/storage/a.ts', line: "import type { T } from '../tools/target'" },
  'nothing reaches up': { file: 'main/task/a.ts', line: "import '../controller/target'" },
  'the controller needs no window': { file: 'main/controller/b.ts', line: "export * from '../electron/target'" },
  'nobody imports an entry point': { file: 'main/b.ts', line: "const late = import('./index')" },
  'packages are named in package.json': { file: 'main/c.ts', line: "import 'unlisted'" },
  'every import leads somewhere': { file: 'main/d.ts', line: "import './missing'" },
  'no cycles at run time': { file: 'main/e.ts', line: "import { f } from './f'" },
}

/** Imports that look alike and are allowed: none of them may be found. */
const allowed: Readonly<Record<string, string>> = {
  'main/f.ts': "import { e } from './e'\nexport const f = 1",
  'main/index.ts': "import './electron/target'",
  'main/electron/b.ts': "import { app } from 'electron'",
  'main/terminal/pty.ts': "import { spawn } from 'node-pty'",
  'preload/d.ts':
    "import { names } from '../shared/ipc-names'\nimport type { target } from '../shared/target'\nimport { ipcRenderer } from 'electron'",
  'test/runtime/b.ts': "import type { App } from 'electron'",
  'shared/d.ts': "import 'zod'\nimport './target'",
  'main/g.ts': "import type { H } from './h'\nexport type G = H",
  'main/h.ts': "import type { G } from './g'\nexport type H = G",
}

describe('the dependency rules', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')))
  let found: string[] = []

  beforeAll(async () => {
    const put = (file: string, text: string): void => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), `${text}\n`)
    }
    const packages = ['zod', 'electron', 'node-pty', 'left-pad', 'unlisted']
    for (const name of packages) {
      put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
      put(`node_modules/${name}/index.js`, 'exports.app = 1')
    }
    const devDependencies = Object.fromEntries(packages.filter((name) => name !== 'unlisted').map((name) => [name, '1.0.0']))
    put('package.json', JSON.stringify({ name: 'planted', devDependencies }))
    for (const folder of ['shared', 'main', 'renderer', 'main/task', 'main/tools', 'main/workspace', 'main/controller', 'main/electron']) {
      put(`${folder}/target.ts`, 'export const target = 1\nexport type T = number')
    }
    put('shared/ipc-names.ts', 'export const names = []')
    for (const [file, text] of Object.entries(allowed)) put(file, text)
    for (const { file, line } of Object.values(planted)) put(file, line)
    found = violationsOf(await cruiseTree(root))
  }, 120_000)
  afterAll(() => rmSync(root, { recursive: true }))

  it('are each proven by a planted import', () => {
    expect(new Set(Object.keys(planted))).toEqual(new Set(rules.map((rule) => rule.name)))
  })

  it.each(Object.entries(planted))('find what breaks "%s"', (name, { file }) => {
    expect(found.filter((line) => line.startsWith(`${name}: ${file} -> `))).toHaveLength(1)
  })

  it('find nothing in files that keep them', () => {
    const files = Object.keys(allowed).filter((file) => file !== 'main/f.ts')
    expect(found.filter((line) => files.some((file) => line.includes(`: ${file} -> `)))).toEqual([])
  })
})
