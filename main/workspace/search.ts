import { basename, dirname, join, relative, sep } from 'node:path'
import ignore from 'ignore'
import { type HiddenFiles, nothingHidden, type ReadHiddenFiles } from './hidden-files'
import { type RipgrepRun, runRipgrep } from './ripgrep'
import { type FoundMatch, withContext } from './match-context'
import { createMatchReader } from './ripgrep-output'
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
  const matches = await withContext(reader.matches(), (file) => join(base, file))
  const timedOut = run === 'timed_out'
  // A folder that may not be read must not cost what was found elsewhere.
  if (timedOut || matches.length > 0 || run.status !== 'failed') return fine({ matches, truncated: reader.isFull || timedOut, timedOut })
  const check = await runRipgrep(['--quiet', ...pattern, '--', process.platform === 'win32' ? 'NUL' : '/dev/null'], signal, () => true)
  if (check.status === 'failed') return fails('bad_pattern', `The pattern was refused: ${check.complaint}`)
  return fails('failed', `${path.display} could not be searched: ${run.complaint}`)
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
function patternArguments({ regex, filePattern }: SearchRequest): string[] {
  const multiline = SPANS_LINES.test(regex) ? ['--multiline'] : []
  return ['--no-config', '--no-require-git', '--crlf', ...multiline, '--regexp', regex, ...nameArguments(filePattern)]
}

/** An expression that names the end of a line, or says that a dot may be one. */
const SPANS_LINES = /\n|\\n|\(\?[a-z]*s/

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
