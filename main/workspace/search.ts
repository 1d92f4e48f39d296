import { spawn } from 'node:child_process'
import { basename, dirname, relative, sep } from 'node:path'
import ignore from 'ignore'
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

const MAX_COMPLAINT = 2000

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

interface Run {
  readonly status: 'ended' | 'failed'
  readonly complaint: string
}

/** `feed` returns false when it needs no more. */
async function runRipgrep(args: readonly string[], signal: AbortSignal, feed: (output: string) => boolean): Promise<Run> {
  const program = await findRipgrep()
  if (program === undefined) return { status: 'failed', complaint: 'ripgrep is not installed for this system' }
  return new Promise((settle, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, env: { PATH: process.env['PATH'] }, windowsHide: true })
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (output: string) => {
      if (!feed(output)) child.kill()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, MAX_COMPLAINT)
    })
    child.on('error', (error) => {
      if (signal.aborted) reject(error)
      else settle({ status: 'failed', complaint: error.message })
    })
    // 0: something was found, 1: nothing was, 2: something went wrong, perhaps in one folder of many.
    child.on('close', (code) => settle({ status: code === 2 ? 'failed' : 'ended', complaint: complaint.trim() }))
  })
}

/** The binary that came with the package; in a packed app it lies beside the archive. */
async function findRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(`app.asar${sep}`, `app.asar.unpacked${sep}`)
  } catch (error) {
    // The package throws when it has no binary for this system.
    if (error instanceof Error) return undefined
    throw error
  }
}
