import { posix, relative, sep } from 'node:path'
import { counted } from '../../shared/amounts'
import { assertNever } from '../../shared/assert-never'
import type { CallData, CallRow, ClineSayTool, CommandData } from '../../shared/messages'
import type { Paint } from './paint'
import { asOneSentence, onOneLine, visibleToTheLetter } from './visible-text'

export const isCommandData = (data: CallData): data is CommandData => 'command' in data
export const isToolData = (data: CallData): data is ClineSayTool => 'tool' in data

type CallKind = ClineSayTool['tool'] | 'command' | 'use_mcp_tool' | 'access_mcp_resource' | 'browser' | 'subagents'

interface Verbs {
  readonly now: string
  readonly doing: string
  readonly done: string
}

const verbs: Readonly<Record<CallKind, Verbs>> = {
  editedExistingFile: { now: 'edit', doing: 'writing', done: 'edited' },
  newFileCreated: { now: 'create', doing: 'writing', done: 'created' },
  fileDeleted: { now: 'delete', doing: 'deleting', done: 'deleted' },
  readFile: { now: 'read', doing: 'reading', done: 'read' },
  listFilesTopLevel: { now: 'list', doing: 'listing', done: 'listed' },
  listFilesRecursive: { now: 'list all of', doing: 'listing all of', done: 'listed all of' },
  listCodeDefinitionNames: { now: 'list definitions in', doing: 'listing definitions in', done: 'listed definitions in' },
  searchFiles: { now: 'search', doing: 'searching', done: 'searched' },
  webFetch: { now: 'fetch', doing: 'fetching', done: 'fetched' },
  webSearch: { now: 'search the web for', doing: 'searching the web for', done: 'searched the web for' },
  summarizeTask: { now: 'summarise the conversation', doing: 'summarising the conversation', done: 'summarised the conversation' },
  useSkill: { now: 'load the skill', doing: 'loading the skill', done: 'loaded the skill' },
  unknown: { now: 'call', doing: 'calling', done: 'called' },
  command: { now: 'run', doing: 'running', done: 'ran' },
  use_mcp_tool: { now: 'call', doing: 'calling', done: 'called' },
  access_mcp_resource: { now: 'read', doing: 'reading', done: 'read' },
  browser: { now: 'use the browser:', doing: 'using the browser:', done: 'used the browser:' },
  subagents: { now: 'start', doing: 'running', done: 'ran' },
}

/** What goes on right now, plainly: "running npm test". */
export function wordsForNow(data: CallData): string {
  return `${verbsOf(data).doing} ${objectOf(data)}`.trimEnd()
}

/** How a call ended, on one line. `cwd` is the project folder. */
export function wordsForEnd(row: CallRow, cwd: string, paint: Paint): string {
  const { data } = row
  const object = [paint.bold(objectOf(data)), ...placeOf(data, cwd)].filter((part) => part !== '').join(' ')
  const { now, done } = verbsOf(data)
  const note = data.note === undefined ? '' : asOneSentence(data.note)
  switch (data.status) {
    case 'done':
      return [`${done} ${object}`.trimEnd(), ...detailsOf(data, note, paint)].join('')
    case 'failed':
      // A command that was ended did run.
      if (isCommandData(data) && endOf(data, paint).length > 0)
        return [`${done} ${object}`, ...endOf(data, paint), note && `: ${note}`].join('')
      return paint.red(`could not ${now} `) + object + (note === '' ? '' : `: ${note}`)
    case 'denied':
      return (
        paint.yellow(`${note === '' ? deniedBy(row) : 'refused'}: `) + `${now} ${object}` + (note === '' ? '' : paint.dim(` · ${note}`))
      )
    case 'cancelled':
      return paint.yellow('cancelled: ') + `${now} ${object}` + (note === '' ? '' : paint.dim(` · ${note}`))
    case 'drafting':
    case 'awaiting_approval':
    case 'running':
      return wordsForNow(data)
    default:
      return assertNever(data.status)
  }
}

/** The command as it would run, a mark before its first line, and its folder. */
export function commandLines({ command, cwd }: CommandData, paint: Paint): string {
  const lines = visibleToTheLetter(command).split('\n')
  const shown = lines.map((line, index) => `${index === 0 ? paint.dim('  $ ') : '    '}${paint.bold(line)}`)
  return [...shown, paint.dim(`    in ${onOneLine(cwd)}`)].join('\n')
}

const verbsOf = (data: CallData): Verbs => verbs[kindOf(data)]

function kindOf(data: CallData): CallKind {
  if (isToolData(data)) return data.tool
  if (isCommandData(data)) return 'command'
  if ('serverName' in data) return data.type
  return 'prompts' in data ? 'subagents' : 'browser'
}

const deniedBy = (row: CallRow): string =>
  row.type === 'ask' && row.answer?.response === 'messageResponse' ? 'answered with words' : 'rejected'

/** What a call is about, on one line: a path, a command. */
export function objectOf(data: CallData): string {
  if (isToolData(data)) return onOneLine(data.path || data.name || '')
  if (!isCommandData(data)) return onOneLine(farObjectOf(data))
  const [first = '', ...more] = data.command.trim().split('\n')
  return onOneLine(first) + (more.length > 0 ? ' …' : '')
}

function farObjectOf(data: Exclude<CallData, ClineSayTool | CommandData>): string {
  if ('serverName' in data) return `${data.toolName ?? data.uri ?? ''} of ${data.serverName}`
  if ('prompts' in data) return counted(data.prompts.length, 'agent')
  return [data.action, data.url ?? data.coordinate ?? data.text].filter(Boolean).join(' ')
}

/** Where: the lines of a file, the pattern of a search, the folder of a command. */
function placeOf(data: CallData, cwd: string): readonly string[] {
  if (isCommandData(data)) return data.cwd === cwd || data.cwd === '' ? [] : [`in ${onOneLine(shortFolder(cwd, data.cwd))}`]
  if (!isToolData(data)) return []
  if (data.tool === 'searchFiles' && data.regex)
    return [`for ${onOneLine(data.regex)}`, ...(data.filePattern ? [`in ${onOneLine(data.filePattern)}`] : [])]
  const { readLineStart: start, readLineEnd: end } = data
  return start === undefined && end === undefined ? [] : [`(lines ${start ?? 1}–${end ?? 'end'})`]
}

function shortFolder(from: string, to: string): string {
  const way = relative(from, to)
  return way.startsWith('..') ? to : `${way.split(sep).join(posix.sep)}/`
}

function detailsOf(data: CallData, note: string, paint: Paint): readonly string[] {
  const aside = note === '' ? [] : [paint.dim(` · ${note}`)]
  if (isCommandData(data)) {
    const end = endOf(data, paint)
    // The note of a command says how it ended once more.
    return end.length > 0 ? end : aside
  }
  if (!isToolData(data)) return aside
  if (data.added !== undefined || data.removed !== undefined) return [` ${changeCounts(data.added ?? 0, data.removed ?? 0, paint)}`]
  // The note of a read names the lines once more.
  return data.tool === 'readFile' && data.readLineStart !== undefined ? [] : aside
}

function endOf({ exitCode, signal, background }: CommandData, paint: Paint): readonly string[] {
  if (signal !== undefined) return [' · ', paint.red(`ended by ${signal}`)]
  if (exitCode !== undefined) return [' · ', exitCode === 0 ? paint.dim('exit 0') : paint.red(`exit ${exitCode}`)]
  return background ? [' · ', paint.dim('goes on in the background')] : []
}

/** "+2 −1". */
export const changeCounts = (added: number, removed: number, paint: Paint): string =>
  `${paint.green(`+${added}`)} ${paint.red(`−${removed}`)}`
