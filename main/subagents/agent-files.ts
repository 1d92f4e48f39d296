import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AgentList } from '../../shared/subagents'
import type { AgentProfile } from '../tools/subagents-port'
import { systemCode } from '../workspace/system-errors'
import { readAgentFile } from './agent-file'
import { FolderWatch } from './watch-folder'

export interface AgentFilesOptions {
  /** Absolute; those that are not there, or not for this user, are passed over. The first file of a name counts. */
  readonly folders: readonly string[]
  /** Of files that are no agents and folders that cannot be used, each with a sentence: all that there are now. */
  readonly onProblems: (problems: readonly AgentFileProblem[]) => void
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
  private found: AgentList['agents'] = []
  private watches: readonly FolderWatch[] = []
  /** Folders in which nobody sees what changes. */
  private readonly unwatched = new Map<string, AgentFileProblem>()
  private timer: NodeJS.Timeout | undefined
  private reading: Promise<void> = Promise.resolve()
  private closed = false

  constructor(options: AgentFilesOptions) {
    this.options = options
  }

  list(): readonly AgentProfile[] {
    return this.agents
  }

  /** For the settings: with the first of the folders, and the file of each. */
  describe(): AgentList {
    return { folder: this.options.folders[0] ?? '', agents: this.found }
  }

  /** Reads the folders and goes on watching them. Never rejects for what is in them. */
  async open(): Promise<void> {
    this.watches = this.options.folders.map((folder) => this.watch(folder))
    await this.readInTurn()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    for (const each of this.watches) each.close()
  }

  private watch(folder: string): FolderWatch {
    return new FolderWatch(folder, {
      changed: () => this.readSoon(),
      refused: (code) => {
        if (PASSED_OVER.has(code)) return
        const message = `Changes among the agents in ${folder} are seen at the next start only: the folder cannot be watched (${code}).`
        this.unwatched.set(folder, { path: folder, message })
        this.readSoon()
      },
    })
  }

  private readSoon(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    this.timer = setTimeout(() => void this.readInTurn(), QUIET_MS)
    this.timer.unref()
  }

  /** One after another: the newest look is what stays. */
  private readInTurn(): Promise<void> {
    this.reading = this.reading.then(() => this.read())
    return this.reading
  }

  private async read(): Promise<void> {
    const agents = new Map<string, FoundAgent>()
    const found = await Promise.all(this.options.folders.map(agentPaths))
    const problems = [...this.unwatched.values(), ...found.flatMap(({ problem }) => problem ?? [])]
    for (const path of found.flatMap(({ paths }) => paths)) {
      const read = await readAgent(path)
      if (read.kind === 'gone') continue
      const problem = read.kind === 'agent' ? refuse(read.agent, agents) : read.message
      if (problem !== undefined) problems.push({ path, message: `The agent file ${basename(path)} is not used: it ${problem}.` })
      else if (read.kind === 'agent') agents.set(read.agent.name.toLowerCase(), { ...read, path })
    }
    if (this.closed) return
    const sorted = [...agents].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
    this.agents = sorted.map(({ agent }) => agent)
    this.found = sorted.map(({ agent: { name, description }, path }) => ({ name, description, path }))
    this.options.onProblems(problems)
  }
}

interface FoundAgent {
  readonly agent: AgentProfile
  readonly path: string
}

type ReadAgent =
  | { readonly kind: 'agent'; readonly agent: AgentProfile }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'gone' }

async function readAgent(path: string): Promise<ReadAgent> {
  try {
    // A person may lay links to where they really keep theirs.
    const stats = await stat(path)
    if (!stats.isFile()) return { kind: 'problem', message: 'is no plain file' }
    if (stats.size > MAX_FILE_BYTES) return { kind: 'problem', message: `is larger than ${MAX_FILE_BYTES / 1024} KB` }
    const read = await readAgentFile(await readFile(path, 'utf8'))
    return read.ok ? { kind: 'agent', agent: read.value } : { kind: 'problem', message: read.error }
  } catch (error) {
    if (isAbsent(error)) return { kind: 'gone' }
    return { kind: 'problem', message: `cannot be read (${error instanceof Error ? error.message : String(error)})` }
  }
}

function refuse({ name }: AgentProfile, agents: ReadonlyMap<string, FoundAgent>): string | undefined {
  if (agents.has(name.toLowerCase())) return `has the name ${JSON.stringify(name)}, which another file has already`
  return agents.size >= MAX_AGENTS ? `comes after ${MAX_AGENTS} others, which are all that are used` : undefined
}

interface FoundFiles {
  readonly paths: readonly string[]
  readonly problem?: AgentFileProblem
}

async function agentPaths(folder: string): Promise<FoundFiles> {
  try {
    const names = (await readdir(folder)).filter((name) => /\.ya?ml$/i.test(name)).sort()
    return { paths: names.map((name) => join(folder, name)) }
  } catch (error) {
    if (isAbsent(error)) return { paths: [] }
    const code = systemCode(error)
    if (code === undefined) throw error
    const message = `The agents in ${folder} are not used: the folder cannot be read (${code}).`
    return { paths: [], problem: { path: folder, message } }
  }
}

/** On a Mac the system asks before it lets anyone into the documents: whoever said no knows it. */
const PASSED_OVER: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'])
const isAbsent = (error: unknown): boolean => PASSED_OVER.has(systemCode(error) ?? '')
