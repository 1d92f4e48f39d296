import type { GrammarFile } from './load-language'

export const languageNames = [
  'javascript',
  'typescript',
  'tsx',
  'python',
  'rust',
  'go',
  'c',
  'cpp',
  'c_sharp',
  'ruby',
  'java',
  'php',
  'swift',
  'kotlin',
  'bash',
] as const
export type LanguageName = (typeof languageNames)[number]

/** Endings of names, without the dot, in lower case. A header may be C++, and what is C is hardly ever wrong as C++. */
const ENDINGS: Readonly<Record<LanguageName, string>> = {
  javascript: 'js jsx mjs cjs',
  typescript: 'ts mts cts',
  tsx: 'tsx',
  python: 'py pyi',
  rust: 'rs',
  go: 'go',
  c: 'c',
  cpp: 'cpp hpp cc cxx hh hxx h',
  c_sharp: 'cs',
  ruby: 'rb',
  java: 'java',
  php: 'php',
  swift: 'swift',
  kotlin: 'kt kts',
  bash: 'sh bash',
}

const BY_ENDING: ReadonlyMap<string, LanguageName> = new Map(
  languageNames.flatMap((name) => ENDINGS[name].split(' ').map((ending) => [ending, name] as const)),
)

/** The language of a file by the ending of its name; undefined for one that is not known. */
export function languageOf(name: string): LanguageName | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]
  return ending === undefined ? undefined : BY_ENDING.get(ending.toLowerCase())
}

/** The endings that are known, for people and models. */
export const knownEndings: readonly string[] = [...BY_ENDING.keys()]

const vscode = (name: string): GrammarFile => `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`
const cursorless = (name: string): GrammarFile => `@cursorless/tree-sitter-wasms/out/tree-sitter-${name}.wasm`

export const grammarFiles: Readonly<Record<LanguageName, GrammarFile>> = {
  javascript: vscode('javascript'),
  typescript: vscode('typescript'),
  tsx: vscode('tsx'),
  python: vscode('python'),
  rust: vscode('rust'),
  go: vscode('go'),
  c: cursorless('c'),
  cpp: vscode('cpp'),
  c_sharp: vscode('c-sharp'),
  ruby: vscode('ruby'),
  java: vscode('java'),
  php: vscode('php'),
  swift: cursorless('swift'),
  kotlin: cursorless('kotlin'),
  bash: vscode('bash'),
}
