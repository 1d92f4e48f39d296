import { describe, expect, it } from 'vitest'
import { type CodeRule, codeRules } from './code-rules'
import { parseFile, parseText } from './parsed-source'
import { PRODUCT_FOLDERS, codeBelow } from './source-files'

/** For each rule: a file that must be found, and on which line; and one that looks alike and must not. */
const planted: Readonly<Record<string, { readonly path: string; readonly bad: string; readonly line: number; readonly good: string }>> = {
  'a cast has its reason in the line above': {
    path: 'main/cast.ts',
    bad: 'const before = 1\n\nexport const text = before as unknown as string',
    line: 3,
    good: "export const kinds = ['a'] as const\n// The schema accepted it.\nexport const text = parsed as Text\nexport const it = x as unknown",
  },
  'a module does nothing when it is imported': {
    path: 'main/acts.ts',
    bad: "import { app } from './app'\n\napp.start()",
    line: 3,
    good: "'use strict'\nexport const start = () => app.start()",
  },
  'a module keeps no state of its own': {
    path: 'main/state.ts',
    bad: 'export let current = 0',
    line: 1,
    good: 'export function count() {\n  let current = 0\n  return ++current\n}',
  },
  'a function has at most 60 lines, a component 150': {
    path: 'renderer/long.tsx',
    bad: `const a = 1\nfunction long() {\n${'  a()\n'.repeat(60)}}`,
    line: 2,
    good: `function Panel() {\n${'  a()\n'.repeat(140)}}\nfunction short() {\n${'  // why\n\n'.repeat(60)}}`,
  },
  'nothing is got from a singleton': {
    path: 'main/single.ts',
    bad: 'class Store {\n  static getInstance() {}\n}',
    line: 2,
    good: 'export const makeStore = () => ({})',
  },
  'only providers and web tools fetch': {
    path: 'main/context/fetch.ts',
    bad: 'export const get = () =>\n  fetch(address)',
    line: 2,
    good: 'export const get = (port: Port) => port.fetch(address)',
  },
  'no error is told by its text': {
    path: 'main/text.ts',
    bad: 'export const isBusy = (error: Error) =>\n  /busy/.test(error.message)',
    line: 2,
    good: "export const isBusy = (error: Failure) => error.code === 'busy' && row.message.includes('busy')",
  },
  'no test sleeps': {
    path: 'test/unit/sleep.test.ts',
    bad: 'const wait = () =>\n  new Promise((resolve) => setTimeout(resolve, 50))',
    line: 2,
    good: "const first = () => new Promise((resolve) => {\n  child.once('exit', resolve)\n  setTimeout(resolve, 50)\n})",
  },
  'a skip by condition is one by the system': {
    path: 'test/unit/skip.test.ts',
    bad: "\nit.skipIf(!hasBash)('runs', () => undefined)",
    line: 2,
    good: "it.skipIf(process.platform === 'win32')('runs', () => undefined)\nit('runs', ({ skip }) => skip(!hasBash, 'there is no bash'))",
  },
  'no test mocks our own modules': {
    path: 'test/unit/mock.test.ts',
    bad: "vi.mock('../../main/app')",
    line: 1,
    good: 'vi.fn()',
  },
}

function broken(rule: CodeRule, path: string, text: string): number[] {
  return rule.appliesTo(path) ? rule.check(parseText(path, text)) : []
}

describe('the budgets and rules of style', () => {
  it('are each proven by a planted violation', () => {
    expect(Object.keys(planted)).toEqual(codeRules.map((rule) => rule.name))
  })

  it.each(codeRules)('$name: finds what breaks it, and only that', (rule) => {
    const { path, bad, line, good } = planted[rule.name]
    expect(broken(rule, path, bad)).toContain(line)
    expect(broken(rule, path, good)).toEqual([])
  })

  const files = [...PRODUCT_FOLDERS, 'test'].flatMap((folder) => codeBelow(folder))
  it.each(codeRules)(
    '$name',
    (rule) => {
      const read = files.filter((file) => rule.appliesTo(file))
      const found = read.flatMap((file) => rule.check(parseFile(file)).map((line) => `${file}:${line}`))
      expect(found).toEqual([])
      expect(read.length).toBeGreaterThan(0)
    },
    60_000,
  )
})
