import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PRODUCT_FOLDERS, ROOT, codeBelow, filesBelow } from './source-files'

const LintReport = z.object({
  diagnostics: z.array(z.object({ message: z.string(), code: z.string(), severity: z.string(), filename: z.string() })),
  number_of_files: z.number(),
})
type LintReport = z.infer<typeof LintReport>

interface Finished {
  readonly status: number
  readonly output: string
}

/** Runs a program of ours that npm installed, with the Node that runs this test. */
function runTool(bin: string, args: readonly string[], cwd: string): Promise<Finished> {
  // oxlint looks for its type-aware half beside itself or on the PATH, seen from where it runs.
  const env = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'node_modules', bin), ...args], { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr })
    })
  })
}

async function lint(cwd: string): Promise<LintReport> {
  const { output } = await runTool('oxlint/bin/oxlint', ['--format', 'json'], cwd)
  return LintReport.parse(JSON.parse(output))
}

const filler = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const branches = filler(12, (index) => `  if (n === ${index}) return ${index}`)

/** One violation for each rule of .oxlintrc.json that carries style: the file it stands in, and the text. */
const planted: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  'eslint(max-lines)': { file: 'main/long-file.ts', text: filler(301, (index) => `export const value${index} = ${index}`) },
  'eslint(max-lines-per-function)': {
    file: 'main/long-function.ts',
    text: `export function long(list: number[]): void {\n${filler(61, (index) => `  list.push(${index})`)}\n}`,
  },
  'eslint(max-params)': {
    file: 'shared/params.ts',
    text: 'export const five = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e',
  },
  'eslint(max-depth)': {
    file: 'main/deep.ts',
    text: 'export function deep(n: number): number {\n  if (n > 0) {\n    if (n > 1) {\n      if (n > 2) {\n        if (n > 3) return n\n      }\n    }\n  }\n  return 0\n}',
  },
  'eslint(complexity)': { file: 'main/complex.ts', text: `export function complex(n: number): number {\n${branches}\n  return n\n}` },
  'eslint(eqeqeq)': { file: 'main/equal.ts', text: 'export const same = (a: number, b: number): boolean => a == b' },
  'eslint(no-empty)': {
    file: 'main/swallow.ts',
    text: 'export function swallow(run: () => void): void {\n  try {\n    run()\n  } catch {}\n}',
  },
  'eslint(no-console)': { file: 'main/loud.ts', text: "export const loud = (): void => console.log('x')" },
  'eslint(no-unused-vars)': { file: 'main/unused.ts', text: 'const unused = 1\nexport const used = 2' },
  'eslint(no-warning-comments)': { file: 'main/later.ts', text: '// TODO later\nexport const later = 1' },
  'eslint(no-restricted-properties)': {
    file: 'main/singleton.ts',
    text: 'export const take = (source: { getInstance(): number }): number => source.getInstance()',
  },
  'eslint(no-restricted-imports)': { file: 'main/window.ts', text: "import { app } from 'electron'\nexport const name = app.name" },
  'import(no-default-export)': { file: 'main/default.ts', text: 'export default 1' },
  'oxc(no-barrel-file)': { file: 'shared/all.ts', text: "export * from './params'" },
  'typescript(no-explicit-any)': { file: 'shared/anything.ts', text: 'export const anything = (value: any): string => String(value)' },
  'typescript(no-non-null-assertion)': { file: 'main/sure.ts', text: 'export const sure = (list: number[]): number => list[0]!' },
  'typescript(no-floating-promises)': {
    file: 'main/floating.ts',
    text: 'export function start(run: () => Promise<void>): void {\n  run()\n}',
  },
  'typescript(no-misused-promises)': {
    file: 'main/misused.ts',
    text: 'export const each = (list: number[], run: (n: number) => Promise<void>): void => list.forEach(async (n) => run(n))',
  },
  'typescript(switch-exhaustiveness-check)': {
    file: 'main/switch.ts',
    text: "export function word(kind: 'a' | 'b'): string {\n  switch (kind) {\n    case 'a':\n      return 'A'\n  }\n  return ''\n}",
  },
  'typescript(await-thenable)': { file: 'main/await.ts', text: 'export const wait = async (): Promise<number> => await 1' },
  'typescript(no-unsafe-return)': { file: 'main/unsafe.ts', text: 'export const read = (text: string): number => JSON.parse(text)' },
  'typescript(only-throw-error)': { file: 'main/throw.ts', text: "export function stop(): never {\n  throw 'stop'\n}" },
  'unicorn(filename-case)': { file: 'main/camelCase.ts', text: 'export const camel = 1' },
  'react-hooks(rules-of-hooks)': {
    file: 'renderer/hooks.tsx',
    text: "import { useState } from 'react'\nexport function Panel({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return null\n}",
  },
}

describe('the lint', () => {
  it('reads every source file of the checkout and finds nothing', async () => {
    const report = await lint(ROOT)
    expect(report.diagnostics.map((found) => `${found.filename}: ${found.code} ${found.message}`)).toEqual([])
    const sources = [...PRODUCT_FOLDERS, 'test', 'scripts', 'bin'].flatMap((folder) => codeBelow(folder))
    expect(report.number_of_files).toBeGreaterThanOrEqual(sources.length)
  }, 300_000)

  describe('finds a planted violation of', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'lint-')))
    let report: LintReport = { diagnostics: [], number_of_files: 0 }

    beforeAll(async () => {
      cpSync(join(ROOT, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
      const { compilerOptions } = z
        .object({ compilerOptions: z.record(z.string(), z.unknown()) })
        .parse(JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')))
      writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, jsx: 'preserve' } }))
      for (const { file, text } of Object.values(planted)) {
        mkdirSync(dirname(join(root, file)), { recursive: true })
        writeFileSync(join(root, file), `${text}\n`)
      }
      report = await lint(root)
    }, 120_000)
    afterAll(() => rmSync(root, { recursive: true }))

    it.each(Object.entries(planted))('%s', (code, { file }) => {
      expect(report.diagnostics.filter((found) => found.code === code && found.filename === file)).not.toEqual([])
    })

    it('nothing less than an error', () => {
      expect(new Set(report.diagnostics.map((found) => found.severity))).toEqual(new Set(['error']))
      expect(report.number_of_files).toBe(Object.keys(planted).length)
    })
  })
})

describe('the format', () => {
  it('is kept by every file of ours', async () => {
    const { status, output } = await runTool('@biomejs/biome/bin/biome', ['format', '--colors=off', '.'], ROOT)
    expect(output.split('\n').filter((line) => line.includes(' format '))).toEqual([])
    const checked = Number(/Checked (\d+) files/.exec(output)?.[1] ?? 0)
    const formatted = [...PRODUCT_FOLDERS, 'test', 'scripts']
      .flatMap((folder) => filesBelow(folder))
      .filter((file) => /\.(tsx?|m?js|css|json)$/.test(file))
    expect(checked).toBeGreaterThanOrEqual(formatted.length)
    expect(status).toBe(0)
  }, 120_000)
})
