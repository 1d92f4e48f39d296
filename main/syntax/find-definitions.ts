import { definitionQueries } from './definition-queries'
import { grammarFiles, type LanguageName } from './languages'
import { loadLanguage, type LoadedLanguage } from './load-language'

export interface SourceText {
  /** Returned unchanged, to tell the answers apart. */
  readonly name: string
  readonly language: LanguageName
  readonly text: string
}

export interface Definition {
  /** 1-based. */
  readonly line: number
  /** The whole line, cut where it is very long. */
  readonly text: string
}

export interface FoundDefinitions {
  readonly name: string
  readonly definitions: readonly Definition[]
  /** True when there are more definitions, or parsing was given up. */
  readonly cut: boolean
}

const MAX_DEFINITIONS = 500
const MAX_LINE_LENGTH = 200
/** For one file, and for all of them. */
const MAX_FILE_MS = 2000
const MAX_MS = 10_000

/** The lines of each text that define something. Grammars are loaded once each. Rejects when one cannot be loaded. */
export async function findDefinitions(sources: readonly SourceText[]): Promise<readonly FoundDefinitions[]> {
  const loaded = new Map<LanguageName, Promise<LoadedLanguage>>()
  const deadline = performance.now() + MAX_MS
  const found: FoundDefinitions[] = []
  for (const source of sources) {
    const loading = loaded.get(source.language) ?? loadLanguage(grammarFiles[source.language])
    loaded.set(source.language, loading)
    found.push(await find(source, await loading, Math.min(deadline, performance.now() + MAX_FILE_MS)))
  }
  return found
}

async function find(
  { name, language, text }: SourceText,
  { parser, language: grammar }: LoadedLanguage,
  deadline: number,
): Promise<FoundDefinitions> {
  const { Query } = await import('web-tree-sitter')
  const progressCallback = (): boolean => performance.now() > deadline
  const tree = parser.parse(text, null, { progressCallback })
  // A parser that was stopped goes on where it was with the next text, unless it is told not to.
  if (!tree) parser.reset()
  if (!tree) return { name, definitions: [], cut: true }
  const query = new Query(grammar, definitionQueries[language])
  try {
    const rows = new Set(query.captures(tree.rootNode, { progressCallback }).map(({ node }) => node.startPosition.row))
    const lines = text.split('\n')
    const definitions = [...rows]
      .sort((a, b) => a - b)
      .slice(0, MAX_DEFINITIONS)
      .map((row) => ({ line: row + 1, text: short(lines[row] ?? '') }))
    return { name, definitions, cut: rows.size > MAX_DEFINITIONS || performance.now() > deadline }
  } finally {
    query.delete()
    tree.delete()
  }
}

function short(line: string): string {
  const text = line.trimEnd()
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)} …` : text
}
