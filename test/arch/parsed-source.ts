import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { ROOT } from './source-files'

export type Node = ESTree.Node

export interface ParsedSource {
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
  readonly comments: readonly { readonly start: number; readonly end: number }[]
  /** Specifiers of its static imports and re-exports, and of `import('…')` with a literal. */
  readonly imports: readonly string[]
  lineAt(offset: number): number
}

/** Reads and parses one file of ours. Throws when it is no legal TypeScript: a file that was not read must not pass. */
export function parseFile(path: string, root = ROOT): ParsedSource {
  return parseText(path, readFileSync(join(root, path), 'utf8'))
}

export function parseText(path: string, text: string): ParsedSource {
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const result = parseSync(path, text, { lang, sourceType: 'module', range: false })
  if (result.errors.length > 0) throw new Error(`${path}: ${result.errors.map((error) => error.message).join('; ')}`)
  const starts = lineStarts(text)
  return {
    path,
    text,
    program: result.program,
    comments: result.comments,
    imports: importsOf(result.program),
    lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
  }
}

/** Calls `visit` for every node, parents first; `ancestors` runs from the program to the parent. */
export function walk(program: Node, visit: (node: Node, ancestors: readonly Node[]) => void): void {
  const ancestors: Node[] = []
  const enter = (node: Node): void => {
    visit(node, ancestors)
    ancestors.push(node)
    for (const value of Object.values(node)) for (const child of nodesIn(value)) enter(child)
    ancestors.pop()
  }
  enter(program)
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  // Whatever has a `type` of kind string below a program is a node of the same tree.
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' ? [value as Node] : []
}

function importsOf(program: ESTree.Program): string[] {
  const found = new Set<string>()
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') found.add(node.source.value)
    else if (node.type === 'ExportNamedDeclaration' && node.source) found.add(node.source.value)
    else if (node.type === 'ImportExpression' && node.source.type === 'Literal') found.add(String(node.source.value))
  })
  return [...found]
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
