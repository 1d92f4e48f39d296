import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { Language, Parser } from 'web-tree-sitter'

/** Where the grammars are that packages bring as WebAssembly. */
export type GrammarFile = `@vscode/tree-sitter-wasm/wasm/${string}.wasm` | `@cursorless/tree-sitter-wasms/out/${string}.wasm`

export interface LoadedLanguage {
  readonly language: Language
  /** A parser of this language. Its trees are in the engine's memory: whoever makes one deletes it. */
  readonly parser: Parser
}

/** Loads the engine of tree-sitter and one grammar. Rejects when a file of them is missing or damaged. */
export async function loadLanguage(file: GrammarFile, read: (path: string) => Promise<Uint8Array> = readFile): Promise<LoadedLanguage> {
  // A grammar is a few functions of many thousand instructions: optimising those takes half a gigabyte for a moment and saves nothing here.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  const tree = await import('web-tree-sitter')
  const { resolve } = createRequire(import.meta.url)
  const [engine, grammar] = await Promise.all([read(resolve('web-tree-sitter/web-tree-sitter.wasm')), read(resolve(file))])
  await tree.Parser.init({ wasmBinary: engine })
  const language = await tree.Language.load(new Uint8Array(grammar))
  const parser = new tree.Parser()
  parser.setLanguage(language)
  return { language, parser }
}
