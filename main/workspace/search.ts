import { basename, dirname, join, relative, sep } from 'node:path'
import ignore from 'ignore'
import { type HiddenFiles, nothingHidden, type ReadHiddenFiles } from './hidden-files'
import { type RipgrepRun, runRipgrep } from './ripgrep'
import { type FoundMatch, withContext } from './match-context'
import { createMatchReader } from './ripgrep-output'
import { identityAt } from './open-folder'
import { systemCode } from './system-errors'
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
  /** True when it was ended because it took too long: what was found until then is there. */
  readonly timedOut: boolean
}

export interface Search {
  search(request: SearchRequest, signal: AbortSignal): Promise<Outcome<SearchResult>>
}

const MAX_MS = 30_000

/** Searches with ripgrep: what git ignores and hidden files are left out, binaries too, and what `hidden` hides. */
export function createSearch(cwd?: string, readHidden: ReadHiddenFiles = nothingHidden, maxMs = MAX_MS): Search {
  return { search: async (request, signal) => search({ ...request, cwd, hidden: await readHidden(), maxMs }, signal) }
}

interface Job extends SearchRequest {
  readonly cwd: string | undefined
  readonly hidden: HiddenFiles
  readonly maxMs: number
}

async function search(job: Job, signal: AbortSignal): Promise<Outcome<SearchResult>> {
  const { path, limit, hidden } = job
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'other') return fails('denied', `${path.display} is not a place that can be searched.`)
  const base = path.kind === 'directory' ? path.real : dirname(path.real)
  const fits = folderFilter(job.filePattern)
  const accepts = (file: string): boolean => fits(file) && !hidden.hides(join(base, file))
  const reader = createMatchReader({ limit, relativeTo: (file) => shown(base, file), accepts })
  const pattern = patternArguments(job)
  const before = await identityOf(path)
  if (before === undefined) return changed(path)
  const timeLimit = AbortSignal.timeout(job.maxMs)
  const run = await runUntil(timeLimit, () =>
    runRipgrep(
      ['--json', ...pattern, ...rulesOf(hidden), '--', path.real],
      AbortSignal.any([signal, timeLimit]),
      (output) => {
        reader.feed(output)
        return !reader.isFull
      },
      job.cwd,
    ),
  )
  signal.throwIfAborted()
  if ((await identityOf(path)) !== before) return changed(path)
  const matches = await withContext(reader.matches(), (file) => join(base, file))
  const timedOut = run === 'timed_out'
  // A folder that may not be read must not cost what was found elsewhere.
  if (timedOut || matches.length > 0 || run.status !== 'failed') return fine({ matches, truncated: reader.isFull || timedOut, timedOut })
  const check = await runRipgrep(['--quiet', ...pattern, '--', process.platform === 'win32' ? 'NUL' : '/dev/null'], signal, () => true)
  if (check.status === 'failed') return fails('bad_pattern', `The pattern was refused: ${check.complaint}`)
  return fails('failed', `${path.display} could not be searched: ${run.complaint}`)
}

/** ripgrep is given a name: where that leads elsewhere before or after, nothing is told of what it found. */
const changed = ({ display }: ResolvedPath) =>
  fails('changed', `${display} is no longer what it was a moment ago, so nothing in it was searched.`)

async function identityOf({ real }: ResolvedPath): Promise<string | undefined> {
  try {
    return await identityAt(real)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}

async function runUntil(limit: AbortSignal, run: () => Promise<RipgrepRun>): Promise<RipgrepRun | 'timed_out'> {
  try {
    return await run()
  } catch (error) {
    if (limit.aborted) return 'timed_out'
    throw error
  }
}

const rulesOf = ({ ruleFile }: HiddenFiles): readonly string[] => (ruleFile === undefined ? [] : ['--ignore-file', ruleFile])

const shown = (base: string, file: string): string => {
  const way = relative(base, file) || basename(file)
  return sep === '/' ? way : way.replaceAll(sep, '/')
}

/** No settings of the person's own: those may start other programs. */
function patternArguments({ regex, filePattern }: SearchRequest): readonly string[] {
  const multiline = SPANS_LINES.test(regex) ? ['--multiline'] : []
  return ['--no-config', '--no-require-git', '--crlf', ...multiline, '--regexp', regex, ...nameArguments(filePattern)]
}

/** An expression that names the end of a line, or says that a dot may be one. */
const SPANS_LINES = /\n|\\n|\(\?[a-z]*s/

/**
 * The last part of a pattern goes in as a file type: as a glob it would bring back what git ignores. A type does bring back hidden
 * files; they stay out unless the pattern names them.
 */
function nameArguments(pattern = '*'): readonly string[] {
  if (pattern.startsWith('!')) return ['--glob', pattern]
  const names = alternativesOf(pattern).map((each) => each.slice(each.lastIndexOf('/') + 1))
  if (names.some((name) => /^\**$/.test(name) || name.includes(':'))) return []
  const types = [...new Set(names)].flatMap((name) => ['--type-add', `asked:${name}`])
  return [...types, '--type', 'asked', ...(names.some((name) => name.startsWith('.')) ? [] : ['--glob', '!.*'])]
}

/** Whether a file fits the folders in a pattern, or the whole of one that could not go in as a type. */
function folderFilter(pattern = ''): (file: string) => boolean {
  if (pattern.startsWith('!') || !/[/:]/.test(pattern)) return () => true
  const rules = ignore({ allowRelativePaths: true }).add([...alternativesOf(pattern)])
  return (file) => rules.ignores(file)
}

/** So many patterns one may stand for; of one with more the braces are taken as they are. */
const MAX_ALTERNATIVES = 200
const INNERMOST_BRACES = /^(.*?(?<!\\))\{([^{}]*)\}(.*)$/s

/** The patterns that one with folders and braces stands for: rules of git's form know no braces. */
function alternativesOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/^(?:\.\/)+/, '')
  if (!plain.includes('/')) return [plain]
  let all: readonly string[] = [plain]
  while (all.length <= MAX_ALTERNATIVES) {
    const next = all.flatMap((each) => {
      const [, before = '', inside = '', behind = ''] = INNERMOST_BRACES.exec(each) ?? []
      return before === '' && inside === '' && behind === '' ? [each] : inside.split(',').map((part) => `${before}${part}${behind}`)
    })
    if (next.every((each, at) => each === all[at])) return all
    all = next
  }
  return [plain]
}
