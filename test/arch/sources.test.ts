import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseFile } from './parsed-source'
import { PRODUCT_FOLDERS, ROOT, codeBelow, filesBelow } from './source-files'

const FOLDERS = [...PRODUCT_FOLDERS, 'test', 'scripts', 'bin', 'docs']
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const TEXT = /\.(ts|tsx|js|mjs|cjs|css|html|md|json|sh)$/
const ROOT_FILES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'biome.json',
  '.oxlintrc.json',
  'vitest.config.ts',
  '.ci/run',
]
const ours = [...FOLDERS.flatMap((folder) => filesBelow(folder)).filter((file) => TEXT.test(file)), ...ROOT_FILES]

/** The sources that a test in test/unit may be named after. A second word before `.test` narrows the subject. */
function sourcesOf(test: string): string[] {
  const path = test.replace(/^test\/unit\//, '').replace(/\.test\.tsx?$/, '')
  const bare = path.replace(/\.[a-z-]+$/, '')
  const places = [path, bare].flatMap((name) => [name, `test/${name}`])
  return places.flatMap((name) => [`${name}.ts`, `${name}.tsx`, `${name}.mjs`, `${name}.module.css`])
}

/** True when a test is named after a source that is there, or reaches the folder that it mirrors, itself or through what it imports. */
function hasSubject(test: string, imports: readonly string[]): boolean {
  if (sourcesOf(test).some((source) => existsSync(join(ROOT, source)))) return true
  const mirrored = dirname(test).replace(/^test\/unit\//, '')
  const near = imports.map((specifier) => posix.join(dirname(test), specifier))
  const far = near.flatMap((path) => {
    const file = [`${path}.ts`, `${path}.tsx`].find((name) => existsSync(join(ROOT, name)))
    return file === undefined ? [] : parseFile(file).imports.map((specifier) => posix.join(dirname(file), specifier))
  })
  return [...near, ...far].some((path) => `${path}/`.startsWith(`${mirrored}/`) || path.startsWith(`test/${mirrored}/`))
}

/** The idea gives the name; these say nothing of one. Three files are what tools or the design look for by that name. */
function badName(file: string): boolean {
  const name = basename(file)
  if (/^(main\/index\.ts|preload\/index\.ts|renderer\/cards\/index\.tsx|renderer\/index\.html)$/.test(file)) return false
  const stem = name.replace(/(\.(test|module|config|d|bench))?\.[a-z]+$/, '')
  return !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*$/.test(stem) || /^(utils?|helpers?|common|misc|index|stuff|lib)$/.test(stem)
}

/** What would only be true on the machine that wrote it. */
function machinePaths(text: string): string[] {
  const own = [ROOT, homedir()].filter((path) => path.split('/').length > 2)
  const fixed = /\/(?:work|workspace)\/(?:main|shared|brief)\b|registry\.npmjs\.org|registry\.yarnpkg\.com|127\.0\.0\.1:(?:4873|8081)\b/g
  return [...own.filter((path) => text.includes(`${path}/`)), ...[...text.matchAll(fixed)].map(([found]) => found)]
}

/** Colours that are written down where they are used. `transparent` and `currentColor` are none. */
function rawColours(css: string): string[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const found = code.matchAll(
    /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(?:white|black|red|green|blue|yellow|orange|gray|grey)\b/gi,
  )
  return [...found].map(([colour]) => colour)
}

describe('the sources', () => {
  it('are named by their idea, in kebab-case', () => {
    const files = FOLDERS.flatMap((folder) => codeBelow(folder)).concat(filesBelow('renderer').filter((file) => file.endsWith('.css')))
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter(badName)).toEqual([])
    expect(['main/toolExecutor.ts', 'main/utils.ts', 'shared/index.ts', 'main/Task.ts'].filter(badName)).toHaveLength(4)
    expect(
      ['main/tool-executor.ts', 'test/unit/a-b.fuzz.test.ts', 'renderer/ui/button.module.css', 'main/index.ts'].filter(badName),
    ).toEqual([])
  })

  it('hold no path of a machine and no address of a registry', () => {
    expect(ours.length).toBeGreaterThan(40)
    expect(ours.flatMap((file) => machinePaths(read(file)).map((found) => `${file}: ${found}`))).toEqual([])
    expect(machinePaths(`const here = '${ROOT}/main'`)).not.toEqual([])
    expect(machinePaths(`https://${['registry', 'npmjs', 'org'].join('.')}/x`)).not.toEqual([])
  })

  it('leave no test behind whose source is gone', () => {
    const tests = codeBelow('test/unit').filter((file) => /\.test\.tsx?$/.test(file))
    expect(tests.length).toBeGreaterThan(3)
    expect(tests.filter((test) => !hasSubject(test, parseFile(test).imports))).toEqual([])
    expect(sourcesOf('test/unit/main/storage/journal.fuzz.test.ts')).toContain('main/storage/journal.ts')
    expect(hasSubject('test/unit/main/storage/gone.test.ts', ['vitest', '../../../../main/task/task'])).toBe(false)
    expect(hasSubject('test/unit/main/storage/whole.test.ts', ['../../../../main/storage/journal'])).toBe(true)
  })

  it('take every colour from the tokens', () => {
    const styles = filesBelow('renderer').filter((file) => file.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(5)
    const elsewhere = styles.filter((file) => basename(file) !== 'tokens.css')
    expect(elsewhere.flatMap((file) => rawColours(read(file)).map((colour) => `${file}: ${colour}`))).toEqual([])
    expect(rawColours('a { color: #fff; background: rgb(1 2 3); border: 1px solid; outline-color: red }')).toHaveLength(3)
    expect(rawColours('a { color: var(--text); background: transparent } /* #fff */')).toEqual([])
  })

  it('are where the README says they are', () => {
    const readme = read('README.md')
    const scripts = Object.keys(z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts)
    const named = [...readme.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !scripts.includes(name))).toEqual([])
    const paths = [...readme.matchAll(/`((?:shared|main|renderer|preload|test)\/[^`]+)`/g)].map(([, path]) => path)
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const folders = readdirSync(join(ROOT, 'main'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !readme.includes(` ${name}/ `))).toEqual([])
  })

  it('and the documents link to what there is', () => {
    const documents = ['README.md', ...filesBelow('docs').filter((file) => file.endsWith('.md'))]
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#([^)]+))?\)/g)].map(([, path = '', part]) => ({
        file,
        part,
        to: join(dirname(file), path),
      })),
    )
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter(({ to, part }) => !existsSync(join(ROOT, to)) || (part && !anchors(read(to)).includes(part)))).toEqual([])
  })
})

/** Of the headings, as pages make them. */
const anchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
