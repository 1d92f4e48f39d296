import { createHash } from 'node:crypto'

/** Between the key of a server and the name of its tool, as in the source design. No tool of our own has it in its name. */
const MCP_SEPARATOR = '0mcp0'
const MAX_NAME_LENGTH = 64
const KEY_LENGTH = 5
const MARK_LENGTH = 6

export interface ToolOfServer {
  readonly server: string
  readonly tool: string
}

/**
 * The name under which models get a tool: short, safe for every provider, the same in every run. A name that had to be changed ends
 * with a mark of what it was, so that two never fall together.
 */
export function nativeName({ server, tool }: ToolOfServer): string {
  const start = `${serverKey(server)}${MCP_SEPARATOR}`
  const safe = tool.replace(/[^a-zA-Z0-9_-]/g, '_')
  const room = MAX_NAME_LENGTH - start.length
  if (safe === tool && safe.length <= room && !safe.includes(MCP_SEPARATOR)) return start + safe
  return `${start}${safe.replaceAll(MCP_SEPARATOR, '_').slice(0, room - MARK_LENGTH - 1)}_${hashOf(tool).slice(0, MARK_LENGTH)}`
}

/** Begins with a letter, as some providers want it. */
const serverKey = (server: string): string => `c${hashOf(server).slice(0, KEY_LENGTH)}`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Every tool by its name. Of two that fall together, neither is there: guessing would call the wrong one. */
export function byNativeName<Tool extends ToolOfServer>(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>()
  const doubled = new Set<string>()
  for (const tool of tools) {
    const name = nativeName(tool)
    if (named.has(name)) doubled.add(name)
    named.set(name, tool)
  }
  for (const name of doubled) named.delete(name)
  return named
}
