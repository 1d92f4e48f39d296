import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { isUsable, type ReadServer, readServers, type ServerConfig } from './server-config'
import type { McpSettingsFile } from './settings-file'
import { withoutProperty } from './without-property'

/** Where below "mcpServers", and what is set there; undefined takes it out. */
type Change = readonly [at: JSONPath, value: unknown]

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
    return this.edit((servers) => {
      if (servers.some((server) => server.name === name)) throw new Error(`There is already a server named "${name}".`)
      return [[[name], entry]]
    })
  }

  /** Does nothing when there is none. Rejects with an Error for people when the file holds a mistake. */
  remove(name: string): Promise<void> {
    return this.edit(() => [[[name], undefined]])
  }

  /** Sets fields of an entry by what it says now; those that are undefined are taken out. Rejects as `add`, and when there is no such entry. */
  change(name: string, fields: (entry: ServerConfig) => Readonly<Record<string, unknown>>): Promise<void> {
    return this.edit((servers) => {
      const found = servers.find((server) => server.name === name)
      if (!found) throw new Error(`There is no server "${name}" in ${this.file.path}.`)
      if (!isUsable(found)) throw new Error(found.problem)
      return Object.entries(fields(found)).map(([field, value]) => [[name, field], value])
    })
  }

  private edit(changesFor: (servers: readonly ReadServer[]) => readonly Change[]): Promise<void> {
    const done = this.last.then(async () => {
      const text = await this.file.read()
      const read = readServers(text)
      if (!read.ok) throw new Error(`${this.file.path} is not changed, because ${read.problem}: mend that first.`)
      const after = changesFor(read.servers).reduce((now, [at, value]) => edited(now, ['mcpServers', ...at], value), text)
      if (after !== text) await this.file.write(after)
      await this.refresh()
    })
    // The one who asked hears of a failure; it must not stop the next in line.
    this.last = done.catch(() => undefined)
    return done
  }
}

const EMPTY = '{\n  "mcpServers": {}\n}\n'

/** Only what is changed changes: comments, order and all else stay. */
function edited(text: string, at: JSONPath, value: unknown): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const content = text.slice(bom.length)
  const before = content.trim() === '' ? EMPTY : content
  if (value === undefined) return bom + withoutProperty(before, at)
  return bom + applyEdits(before, modify(before, at, value, { formattingOptions: formatOf(before) }))
}

/** As the rest of the file is written. */
function formatOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number; readonly eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** A list with or without an entry, and undefined when it is empty: a field that says nothing does not stand in the file. */
export function listWith(list: readonly string[], entry: string, isIn: boolean): readonly string[] | undefined {
  const rest = list.filter((each) => each !== entry)
  const next = isIn ? [...rest, entry] : rest
  return next.length > 0 ? next : undefined
}
