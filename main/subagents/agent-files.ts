import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AgentProfile } from '../tools/subagents-port'
import { readAgentFile } from './agent-file'

export interface AgentFilesOptions {
  /** Absolute; those that are not there are passed over. The first file of a name counts. */
  readonly folders: readonly string[]
  /** Of files that are no agents, each with a sentence: all that there are now. */
  readonly onProblems: (problems: readonly AgentFileProblem[]) => void
  readonly changed: () => void
}

export interface AgentFileProblem {
  readonly path: string
  readonly message: string
}

const MAX_AGENTS = 50
const MAX_FILE_BYTES = 64 * 1024
/** How long a folder must be quiet before it is read again, in ms. */
const QUIET_MS = 300

/** The agents that a person has described in files, kept as those stand on the disk. */
export class AgentFiles {
  private readonly options: AgentFilesOptions
  private agents: readonly AgentProfile[] = []
  private watchers: FSWatcher[] = []
  private timer: NodeJS.Timeout | undefined
  private closed = false

  constructor(options: AgentFilesOptions) {
    this.options = options
  }

  list(): readonly AgentProfile[] {
    return this.agents
  }

  /** Reads the folders and goes on watching them. Never rejects for what is in them. */
  async open(): Promise<void> {
    for (const folder of this.options.folders) this.watch(folder)
    await this.read()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    for (const watcher of this.watchers) watcher.close()
  }

  private watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.readSoon())
      // A folder that goes away is read once more, and then not there.
      watcher.on('error', () => {
        watcher.close()
        this.readSoon()
      })
      this.watchers.push(watcher)
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
  }

  private readSoon(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    this.timer = setTimeout(() => void this.read(), QUIET_MS)
    this.timer.unref()
  }

  private async read(): Promise<void> {
    const agents = new Map<string, AgentProfile>()
    const problems: AgentFileProblem[] = []
    for (const path of await agentPaths(this.options.folders)) {
      const read = await readAgent(path)
      if (read.kind === 'gone') continue
      const problem = read.kind === 'agent' ? refuse(read.agent, agents) : read.message
      if (problem !== undefined) problems.push({ path, message: `The agent file ${basename(path)} is not used: it ${problem}.` })
      else if (read.kind === 'agent') agents.set(read.agent.name.toLowerCase(), read.agent)
    }
    if (this.closed) return
    this.agents = [...agents.values()].sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
    this.options.onProblems(problems)
    this.options.changed()
  }
}

type ReadAgent =
  | { readonly kind: 'agent'; readonly agent: AgentProfile }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'gone' }

async function readAgent(path: string): Promise<ReadAgent> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile()) return { kind: 'problem', message: 'is no plain file' }
    if (stats.size > MAX_FILE_BYTES) return { kind: 'problem', message: `is larger than ${MAX_FILE_BYTES / 1024} KB` }
    const read = readAgentFile(await readFile(path, 'utf8'))
    return read.ok ? { kind: 'agent', agent: read.value } : { kind: 'problem', message: read.error }
  } catch (error) {
    if (isAbsent(error)) return { kind: 'gone' }
    return { kind: 'problem', message: `cannot be read (${error instanceof Error ? error.message : String(error)})` }
  }
}

function refuse({ name }: AgentProfile, agents: ReadonlyMap<string, AgentProfile>): string | undefined {
  if (agents.has(name.toLowerCase())) return `has the name ${JSON.stringify(name)}, which another file has already`
  return agents.size >= MAX_AGENTS ? `comes after ${MAX_AGENTS} others, which are all that are used` : undefined
}

async function agentPaths(folders: readonly string[]): Promise<readonly string[]> {
  const paths: string[] = []
  for (const folder of folders) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isAbsent(error)) return []
      throw error
    })
    paths.push(
      ...names
        .filter((name) => /\.ya?ml$/i.test(name))
        .sort()
        .map((name) => join(folder, name)),
    )
  }
  return paths
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'])
const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && ABSENT.has(String(error.code))
