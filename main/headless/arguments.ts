import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { failed, ok, type Result } from '../../shared/result'
import { providerIds, type ProviderId } from '../../shared/models'
import { type AutoApprovalActionName, autoApprovalActionNames, type Mode } from '../../shared/settings'

export type OnAsk = 'tty' | 'stdin' | 'approve' | 'nobody'

/** Options that `run`, `resume` and `demo` share. Paths are absolute. */
export interface RunOptions {
  readonly cwd: string | undefined
  readonly provider: ProviderId | undefined
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly apiKeyEnv: string | undefined
  readonly mode: Mode | undefined
  readonly autoApprove: AutoApprove | undefined
  readonly onAsk: OnAsk | undefined
  readonly settingsFile: string | undefined
  readonly trust: boolean
  readonly maxTurns: number | undefined
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly timeoutSeconds: number | undefined
  readonly json: boolean
}

export type AutoApprove = { readonly kind: 'all' } | { readonly kind: 'only'; readonly actions: readonly AutoApprovalActionName[] }

export type HeadlessCommand =
  | { readonly name: 'run'; readonly prompt: string; readonly options: RunOptions }
  | { readonly name: 'resume'; readonly taskId: string; readonly message: string; readonly options: RunOptions }
  | { readonly name: 'demo'; readonly options: RunOptions }
  | { readonly name: 'history'; readonly query: string | undefined; readonly json: boolean }
  | { readonly name: 'export'; readonly taskId: string; readonly format: 'md' | 'json' }
  | { readonly name: 'tools'; readonly json: boolean; readonly options: RunOptions }
  | { readonly name: 'doctor'; readonly json: boolean }
  | { readonly name: 'help'; readonly about: string | undefined }

export interface ParsedArguments {
  readonly command: HeadlessCommand
  readonly dataDir: string | undefined
}

/** Where a relative path starts: npm runs scripts in the package's folder and says where the person stood. */
export function startFolder(env: NodeJS.ProcessEnv, workingDirectory: string): string {
  return env['INIT_CWD'] ?? workingDirectory
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  cwd: text,
  'data-dir': text,
  provider: text,
  model: text,
  'base-url': text,
  'api-key-env': text,
  mode: text,
  'auto-approve': text,
  'on-ask': text,
  settings: text,
  trust: flag,
  'max-turns': text,
  'max-cost': text,
  timeout: text,
  json: flag,
  query: text,
  format: text,
  help: flag,
} as const

/** Options whose value cannot be empty, and what each names. */
const named = [
  ['cwd', 'a folder'],
  ['data-dir', 'a folder'],
  ['settings', 'a file'],
  ['model', 'a model'],
  ['base-url', 'an address'],
  ['api-key-env', 'a variable'],
] as const

type Values = { readonly [Name in keyof typeof options]?: (typeof options)[Name]['type'] extends 'string' ? string : boolean }

/** The sentence of a failure says what is wrong and what would be right. */
export function parseArguments(args: readonly string[], from: string): Result<ParsedArguments, string> {
  let parsed: { values: Values; positionals: string[] }
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return failed(`${describeRefusal(args, error)} See --help.`)
  }
  const { values, positionals } = parsed
  // Mostly a variable that is not set: nobody meant the folder they stand in, or the provider's own address.
  const empty = named.find(([option]) => values[option]?.trim() === '')
  if (empty) return failed(`--${empty[0]} is empty. Name ${empty[1]}.`)
  const [name, ...rest] = positionals
  if (name === undefined && !values.help) return failed('Name a command: run, resume, demo, history, export, tools or doctor. See --help.')
  if (values.help || name === undefined || name === 'help')
    return ok(result({ name: 'help', about: name === 'help' ? rest[0] : name }, values, from))
  const command = toCommand(name, rest, values, from)
  return command.ok ? ok(result(command.value, values, from)) : command
}

/** Node's own sentence for an option that does not exist speaks of another case; for the rest it names the option and what is wrong. */
function describeRefusal(args: readonly string[], error: unknown): string {
  const given = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).map((arg) => arg.split('=')[0] ?? arg)
  const unknown = given.find((arg) => arg.startsWith('-') && !Object.hasOwn(options, arg.replace(/^--/, '')))
  if (isRefusedOption(error) && unknown !== undefined) return `There is no option ${unknown}.`
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

const isRefusedOption = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'

function result(command: HeadlessCommand, values: Values, from: string): ParsedArguments {
  return { command, dataDir: values['data-dir'] === undefined ? undefined : resolve(from, values['data-dir']) }
}

function toCommand(name: string, rest: readonly string[], values: Values, from: string): Result<HeadlessCommand, string> {
  switch (name) {
    case 'run':
      return withOptions(values, from, (run) =>
        rest.length === 1 && rest[0]?.trim()
          ? ok({ name, prompt: rest[0], options: run })
          : failed('run takes one prompt, in quotes: run "what to do".'),
      )
    case 'resume':
      return withOptions(values, from, (run) =>
        rest[0] && rest.length <= 2
          ? ok({ name, taskId: rest[0], message: rest[1] ?? '', options: run })
          : failed('resume takes the id of a task, and a message if you like: resume TASK_ID "message".'),
      )
    case 'demo':
      return withOptions(values, from, (run) => ok({ name, options: run }))
    case 'tools':
      return withOptions(values, from, (run) => ok({ name, json: values.json ?? false, options: run }))
    case 'history':
      return ok({ name, query: values.query, json: values.json ?? false })
    case 'export':
      return toExport(rest, values)
    case 'doctor':
      return ok({ name, json: values.json ?? false })
    default:
      return failed(`There is no command ${JSON.stringify(name)}. The commands are run, resume, demo, history, export, tools and doctor.`)
  }
}

function toExport(rest: readonly string[], values: Values): Result<HeadlessCommand, string> {
  const format = values.format ?? 'md'
  if (format !== 'md' && format !== 'json') return failed('--format is md or json.')
  return rest[0] && rest.length === 1
    ? ok({ name: 'export', taskId: rest[0], format })
    : failed('export takes the id of a task: export TASK_ID.')
}

function withOptions(
  values: Values,
  from: string,
  use: (options: RunOptions) => Result<HeadlessCommand, string>,
): Result<HeadlessCommand, string> {
  const parsed = toRunOptions(values, from)
  return parsed.ok ? use(parsed.value) : parsed
}

function toRunOptions(values: Values, from: string): Result<RunOptions, string> {
  const provider = oneOf('--provider', values.provider, providerIds)
  const mode = oneOf('--mode', values.mode, ['act', 'plan'] as const)
  const onAsk = oneOf('--on-ask', values['on-ask'] === 'reject' ? 'nobody' : values['on-ask'], [
    'tty',
    'stdin',
    'approve',
    'nobody',
  ] as const)
  const autoApprove = toAutoApprove(values['auto-approve'])
  const maxTurns = toNumber('--max-turns', values['max-turns'], { whole: true })
  const maxCost = toNumber('--max-cost', values['max-cost'])
  const timeout = toSeconds('--timeout', values.timeout)
  const baseUrl = toAddress('--base-url', values['base-url'])
  const wrong = [provider, mode, onAsk, autoApprove, maxTurns, maxCost, timeout, baseUrl].find((part) => !part.ok)
  if (wrong && !wrong.ok) return wrong
  return ok({
    cwd: values.cwd === undefined ? undefined : resolve(from, values.cwd),
    provider: valueOf(provider),
    model: values.model,
    baseUrl: valueOf(baseUrl),
    apiKeyEnv: values['api-key-env'],
    mode: valueOf(mode),
    autoApprove: valueOf(autoApprove),
    onAsk: valueOf(onAsk),
    settingsFile: values.settings === undefined ? undefined : resolve(from, values.settings),
    trust: values.trust ?? false,
    maxTurns: valueOf(maxTurns),
    maxCost: valueOf(maxCost),
    timeoutSeconds: valueOf(timeout),
    json: values.json ?? false,
  })
}

function valueOf<Value>(result: Result<Value, string>): Value | undefined {
  return result.ok ? result.value : undefined
}

function oneOf<Value extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly Value[],
): Result<Value | undefined, string> {
  if (value === undefined) return ok(undefined)
  const found = allowed.find((candidate) => candidate === value)
  return found === undefined ? failed(`${name} is one of ${allowed.join(', ')}, not ${JSON.stringify(value)}.`) : ok(found)
}

function toAddress(name: string, value: string | undefined): Result<string | undefined, string> {
  return value === undefined || (/^https?:\/\//i.test(value) && URL.canParse(value))
    ? ok(value)
    : failed(`${name} takes an address that begins with http:// or https://, not ${JSON.stringify(value)}.`)
}

/** What a timer can wait for: longer, and it would not wait at all. */
const MOST_SECONDS = 2_147_483

function toSeconds(name: string, value: string | undefined): Result<number | undefined, string> {
  const seconds = toNumber(name, value)
  return seconds.ok && seconds.value !== undefined && seconds.value > MOST_SECONDS
    ? failed(`${name} takes at most ${MOST_SECONDS} s, which is about 24 days.`)
    : seconds
}

function toNumber(name: string, value: string | undefined, { whole = false } = {}): Result<number | undefined, string> {
  if (value === undefined) return ok(undefined)
  const number = Number(value)
  const fits = value.trim() !== '' && Number.isFinite(number) && number > 0 && (!whole || Number.isInteger(number))
  return fits ? ok(number) : failed(`${name} takes a ${whole ? 'whole ' : ''}number above 0, not ${JSON.stringify(value)}.`)
}

/** A category for everything, or for what lies outside, includes the narrower one it widens. */
const includes: Partial<Record<AutoApprovalActionName, AutoApprovalActionName>> = {
  readFilesExternally: 'readFiles',
  editFilesExternally: 'editFiles',
  executeAllCommands: 'executeSafeCommands',
}

function toAutoApprove(list: string | undefined): Result<AutoApprove | undefined, string> {
  if (list === undefined) return ok(undefined)
  if (list === 'all') return ok({ kind: 'all' })
  if (list === 'none') return ok({ kind: 'only', actions: [] })
  const actions: AutoApprovalActionName[] = []
  for (const name of list.split(',').map((part) => part.trim())) {
    const action = autoApprovalActionNames.find((candidate) => candidate === name)
    if (action === undefined)
      return failed(`--auto-approve knows ${autoApprovalActionNames.join(', ')}, none and all, not ${JSON.stringify(name)}.`)
    actions.push(action, ...(includes[action] ? [includes[action]] : []))
  }
  return ok({ kind: 'only', actions })
}
