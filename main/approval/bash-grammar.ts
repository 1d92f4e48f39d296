import { readFile } from 'node:fs/promises'
import type { Parser, TreeCursor } from 'web-tree-sitter'
import { loadLanguage } from '../syntax/load-language'

/** A node of a parsed command line. `start` and `end` are offsets in its text, in UTF-16 code units. */
export interface ShellNode {
  readonly type: string
  readonly isNamed: boolean
  readonly start: number
  readonly end: number
  readonly field: string | undefined
  readonly children: readonly ShellNode[]
}

/** The bash grammar, once it is loaded. */
export interface BashGrammar {
  /** Undefined when the text does not parse whole. */
  parse(text: string): ShellNode | undefined
}

/** A grammar that could not be loaded: with it every command asks, for this reason. */
export interface MissingGrammar {
  readonly missing: string
}

export const isMissing = (grammar: BashGrammar | MissingGrammar): grammar is MissingGrammar => 'missing' in grammar

/** Loads the grammar. Never rejects: what goes wrong is in the answer. */
export async function loadBashGrammar(read: (path: string) => Promise<Uint8Array> = readFile): Promise<BashGrammar | MissingGrammar> {
  try {
    const { parser } = await loadLanguage('@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm', read)
    return { parse: (text) => parseWhole(parser, text) }
  } catch (error) {
    return { missing: `the grammar of the shell could not be loaded (${error instanceof Error ? error.message : String(error)})` }
  }
}

/** Loads once, at the first call. */
export interface GrammarSource {
  load(): Promise<BashGrammar | MissingGrammar>
}

export function createGrammarSource(load: () => Promise<BashGrammar | MissingGrammar> = loadBashGrammar): GrammarSource {
  let loading: Promise<BashGrammar | MissingGrammar> | undefined
  return { load: () => (loading ??= load()) }
}

function parseWhole(parser: Parser, text: string): ShellNode | undefined {
  const tree = parser.parse(text)
  if (!tree) return undefined
  try {
    return tree.rootNode.hasError ? undefined : copyNode(tree.walk(), 0)
  } finally {
    tree.delete()
  }
}

/** Nobody nests a command deeper than this. */
const MAX_DEPTH = 150

/** Copies out of the engine's memory. Undefined when it is nested too deeply. */
function copyNode(cursor: TreeCursor, depth: number): ShellNode | undefined {
  if (depth > MAX_DEPTH) return undefined
  const children: ShellNode[] = []
  const { nodeType: type, nodeIsNamed: isNamed, startIndex: start, endIndex: end } = cursor
  const field = cursor.currentFieldName ?? undefined
  if (cursor.gotoFirstChild()) {
    do {
      const child = copyNode(cursor, depth + 1)
      if (!child) return undefined
      children.push(child)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  return { type, isNamed, start, end, field, children }
}
