import { isUsable, readServers, type ServerConfig } from './server-config'
import type { McpSettingsFile } from './settings-file'

/** Changes entries of the settings file for the person: one change after the other, each on what the file says by then. */
export class EntryEdits {
  private readonly file: McpSettingsFile
  /** Takes what the file says after a change. */
  private readonly refresh: () => Promise<void>
  private last: Promise<unknown> = Promise.resolve()

  constructor(file: McpSettingsFile, refresh: () => Promise<void>) {
    this.file = file
    this.refresh = refresh
  }

  /** Sets a whole entry, or takes it out when it is undefined. Rejects with an Error for people when the file holds a mistake. */
  put(name: string, entry: Readonly<Record<string, unknown>> | undefined): Promise<void> {
    return this.inTurn(() => this.file.set(['mcpServers', name], entry))
  }

  /** Sets fields of an entry by what it says now; those that are undefined are taken out. Rejects as `put`, and when there is no such entry. */
  change(name: string, fields: (entry: ServerConfig) => Readonly<Record<string, unknown>>): Promise<void> {
    return this.inTurn(async () => {
      for (const [field, value] of Object.entries(fields(await this.entry(name)))) await this.file.set(['mcpServers', name, field], value)
    })
  }

  private async entry(name: string): Promise<ServerConfig> {
    const { path } = this.file
    const read = readServers(await this.file.read())
    if (!read.ok) throw new Error(`${path} is not changed, because ${read.problem}: mend that first.`)
    const found = read.servers.find((server) => server.name === name)
    if (!found) throw new Error(`There is no server "${name}" in ${path}.`)
    if (!isUsable(found)) throw new Error(found.problem)
    return found
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work).then(this.refresh)
    // The one who asked hears of a failure; it must not stop the next in line.
    this.last = done.catch(() => undefined)
    return done
  }
}

/** A list with or without an entry, and undefined when it is empty: a field that says nothing does not stand in the file. */
export function listWith(list: readonly string[], entry: string, isIn: boolean): readonly string[] | undefined {
  const rest = list.filter((each) => each !== entry)
  const next = isIn ? [...rest, entry] : rest
  return next.length > 0 ? next : undefined
}
