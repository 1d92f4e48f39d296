import { isUsable, type ReadServer, readServers, type ServerConfig } from './server-config'
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

  /** Rejects with an Error for people when the file holds a mistake, or a server of that name. */
  add(name: string, entry: Readonly<Record<string, unknown>>): Promise<void> {
    return this.inTurn(async () => {
      if (await this.find(name)) throw new Error(`There is already a server named "${name}".`)
      await this.file.set(['mcpServers', name], entry)
    })
  }

  /** Does nothing when there is none. Rejects with an Error for people when the file holds a mistake. */
  remove(name: string): Promise<void> {
    return this.inTurn(() => this.file.set(['mcpServers', name], undefined))
  }

  /** Sets fields of an entry by what it says now; those that are undefined are taken out. Rejects as `add`, and when there is no such entry. */
  change(name: string, fields: (entry: ServerConfig) => Readonly<Record<string, unknown>>): Promise<void> {
    return this.inTurn(async () => {
      for (const [field, value] of Object.entries(fields(await this.entry(name)))) await this.file.set(['mcpServers', name, field], value)
    })
  }

  private async entry(name: string): Promise<ServerConfig> {
    const found = await this.find(name)
    if (!found) throw new Error(`There is no server "${name}" in ${this.file.path}.`)
    if (!isUsable(found)) throw new Error(found.problem)
    return found
  }

  private async find(name: string): Promise<ReadServer | undefined> {
    const read = readServers(await this.file.read())
    if (!read.ok) throw new Error(`${this.file.path} is not changed, because ${read.problem}: mend that first.`)
    return read.servers.find((server) => server.name === name)
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
