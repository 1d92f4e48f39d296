import { type ParseError, parse } from 'jsonc-parser'
import type { McpEntry } from '../../../shared/mcp'

export interface PastedServer {
  readonly name: string
  /** Undefined when what stands there is no object. */
  readonly entry: McpEntry | undefined
}

/**
 * The servers in a JSON text as Cline, Claude and others have it: below the name that these use, or by their names alone, also without the
 * outer braces. Comments and commas at an end are fine. Undefined when it is none.
 */
export function readPasted(text: string): readonly PastedServer[] | undefined {
  const root = parsed(text) ?? parsed(`{${text.trim().replace(/,$/, '')}\n}`)
  if (root === undefined) return undefined
  const servers = holders.map((name) => root[name]).find((value) => value !== undefined) ?? root
  if (!isObject(servers)) return undefined
  return Object.entries(servers).map(([name, entry]) => ({ name, entry: isObject(entry) ? entry : undefined }))
}

const holders = ['mcpServers', 'servers', 'context_servers'] as const

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): Record<string, unknown> | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && isObject(value) ? value : undefined
}
