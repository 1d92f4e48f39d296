import type { HighlighterCore, LanguageRegistration, ThemedTokenWithVariants } from 'shiki/core'

export interface Token {
  readonly text: string
  readonly colour: string
}
export type HighlightedLine = readonly Token[]

const MAX_HIGHLIGHTED_CHARACTERS = 40_000
/** A grammar loses its way in longer lines, and what nobody wrote by hand gains nothing by colours. */
const MAX_HIGHLIGHTED_LINE = 500
const LONG_LINE = new RegExp(`.{${MAX_HIGHLIGHTED_LINE + 1}}`)

export interface Highlighter {
  /** True for code short enough, in a language that is known. */
  readonly canHighlight: (code: string, language: string) => boolean
  /** The code as coloured tokens. Rejects when a grammar cannot be loaded. */
  readonly highlight: (code: string, language: string) => Promise<readonly HighlightedLine[]>
}

/** Makes the window's highlighter. Its grammars and its engine, which is plain JavaScript, are loaded when they are first needed. */
export function createHighlighter(): Highlighter {
  let loading: Promise<HighlighterCore> | undefined
  return {
    canHighlight: (code, language) =>
      languageOf(language) !== undefined && code.length <= MAX_HIGHLIGHTED_CHARACTERS && !LONG_LINE.test(code),
    async highlight(code, language) {
      const id = languageOf(language)
      if (!id) return plain(code)
      loading ??= loadHighlighter()
      const core = await loading
      if (!core.getLoadedLanguages().includes(id)) await core.loadLanguage(grammars[id]())
      return core.codeToTokensWithThemes(code, { lang: id, themes }).map((line) => line.map(tokenOf))
    },
  }
}

const tokenOf = ({ content, variants }: ThemedTokenWithVariants): Token => ({
  text: content,
  colour: `light-dark(${variants['light']?.color ?? 'inherit'}, ${variants['dark']?.color ?? 'inherit'})`,
})

const themes = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } as const
const plain = (code: string): HighlightedLine[] => code.split('\n').map((text) => [{ text, colour: 'inherit' }])

type Grammar = () => Promise<{ default: LanguageRegistration[] }>
const grammars = {
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const satisfies Record<string, Grammar>
type LanguageId = keyof typeof grammars

/** Other names of languages, as `id: names`. */
const otherNames: Readonly<Partial<Record<LanguageId, readonly string[]>>> = {
  c: ['h'],
  cpp: ['c++', 'hpp'],
  csharp: ['cs'],
  diff: ['patch'],
  docker: ['dockerfile'],
  go: ['golang'],
  html: ['htm'],
  ini: ['cfg'],
  javascript: ['js', 'mjs', 'cjs'],
  json: ['jsonc'],
  kotlin: ['kt'],
  markdown: ['md'],
  powershell: ['ps1'],
  python: ['py'],
  ruby: ['rb'],
  rust: ['rs'],
  shellscript: ['sh', 'bash', 'zsh', 'shell', 'console'],
  typescript: ['ts', 'mts', 'cts'],
  xml: ['svg'],
  yaml: ['yml'],
}
// The keys of an object are its own keys; the library's type does not say so.
const languageIds = Object.keys(grammars) as LanguageId[]

const languageOf = (name: string): LanguageId | undefined => languageIds.find((id) => id === name || otherNames[id]?.includes(name))

async function loadHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ])
  return createHighlighterCore({
    themes: [import('shiki/themes/github-light-high-contrast.mjs'), import('shiki/themes/github-dark-high-contrast.mjs')],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}
