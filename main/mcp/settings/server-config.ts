import { createHash } from 'node:crypto'
import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { z } from 'zod'
import type { McpLaunchFacts } from '../../../shared/mcp'
import { secretsOf } from './secret-values'
import { plain } from '../server-log'

export type Variables = Readonly<Record<string, string>>

/** How a server is reached. As written in the settings file, or with its `${env:NAME}` filled in. */
export type Launch =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[]; readonly cwd?: string; readonly env: Variables }
  | { readonly kind: 'sse' | 'streamableHttp'; readonly url: string; readonly headers: Variables }

export interface ServerConfig {
  readonly name: string
  readonly launch: Launch
  readonly disabled: boolean
  readonly autoApprove: readonly string[]
  readonly disabledTools: readonly string[]
  /** Of one call. */
  readonly timeoutMs: number
}

/** An entry that cannot be used, with a sentence that says why. */
export interface UnusableServer {
  readonly name: string
  readonly problem: string
}
export type ReadServer = ServerConfig | UnusableServer
export type ReadServers = { readonly ok: true; readonly servers: readonly ReadServer[] } | { readonly ok: false; readonly problem: string }

const DEFAULT_TIMEOUT_S = 60
/** Longer than anybody waits; a timer takes no more than some weeks, and what was meant in ms is no month. */
const MAX_TIMEOUT_S = 60 * 60
const MAX_NAME_LENGTH = 100

const strings = z.array(z.string())
const texts = z.record(z.string(), z.string())

/** One entry, as Cline, Claude and others write it. What is not known here is left alone. */
const Entry = z.looseObject({
  type: z.string().optional(),
  transportType: z.string().optional(),
  command: z.string().min(1).optional(),
  args: strings.default([]),
  cwd: z.string().optional(),
  env: texts.default({}),
  url: z.string().optional(),
  headers: texts.default({}),
  disabled: z.boolean().default(false),
  autoApprove: strings.default([]),
  alwaysAllow: strings.default([]),
  disabledTools: strings.default([]),
  timeout: z
    .number()
    .min(1)
    .transform((seconds) => Math.min(Math.round(seconds), MAX_TIMEOUT_S))
    .default(DEFAULT_TIMEOUT_S),
})
type Entry = z.infer<typeof Entry>

/** Reads the text of a settings file, comments and trailing commas allowed. An entry that cannot be used costs only itself. */
export function readServers(text: string): ReadServers {
  const content = text.replace(/^\uFEFF/, '')
  if (content.trim() === '') return { ok: true, servers: [] }
  const errors: ParseError[] = []
  const root = parseTree(content, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) return { ok: false, problem: `there is a mistake in line ${lineOf(content, error.offset)}` }
  if (root?.type !== 'object') return { ok: false, problem: 'it must hold an object with "mcpServers"' }
  const servers = valueOf(root, 'mcpServers')
  if (!servers) return { ok: true, servers: [] }
  if (servers.type !== 'object') return { ok: false, problem: '"mcpServers" must be an object of servers by their names' }
  const byName = new Map<string, ReadServer>()
  for (const property of servers.children ?? []) {
    const [key, value] = property.children ?? []
    if (key && value) byName.set(String(key.value), readServer(String(key.value), getNodeValue(value)))
  }
  return { ok: true, servers: [...byName.values()] }
}

/** Reads entries that were given as an object: those of one run. */
export function readServerObject(entries: Readonly<Record<string, unknown>>): readonly ReadServer[] {
  return Object.entries(entries).map(([name, entry]) => readServer(name, entry))
}

export const isUsable = (server: ReadServer): server is ServerConfig => !('problem' in server)

function readServer(name: string, value: unknown): ReadServer {
  if (!isName(name)) return { name, problem: `A server's name has 1 to ${MAX_NAME_LENGTH} characters, and none that nobody sees.` }
  const parsed = Entry.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return {
      name,
      problem: `Its entry in the settings file cannot be used: ${issue?.path.join('.') || 'it'} is not what is expected there.`,
    }
  }
  const launch = launchOf(parsed.data)
  if (typeof launch === 'string') return { name, problem: launch }
  const { disabled, autoApprove, alwaysAllow, disabledTools, timeout } = parsed.data
  return { name, launch, disabled, autoApprove: [...autoApprove, ...alwaysAllow], disabledTools, timeoutMs: timeout * 1000 }
}

export const isName = (name: string): boolean =>
  name.trim() !== '' && name.length <= MAX_NAME_LENGTH && plain(name) === name && !/\p{Cc}/u.test(name)

function launchOf(entry: Entry): Launch | string {
  const { command, args, cwd, env, url, headers } = entry
  const kind = kinds[typeOf(entry).toLowerCase()]
  if (kind === undefined) return `Its type "${typeOf(entry)}" is not known: use stdio, sse or streamableHttp.`
  if (kind === 'stdio') {
    if (command === undefined) return 'It has no "command" to start it with.'
    return { kind, command, args, ...(cwd === undefined ? {} : { cwd }), env }
  }
  return url === undefined ? 'It has neither a "command" nor a "url".' : { kind, url, headers }
}

/** The older name of the type comes second; an address alone means sse. */
const typeOf = ({ type, transportType, command }: Entry): string => type ?? transportType ?? (command === undefined ? 'sse' : 'stdio')

const kinds: Readonly<Record<string, Launch['kind'] | undefined>> = {
  stdio: 'stdio',
  sse: 'sse',
  http: 'streamableHttp',
  streamablehttp: 'streamableHttp',
  'streamable-http': 'streamableHttp',
}

/** Names all that a start would do: an approval holds for exactly this. */
export function launchHash(launch: Launch): string {
  const parts =
    launch.kind === 'stdio'
      ? [launch.kind, launch.command, launch.args, launch.cwd ?? null, sorted(launch.env)]
      : [launch.kind, launch.url, sorted(launch.headers)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Names what a person is shown before they approve: the launch, and the tools that would run without a question. */
export const shownHash = ({ launch, autoApprove }: ServerConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([launchHash(launch), autoApprove]))
    .digest('hex')

const sorted = (values: Variables): readonly (readonly [string, string])[] => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))

export function launchFacts({ launch, autoApprove }: ServerConfig): McpLaunchFacts {
  const shared = { transport: launch.kind, autoApprove: [...autoApprove] }
  if (launch.kind !== 'stdio') return { ...shared, url: launch.url, variables: [], headers: Object.keys(launch.headers) }
  const { command, args, cwd, env } = launch
  return { ...shared, command, args: [...args], ...(cwd === undefined ? {} : { cwd }), variables: Object.keys(env), headers: [] }
}

/** `secrets` are filled in somewhere, and nobody else may read them. */
export type Expanded =
  | { readonly ok: true; readonly launch: Launch; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly missing: readonly string[] }

/** Fills in `${env:NAME}`. What comes out is only for the start: it is never written back. */
export function expandLaunch(launch: Launch, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing = new Set<string>()
  const named: Record<string, string> = {}
  const fill = (text: string): string =>
    text.replace(/\$\{env:([^}]+)\}/g, (_, name: string) => {
      const value = env[name]
      if (value === undefined) missing.add(name)
      else named[name] = value
      return value ?? ''
    })
  const fillAll = (values: Variables): Variables => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]))
  const filled: Launch =
    launch.kind === 'stdio'
      ? {
          ...launch,
          command: fill(launch.command),
          args: launch.args.map(fill),
          env: fillAll(launch.env),
          ...(launch.cwd === undefined ? {} : { cwd: fill(launch.cwd) }),
        }
      : { ...launch, url: fill(launch.url), headers: fillAll(launch.headers) }
  if (missing.size > 0) return { ok: false, missing: [...missing] }
  return { ok: true, launch: filled, secrets: secretsOf(filled, named) }
}

function valueOf(object: Node, name: string): Node | undefined {
  return object.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1]
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
