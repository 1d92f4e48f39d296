import { basename, dirname, relative, sep } from 'node:path'
import ignore from 'ignore'
import { runRipgrep } from './ripgrep'
import { CONTEXT_LINES, createMatchReader, type FoundMatch } from './ripgrep-output'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface SearchRequest {
  readonly path: ResolvedPath
  readonly regex: string
  readonly filePattern?: string
  readonly limit: number
}

export interface SearchResult {
  readonly matches: readonly FoundMatch[]
  readonly truncated: boolean
}

export interface Search {
  search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<SearchResult>>
}

/** Searches with ripgrep: what git ignores and hidden files are left out, binaries too. */
export function createSearch(): Search {
  return { search }
}

async function search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<SearchResult>> {
  const { path, limit } = request
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'other') return fails('denied', `${path.display} is not a place that can be searched.`)
  const base = path.kind === 'directory' ? path.real : dirname(path.real)
  const reader = createMatchReader({ limit, relativeTo: (file) => shown(base, file), accepts: folderFilter(request.filePattern) })
  const pattern = patternArguments(request)
  const run = await runRipgrep(['--json', '--context', String(CONTEXT_LINES), ...pattern, '--', path.real], signal, (output) => {
    reader.feed(output)
    return !reader.isFull
  })
  signal.throwIfAborted()
  const matches = reader.matches()
  // A folder that may not be read must not cost what was found elsewhere.
  if (matches.length > 0 || run.status !== 'failed') return fine({ matches, truncated: reader.isFull })
  const check = await runRipgrep(['--quiet', ...pattern, '--', process.platform === 'win32' ? 'NUL' : '/dev/null'], signal, () => true)
  if (check.status === 'failed') return fails('bad_pattern', `The pattern was refused: ${check.complaint}`)
  return fails('failed', `${path.display} could not be searched: ${run.complaint}`)
}

const shown = (base: string, file: string): string => {
  const way = relative(base, file) || basename(file)
  return sep === '/' ? way : way.replaceAll(sep, '/')
}

/** No settings of the person's own: those may start other programs. */
function patternArguments({ regex, filePattern }: SearchRequest): string[] {
  return ['--no-config', '--no-require-git', '--crlf', '--regexp', regex, ...nameArguments(filePattern)]
}

/**
 * The last part of a pattern goes in as a file type: as a glob it would bring back what git ignores. A type does bring back hidden
 * files; they stay out unless the pattern names them.
 */
function nameArguments(pattern = '*'): string[] {
  if (pattern.startsWith('!')) return ['--glob', pattern]
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (/^\**$/.test(name) || name.includes(':')) return []
  return ['--type-add', `asked:${name}`, '--type', 'asked', ...(name.startsWith('.') ? [] : ['--glob', '!.*'])]
}

/** Whether a file fits the folders in a pattern, or the whole of one that could not go in as a type. */
function folderFilter(pattern = ''): (file: string) => boolean {
  if (pattern.startsWith('!') || !/[/:]/.test(pattern)) return () => true
  const rules = ignore({ allowRelativePaths: true }).add(pattern)
  return (file) => rules.ignores(file)
}
