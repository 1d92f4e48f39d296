import type { ManagedServer } from './managed-server'
import { isUsable, type Launch, readServerObject, readServers, type ServerConfig, type UnusableServer } from './settings/server-config'

export interface ServerSetOptions {
  /** Entries of this run alone. One of the settings file with the same name does not count. */
  readonly given: Readonly<Record<string, unknown>>
  readonly make: (config: ServerConfig, isGiven: boolean) => ManagedServer
  /** Hears why a sign-in that is of no use any more could not be forgotten. */
  readonly onKept: (name: string, error: unknown) => void
}

/** The servers that there are: those of the run, and those of the settings file as it says by now. */
export class ServerSet {
  private readonly options: ServerSetOptions
  private readonly servers = new Map<string, ManagedServer>()
  private readonly unusableGiven: readonly UnusableServer[]
  private unusableOfFile: readonly UnusableServer[] = []
  /** The end of servers that are not in the file any more. */
  private ended: Promise<unknown> = Promise.resolve()

  constructor(options: ServerSetOptions) {
    this.options = options
    const given = readServerObject(options.given)
    this.unusableGiven = given.filter((entry) => 'problem' in entry)
    for (const config of given.filter(isUsable)) this.servers.set(config.name, options.make(config, true))
  }

  get(name: string): ManagedServer | undefined {
    return this.servers.get(name)
  }

  all(): readonly ManagedServer[] {
    return [...this.servers.values()]
  }

  unusable(): readonly UnusableServer[] {
    return [...this.unusableGiven, ...this.unusableOfFile]
  }

  /** Takes what the settings file says. Gives what is wrong with it: then everything stays as it was. */
  take(text: string): string | undefined {
    const read = readServers(text)
    if (!read.ok) return read.problem
    const entries = read.servers.filter(({ name }) => !this.isGiven(name))
    this.unusableOfFile = entries.filter((entry) => 'problem' in entry)
    const named = new Set(entries.map(({ name }) => name))
    const usable = entries.filter(isUsable)
    for (const server of this.servers.values())
      if (!this.isGiven(server.config.name) && !usable.some(({ name }) => name === server.config.name)) {
        this.servers.delete(server.config.name)
        this.ended = Promise.all([this.ended, server.life.end()])
        // An entry with a mistake may be mended, and a file that is gone may come back.
        if (text.trim() !== '' && !named.has(server.config.name)) this.forgetSignIn(server)
      }
    for (const config of usable) this.configure(config)
    return undefined
  }

  /** Resolves when no process of any server is left. */
  async end(): Promise<void> {
    await Promise.all([this.ended, ...this.all().map((server) => server.life.end())])
  }

  private configure(config: ServerConfig): void {
    const server = this.servers.get(config.name)
    if (!server) return void this.servers.set(config.name, this.options.make(config, false))
    if (addressOf(server.config.launch) !== addressOf(config.launch)) this.forgetSignIn(server)
    server.life.configure(config)
  }

  /** It is gone, or leads elsewhere: nobody could sign out there any more. */
  private forgetSignIn(server: ManagedServer): void {
    const { name } = server.config
    const forgotten = server.life.forgetSignIn().catch((error: unknown) => this.options.onKept(name, error))
    this.ended = Promise.all([this.ended, forgotten])
  }

  private isGiven(name: string): boolean {
    return Object.hasOwn(this.options.given, name)
  }
}

const addressOf = (launch: Launch): string | undefined => (launch.kind === 'stdio' ? undefined : launch.url)
