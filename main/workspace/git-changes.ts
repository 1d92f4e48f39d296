import { execFile, type ExecFileException } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
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
/** Files that are read at the same time. */
const AT_ONCE = 32
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
  const folder = await openFolder(request)
  const entries = to ? await betweenCommits(folder, from.value, to.value) : await sinceCommit(folder, from.value)
  if (!entries.ok) return entries
  const files: ChangedFile[] = []
  let leftOut = 0
  for (const entry of entries.value) {
    const file = files.length < MAX_FILES ? await load(folder, entry) : undefined
    if (!file) leftOut += 1
    else if (file.before !== file.after) files.push(file)
  }
  return ok({ files, leftOut })
}

interface Folder extends GitChangesRequest {
  /** Its real path. */
  readonly root: string
  /** The real path of a folder in it. Rejects with an error of the system. */
  readonly realFolder: (path: string) => Promise<string>
}

async function openFolder(request: GitChangesRequest): Promise<Folder> {
  const known = new Map<string, Promise<string>>()
  const realFolder = (path: string): Promise<string> => {
    const real = known.get(path) ?? realpath(path)
    known.set(path, real)
    return real
  }
  return { ...request, root: await realpath(request.cwd), realFolder }
}

interface Entry {
  readonly path: string
  /** Names of blobs; undefined where there is none. */
  readonly before: string | undefined
  readonly after: { readonly blob: string } | { readonly disk: DiskFile } | undefined
}

async function commitOf(request: GitChangesRequest, ref: string): Promise<Result<string, string>> {
  const found = await git(request, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  if (found.ok) return ok(found.value.toString('utf8').trim())
  return found.error === GIT_FAILED ? failed(`There is no commit ${JSON.stringify(ref)} in a git repository here.`) : found
}

async function betweenCommits(folder: Folder, from: string, to: string): Promise<Result<readonly Entry[], string>> {
  const listed = await git(folder, ['diff-tree', '-r', '-z', '--no-renames', '--relative', '--end-of-options', from, to])
  if (!listed.ok) return listed
  const parts = listed.value.toString('utf8').split('\0')
  const entries: Entry[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', before = '', after = ''] = (parts[at] ?? '').replace(/^:/, '').split(' ')
    const path = parts[at + 1] ?? ''
    if (![oldMode, newMode].every(isFileOrNone) || folder.hides(join(folder.root, path))) continue
    entries.push({ path, before: blobOf(before), after: isNone(after) ? undefined : { blob: after } })
  }
  return ok(entries)
}

/** By the very bytes on the disk: git itself would run the filters that the repository names. */
async function sinceCommit(folder: Folder, from: string): Promise<Result<readonly Entry[], string>> {
  const listed = await git(folder, ['ls-tree', '-r', '-z', '--end-of-options', from])
  if (!listed.ok) return listed
  const lines = linesOf(listed.value)
  // What was added since: by a later commit, or not yet by any, unless git is to ignore it.
  const there = await git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (!there.ok) return there
  const then = new Map(lines.map(readTreeLine))
  const added = [...new Set(linesOf(there.value))].filter((path) => !then.has(path))
  if (then.size + added.length > MAX_TREE)
    return failed('There are too many files here to compare them as they are. Name a commit in to_ref.')
  const entries: Entry[] = []
  const paths = [...then.keys(), ...added].sort()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    folder.signal.throwIfAborted()
    const compared = await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => compareWithDisk(folder, path, then.get(path))))
    entries.push(...compared.filter((entry) => entry !== undefined))
  }
  return ok(entries)
}

const linesOf = (output: Buffer): string[] => output.toString('utf8').split('\0').filter(Boolean)

interface TreeFile {
  readonly mode: string
  readonly blob: string
}

function readTreeLine(line: string): [path: string, file: TreeFile] {
  const at = line.indexOf('\t')
  const [mode = '', , blob = ''] = line.slice(0, at).split(' ')
  return [line.slice(at + 1), { mode, blob }]
}

/** Undefined for what is the same, hidden or no file on either side. */
async function compareWithDisk(folder: Folder, path: string, then: TreeFile | undefined): Promise<Entry | undefined> {
  if ((then && !isFile(then.mode)) || folder.hides(join(folder.root, path))) return undefined
  const found = await findOnDisk(folder, path)
  if (found === 'hidden') return undefined
  if (found === 'absent') return then && { path, before: then.blob, after: undefined }
  if (then && (await blobName(found, then.blob.length)) === then.blob) return undefined
  return { path, before: then?.blob, after: { disk: found } }
}

/** An ordinary file. One that cannot be looked at has no size. */
interface DiskFile {
  readonly real: string
  readonly size: number | undefined
}

/** A name that leads out of the folder, by whatever link on its way, is none of its files. */
async function findOnDisk({ root, realFolder, hides }: Folder, path: string): Promise<DiskFile | 'absent' | 'hidden'> {
  try {
    const given = join(root, path)
    const [stats, parent] = await Promise.all([lstat(given), realFolder(dirname(given))])
    const real = join(parent, basename(given))
    if (!stats.isFile() || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return 'absent'
    return hides(real) ? 'hidden' : { real, size: stats.size }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code) ? 'absent' : { real: join(root, path), size: undefined }
  }
}

/** Undefined where a side is no text, too large or cannot be read. */
async function load(folder: Folder, { path, before, after }: Entry): Promise<ChangedFile | undefined> {
  const old = before === undefined ? undefined : await blobText(folder, before)
  const now = after && ('blob' in after ? await blobText(folder, after.blob) : await diskText(after.disk))
  if ((before !== undefined && old === undefined) || (after !== undefined && now === undefined)) return undefined
  return { path, before: old, after: now }
}

async function blobText(request: GitChangesRequest, blob: string): Promise<string | undefined> {
  const bytes = await git(request, ['cat-file', 'blob', blob])
  return bytes.ok ? textOf(bytes.value) : undefined
}

async function diskText({ real, size = Infinity }: DiskFile): Promise<string | undefined> {
  const bytes = size > MAX_FILE_BYTES ? undefined : await unlessUnreadable(readFile(real))
  return bytes && textOf(bytes)
}

/** Without the carriage returns that a checkout may have put in. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_FILE_BYTES || bytes.includes(0)) return undefined
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

async function unlessUnreadable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isSystemError(error)) return undefined
    throw error
  }
}

const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Git names contents by SHA-1, or by SHA-256 where the repository says so: the name's length tells. Undefined for what cannot be read. */
function blobName({ real, size }: DiskFile, length: number): Promise<string | undefined> {
  if (size === undefined) return Promise.resolve(undefined)
  const hash = createHash(length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`)
  const read = async (): Promise<string> => {
    if (size <= MAX_FILE_BYTES) hash.update(await readFile(real))
    // A stream without an encoding gives buffers.
    else for await (const chunk of createReadStream(real) as AsyncIterable<Buffer>) hash.update(chunk)
    return hash.digest('hex')
  }
  return unlessUnreadable(read())
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
      resolve(error ? failed(problemOf(error)) : ok(stdout))
    })
  })
}

const GIT_FAILED = 'Git could not tell what changed here.'

function problemOf({ code, killed }: ExecFileException): string {
  if (code === 'ENOENT') return 'What changed is read with git, which was not found: install it first.'
  return killed === true ? `Git gave no whole answer within ${TIMEOUT_MS / 1000} seconds.` : GIT_FAILED
}
