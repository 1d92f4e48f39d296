import { createHash } from 'node:crypto'
import { z } from 'zod'
import { McpLaunchFacts } from '../../shared/mcp'
import { atomicFile } from '../storage/atomic-write'
import { launchFacts, launchHash, type ServerConfig, type Variables } from './settings/server-config'

const Approved = z.object({
  /** Of the launch as it was shown. */
  hash: z.string(),
  facts: McpLaunchFacts,
  /** The values that it gets, each as its hash: so that a change of one can be told. */
  values: z.record(z.string(), z.string()),
  allowPrivate: z.boolean(),
  /** By the name of the tool: the hash of what it was when it was let run without a question. `new` until it is first seen. */
  tools: z.record(z.string(), z.string()),
})
type Approved = z.infer<typeof Approved>

const Stored = z.object({ version: z.literal(1), servers: z.record(z.string(), Approved) })

/** Stands for a tool that was named in the settings file when the launch was approved, and has not been seen yet. */
const UNSEEN = 'new'

/** What the person agreed to, kept apart from the settings file: who can write that file cannot agree for them. */
export class McpApprovals {
  private readonly file: ReturnType<typeof atomicFile>
  private servers = new Map<string, Approved>()
  private readonly onProblem: (text: string) => void

  constructor(path: string, onProblem: (text: string) => void) {
    this.file = atomicFile(path)
    this.onProblem = onProblem
  }

  /** A damaged file means that nothing is approved: everything is asked again. */
  async load(): Promise<void> {
    const read = await this.file.read()
    if (read.kind === 'missing') return
    const parsed = Stored.safeParse(read.kind === 'ok' ? read.value : undefined)
    if (parsed.success) this.servers = new Map(Object.entries(parsed.data.servers))
    else this.onProblem(`What you approved of MCP servers could not be read from ${this.file.path}: each server asks again.`)
  }

  isApproved({ name, launch }: ServerConfig): boolean {
    return this.servers.get(name)?.hash === launchHash(launch)
  }

  allowsPrivate(config: ServerConfig): boolean {
    return this.isApproved(config) && this.servers.get(config.name)?.allowPrivate === true
  }

  /** What was approved under this name before. */
  before(name: string): McpLaunchFacts | undefined {
    return this.servers.get(name)?.facts
  }

  /** Names of variables and headers whose value is another than the one that was approved. */
  changedValues({ name, launch }: ServerConfig): readonly string[] {
    const before = this.servers.get(name)?.values ?? {}
    const now = valueHashes(launch.kind === 'stdio' ? launch.env : launch.headers)
    return Object.keys(now).filter((key) => key in before && before[key] !== now[key])
  }

  async approve(config: ServerConfig, allowPrivate: boolean): Promise<void> {
    const { launch } = config
    this.servers.set(config.name, {
      hash: launchHash(launch),
      facts: launchFacts(config),
      values: valueHashes(launch.kind === 'stdio' ? launch.env : launch.headers),
      allowPrivate,
      tools: Object.fromEntries(config.autoApprove.map((tool) => [tool, UNSEEN])),
    })
    await this.save()
  }

  async forget(name: string): Promise<void> {
    if (this.servers.delete(name)) await this.save()
  }

  /** Whether this very tool may run without a question, as far as the person said so. */
  letsRun(server: string, tool: { readonly name: string; readonly hash: string }): boolean {
    return this.toolsOf(server)[tool.name] === tool.hash
  }

  /** Holds for the tool as it is now. */
  async letRun(server: string, tool: { readonly name: string; readonly hash: string }): Promise<void> {
    const entry = this.servers.get(server)
    if (!entry) return
    this.servers.set(server, { ...entry, tools: { ...entry.tools, [tool.name]: tool.hash } })
    await this.save()
  }

  /** It is asked about again, whoever names it in the settings file. */
  async letRunNoMore(server: string, tool: string): Promise<void> {
    const entry = this.servers.get(server)
    if (!entry || !(tool in entry.tools)) return
    this.servers.set(server, { ...entry, tools: Object.fromEntries(Object.entries(entry.tools).filter(([name]) => name !== tool)) })
    await this.save()
  }

  /** The first that is seen of tools which were approved by name is what was approved. */
  async see(server: string, tools: readonly { readonly name: string; readonly hash: string }[]): Promise<void> {
    const unseen = tools.filter(({ name }) => this.toolsOf(server)[name] === UNSEEN)
    const entry = this.servers.get(server)
    if (!entry || unseen.length === 0) return
    this.servers.set(server, { ...entry, tools: { ...entry.tools, ...Object.fromEntries(unseen.map(({ name, hash }) => [name, hash])) } })
    await this.save()
  }

  private toolsOf(server: string): Readonly<Record<string, string | undefined>> {
    return this.servers.get(server)?.tools ?? {}
  }

  private save(): Promise<void> {
    return this.file.write({ version: 1, servers: Object.fromEntries(this.servers) })
  }
}

const valueHashes = (values: Variables): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, createHash('sha256').update(value).digest('hex')]))
