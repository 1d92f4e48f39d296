import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../shared/result'

/** One file as it was and as it is. An absent text: it was not there, or is not any more. */
export interface ChangedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface GitChanges {
  readonly files: readonly ChangedFile[]
  /** Changed too, and no text or too large. */
  readonly leftOut: number
}

export interface GitChangesRequest {
  readonly cwd: string
  readonly from: string
  /** The files as they are, when absent. */
  readonly to: string | undefined
  /** True for a real path that is out of reach. */
  readonly hides: (real: string) => boolean
  readonly signal: AbortSignal
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const MAX_FILE_BYTES = 1024 * 1024
const MAX_FILES = 40
const MAX_TREE = 20_000
const TIMEOUT_MS = 30_000

/** What the folder's own configuration of git could start is switched off. */
const SAFE = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'safe.bareRepository=explicit',
  'protocol.ext.allow=never',
  'diff.external=',
]
  .map((setting) => ['-c', setting])
  .flat()

/** What changed in the files of a folder between two states of its repository. Runs no filter and no program of the repository. */
export async function gitChanges(request: GitChangesRequest): Promise<Result<GitChanges, string>> {
  const from = await commitOf(request, request.from)
  if (!from.ok) return from
  const to = request.to === undefined ? undefined : await commitOf(request, request.to)
  if (to && !to.ok) return to
  const entries = to ? await betweenCommits(request, from.value, to.value) : await sinceCommit(request, from.value)
  if (!entries.ok) return entries
  const seen = entries.value.filter(({ path }) => !request.hides(join(request.cwd, path)))
  const files: ChangedFile[] = []
  for (const entry of seen.slice(0, MAX_FILES)) {
    const file = await load(request, entry)
    if (file && file.before !== file.after) files.push(file)
  }
  return ok({ files, leftOut: seen.length - files.length })
}

interface Entry {
  readonly path: string
  /** Names of blobs; undefined where there is none. */
  readonly before: string | undefined
  readonly after: { readonly blob: string } | { readonly disk: true } | undefined
}

async function commitOf(request: GitChangesRequest, ref: string): Promise<Result<string, string>> {
  const found = await git(request, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  if (found.ok) return ok(found.value.toString('utf8').trim())
  return failed(`There is no commit ${JSON.stringify(ref)} in a git repository here.`)
}

async function betweenCommits(request: GitChangesRequest, from: string, to: string): Promise<Result<readonly Entry[], string>> {
  const listed = await git(request, ['diff-tree', '-r', '-z', '--no-renames', '--relative', '--end-of-options', from, to])
  if (!listed.ok) return listed
  const parts = listed.value.toString('utf8').split('\0')
  const entries: Entry[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', before = '', after = ''] = (parts[at] ?? '').replace(/^:/, '').split(' ')
    if (![oldMode, newMode].every(isFileOrNone)) continue
    entries.push({ path: parts[at + 1] ?? '', before: blobOf(before), after: isNone(after) ? undefined : { blob: after } })
  }
  return ok(entries)
}

/** By the very bytes on the disk: git itself would run the filters that the repository names. */
async function sinceCommit(request: GitChangesRequest, from: string): Promise<Result<readonly Entry[], string>> {
  const listed = await git(request, ['ls-tree', '-r', '-z', '--end-of-options', from])
  if (!listed.ok) return listed
  const lines = listed.value.toString('utf8').split('\0').filter(Boolean)
  if (lines.length > MAX_TREE) return failed('There are too many files here to compare them as they are. Name a commit in to_ref.')
  const entries: Entry[] = []
  for (const line of lines) {
    request.signal.throwIfAborted()
    const [facts = '', path = ''] = line.split('\t')
    const [mode = '', , blob = ''] = facts.split(' ')
    if (!isFile(mode)) continue
    const bytes = await readOrdinary(join(request.cwd, path))
    if (bytes !== undefined && blobName(bytes, blob.length) === blob) continue
    entries.push({ path, before: blob, after: bytes === undefined ? undefined : { disk: true } })
  }
  return ok(entries)
}

async function load(request: GitChangesRequest, { path, before, after }: Entry): Promise<ChangedFile | undefined> {
  const old = before === undefined ? undefined : await blobText(request, before)
  const disk = after && 'disk' in after ? await readOrdinary(join(request.cwd, path)) : undefined
  const now = after && 'blob' in after ? await blobText(request, after.blob) : disk && textOf(disk)
  // A binary or a large file is no text on either side.
  if ((before !== undefined && old === undefined) || (after !== undefined && now === undefined)) return undefined
  return { path, before: old, after: now }
}

async function blobText(request: GitChangesRequest, blob: string): Promise<string | undefined> {
  const bytes = await git(request, ['cat-file', 'blob', blob])
  return bytes.ok ? textOf(bytes.value) : undefined
}

/** Without the carriage returns that a checkout may have put in. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_FILE_BYTES || bytes.includes(0)) return undefined
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

async function readOrdinary(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Git names contents by SHA-1, or by SHA-256 where the repository says so: the name's length tells. */
function blobName(bytes: Buffer, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
}

const isFile = (mode: string): boolean => mode === '100644' || mode === '100755'
const isNone = (name: string): boolean => /^0+$/.test(name)
const isFileOrNone = (mode: string): boolean => isFile(mode) || isNone(mode)
const blobOf = (name: string): string | undefined => (isNone(name) ? undefined : name)

function git({ cwd, signal }: GitChangesRequest, args: readonly string[]): Promise<Result<Buffer, string>> {
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
  }
  const options = { cwd, env, signal, maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS, encoding: 'buffer' } as const
  return new Promise((resolve, reject) => {
    execFile('git', [...SAFE, '--no-pager', ...args], options, (error, stdout) => {
      if (signal.aborted) return reject(signal.reason)
      resolve(error ? failed('Git could not tell what changed here.') : ok(stdout))
    })
  })
}
