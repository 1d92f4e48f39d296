import type { ESTree } from 'vite'
import { type Node, type ParsedSource, walk } from './parsed-source'

/** A rule of style that no linter has. `check` names the lines that break it. */
export interface CodeRule {
  readonly name: string
  appliesTo(path: string): boolean
  check(source: ParsedSource): number[]
}

const FUNCTION_LINES = 60
const COMPONENT_LINES = 150
const isProduct = (path: string): boolean => /^(shared|main|preload|renderer)\//.test(path)
const isTest = (path: string): boolean => /^test\/(unit|task)\/.*\.test\.tsx?$/.test(path)
/** Where a process or a page begins. Everything else only offers what it has. */
const ENTRY = /^(main\/(index|headless)\.ts|preload\/index\.ts|renderer\/main\.tsx|main\/[a-z/-]+-(worker|helper)\.ts)$/
const MAY_FETCH = /^main\/(providers\/|tools\/handlers\/web-|browser\/|mcp\/transport\/guarded-fetch\.ts$)/

export const codeRules: readonly CodeRule[] = [
  { name: 'a cast has its reason in the line above', appliesTo: isProduct, check: castsWithoutReason },
  { name: 'a module does nothing when it is imported', appliesTo: (path) => isProduct(path) && !ENTRY.test(path), check: actsOnImport },
  { name: 'a module keeps no state of its own', appliesTo: (path) => isProduct(path) && !ENTRY.test(path), check: moduleState },
  { name: 'a function has at most 60 lines, a component 150', appliesTo: isProduct, check: longFunctions },
  { name: 'nothing is got from a singleton', appliesTo: isProduct, check: singletons },
  { name: 'only providers and web tools fetch', appliesTo: (path) => isProduct(path) && !MAY_FETCH.test(path), check: fetches },
  { name: 'no error is told by its text', appliesTo: isProduct, check: errorsByText },
  { name: 'no test sleeps', appliesTo: isTest, check: sleeps },
  { name: 'a skip by condition is one by the system', appliesTo: isTest, check: skipsByOther },
  { name: 'no test mocks our own modules', appliesTo: (path) => path.startsWith('test/'), check: ownMocks },
]

function castsWithoutReason(source: ParsedSource): number[] {
  const explained = new Set(source.comments.flatMap((comment) => linesFrom(source, comment.start, comment.end)))
  return find(source, (node) => {
    if (node.type !== 'TSAsExpression' || isConst(node.typeAnnotation) || node.typeAnnotation.type === 'TSUnknownKeyword') return undefined
    const last = source.lineAt(node.end)
    const first = source.lineAt(node.start)
    const lines = [first - 1, last - 1, last]
    return lines.some((line) => explained.has(line)) ? undefined : node.end
  })
}

function actsOnImport(source: ParsedSource): number[] {
  return source.program.body
    .filter((statement) => ACTS.has(statement.type) && !('directive' in statement && typeof statement.directive === 'string'))
    .map((statement) => source.lineAt(statement.start))
}
const ACTS: ReadonlySet<string> = new Set([
  'ExpressionStatement',
  'IfStatement',
  'ForOfStatement',
  'ForStatement',
  'WhileStatement',
  'TryStatement',
])

function moduleState(source: ParsedSource): number[] {
  return source.program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((statement) => statement?.type === 'VariableDeclaration' && (statement.kind === 'let' || statement.kind === 'var'))
    .map((statement) => source.lineAt(statement?.start ?? 0))
}

function longFunctions(source: ParsedSource): number[] {
  const commented = commentOnlyLines(source)
  return find(source, (node, ancestors) => {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression' && node.type !== 'ArrowFunctionExpression')
      return undefined
    const lines = linesFrom(source, node.start, node.end).filter((line) => !commented.has(line)).length
    const limit = source.path.endsWith('.tsx') && /^[A-Z]/.test(nameOf(node, ancestors)) ? COMPONENT_LINES : FUNCTION_LINES
    return lines > limit ? node.start : undefined
  })
}

function singletons(source: ParsedSource): number[] {
  return find(source, (node) => (node.type === 'Identifier' && node.name === 'getInstance' ? node.start : undefined))
}

function fetches(source: ParsedSource): number[] {
  return find(source, (node) => {
    if (node.type !== 'CallExpression') return undefined
    const isFetch = (callee: Node): boolean =>
      (callee.type === 'Identifier' && callee.name === 'fetch') ||
      (callee.type === 'MemberExpression' && isNamed(callee.object, 'globalThis') && isNamed(callee.property, 'fetch'))
    return isFetch(node.callee) ? node.start : undefined
  })
}

function errorsByText(source: ParsedSource): number[] {
  const isErrorText = (node: Node): boolean =>
    node.type === 'MemberExpression' &&
    isNamed(node.property, 'message') &&
    node.object.type === 'Identifier' &&
    /^(e|err|error|cause|failure|problem)$|Error$/.test(node.object.name)
  return find(source, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
    const { object, property } = node.callee
    const asks = ['includes', 'startsWith', 'endsWith', 'match', 'indexOf', 'search'].some((name) => isNamed(property, name))
    const tested = isNamed(property, 'test') && node.arguments.some((argument) => isErrorText(argument))
    return (asks && isErrorText(object)) || tested ? node.start : undefined
  })
}

/** Any other skip is made in the test, with a note that the runner prints. */
function skipsByOther(source: ParsedSource): number[] {
  return find(source, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
    const { property } = node.callee
    if (!isNamed(property, 'skipIf') && !isNamed(property, 'runIf')) return undefined
    let isBySystem = false
    for (const argument of node.arguments)
      walk(argument, (each) => {
        if (each.type === 'MemberExpression' && isNamed(each.object, 'process') && isNamed(each.property, 'platform')) isBySystem = true
      })
    return isBySystem ? undefined : node.start
  })
}

function sleeps(source: ParsedSource): number[] {
  return find(source, (node) => {
    if (node.type === 'ImportDeclaration') return /^(node:)?timers\/promises$/.test(node.source.value) ? node.start : undefined
    if (node.type !== 'NewExpression' || !isNamed(node.callee, 'Promise')) return undefined
    const [run] = node.arguments
    const parameter = run?.type === 'ArrowFunctionExpression' ? run.params[0] : undefined
    if (parameter?.type !== 'Identifier') return undefined
    return waitsFor(node, parameter.name) ? node.start : undefined
  })
}

/** True when the promise is resolved by a timer and by nothing else. */
function waitsFor(promise: Node, resolve: string): boolean {
  let timed = 0
  let uses = 0
  walk(promise, (node) => {
    if (isNamed(node, resolve)) uses += 1
    if (node.type === 'CallExpression' && isNamed(node.callee, 'setTimeout') && isNamed(node.arguments[0], resolve)) timed += 1
  })
  return timed === 1 && uses === 2
}

function ownMocks(source: ParsedSource): number[] {
  return find(source, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || !isNamed(node.callee.object, 'vi')) return undefined
    const [target] = node.arguments
    const isOwn = target?.type === 'Literal' ? String(target.value).startsWith('.') : target?.type === 'ImportExpression'
    return isNamed(node.callee.property, 'mock') || isNamed(node.callee.property, 'doMock') ? (isOwn ? node.start : undefined) : undefined
  })
}

function find(source: ParsedSource, wrong: (node: Node, ancestors: readonly Node[]) => number | undefined): number[] {
  const lines: number[] = []
  walk(source.program, (node, ancestors) => {
    const offset = wrong(node, ancestors)
    if (offset !== undefined) lines.push(source.lineAt(offset))
  })
  return lines
}

function linesFrom(source: ParsedSource, start: number, end: number): number[] {
  const first = source.lineAt(start)
  return Array.from({ length: source.lineAt(end) - first + 1 }, (_, index) => first + index)
}

function commentOnlyLines(source: ParsedSource): Set<number> {
  const lines = source.text.split('\n')
  const blank = lines.flatMap((line, index) => (line.trim() === '' ? [index + 1] : []))
  const comments = source.comments.flatMap((comment) => linesFrom(source, comment.start, comment.end))
  return new Set([...blank, ...comments.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(lines[line - 1] ?? ''))])
}

function nameOf(node: ESTree.Function | ESTree.ArrowFunctionExpression, ancestors: readonly Node[]): string {
  if (node.type !== 'ArrowFunctionExpression' && node.id) return node.id.name
  const declarator = ancestors.findLast((ancestor) => ancestor.type === 'VariableDeclarator')
  return declarator?.type === 'VariableDeclarator' && declarator.id.type === 'Identifier' && ancestors.length < 6 ? declarator.id.name : ''
}

const isNamed = (node: Node | null | undefined, name: string): boolean => node?.type === 'Identifier' && node.name === name

const isConst = (type: Node): boolean => type.type === 'TSTypeReference' && isNamed(type.typeName, 'const')
