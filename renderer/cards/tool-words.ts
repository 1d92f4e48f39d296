import type { ClineSayTool, FileInCall } from '../../shared/messages'
import { counted } from '../../shared/amounts'

const isPast = (data: ClineSayTool): boolean => data.status === 'done'

export const isPatchOfSeveral = ({ files }: ClineSayTool): boolean => files !== undefined && files.length > 1

/** What a call does to a file, in one word. */
export function editVerb(data: ClineSayTool): string {
  if (isPatchOfSeveral(data)) return isPast(data) ? 'Changed' : 'Change'
  if (data.tool === 'newFileCreated') return isPast(data) ? 'Created' : 'Create'
  if (data.tool === 'fileDeleted') return isPast(data) ? 'Deleted' : 'Delete'
  return isPast(data) ? 'Edited' : 'Edit'
}

const fileVerbs: Readonly<Record<FileInCall['tool'], readonly [now: string, past: string]>> = {
  editedExistingFile: ['Edit', 'Edited'],
  newFileCreated: ['Create', 'Created'],
  fileDeleted: ['Delete', 'Deleted'],
  fileMoved: ['Move', 'Moved'],
}

/** What a patch does to one of its files. */
export const fileVerb = ({ tool }: FileInCall, hasHappened = false): string => fileVerbs[tool][hasHappened ? 1 : 0]

/** What a call does, before its path: "Read", "Search for foo in". */
export function toolVerb(data: ClineSayTool): string {
  switch (data.tool) {
    case 'readFile':
      return 'Read'
    case 'listFilesTopLevel':
      return isPast(data) ? 'Listed' : 'List'
    case 'listFilesRecursive':
      return isPast(data) ? 'Listed all of' : 'List all of'
    case 'listCodeDefinitionNames':
      return isPast(data) ? 'Listed definitions in' : 'List definitions in'
    case 'searchFiles':
      return isPast(data) ? 'Searched' : 'Search'
    case 'webFetch':
      return isPast(data) ? 'Fetched' : 'Fetch'
    case 'webSearch':
      return isPast(data) ? 'Searched the web for' : 'Search the web for'
    case 'summarizeTask':
      return isPast(data) ? 'Summarised the conversation' : 'Summarising the conversation'
    case 'useSkill':
      return isPast(data) ? 'Loaded the skill' : 'Load the skill'
    case 'unknown':
      return `Tried ${data.name ?? 'a tool'}`
    default:
      return editVerb(data)
  }
}

export const isWebCall = ({ tool }: ClineSayTool): boolean => tool === 'webFetch' || tool === 'webSearch'

/** "Fetching URL: https://…", "Searching for: … (only in a.test)". */
export function webWords({ content = '', allowedDomains = [], blockedDomains = [] }: ClineSayTool): string {
  if (allowedDomains.length > 0) return `${content} (only in ${allowedDomains.join(', ')})`
  return blockedDomains.length > 0 ? `${content} (not in ${blockedDomains.join(', ')})` : content
}

/** Which lines of a file were read, if not all. */
export function lineRange(data: ClineSayTool): string {
  const { readLineStart, readLineEnd } = data
  if (readLineStart === undefined && readLineEnd === undefined) return ''
  const first = readLineStart ?? 1
  return first === readLineEnd ? `line ${first}` : `lines ${first}–${readLineEnd ?? 'end'}`
}

/** What may be said to have been read: what waits for an answer may yet be refused. */
const hasBegun: Readonly<Record<ClineSayTool['status'], boolean>> = {
  drafting: false,
  awaiting_approval: false,
  running: true,
  done: true,
  denied: false,
  failed: false,
  cancelled: true,
}

/** How many of these calls came to nothing. */
export const failedCalls = (calls: readonly ClineSayTool[]): number => calls.filter(({ status }) => status === 'failed').length

/** A run of reads in one line: "Read 3 files, searched 2 times, 1 failed". */
export function readsSummary(calls: readonly ClineSayTool[]): string {
  const failed = failedCalls(calls)
  const denied = calls.filter(({ status }) => status === 'denied').length
  const waiting = calls.filter(({ status }) => status === 'drafting' || status === 'awaiting_approval').length
  const count = (...tools: ClineSayTool['tool'][]) => calls.filter(({ tool, status }) => tools.includes(tool) && hasBegun[status]).length
  const files = count('readFile')
  const lists = count('listFilesTopLevel', 'listFilesRecursive')
  const definitions = count('listCodeDefinitionNames')
  const searches = count('searchFiles')
  const parts = [
    files > 0 && `read ${counted(files, 'file')}`,
    lists > 0 && `listed ${counted(lists, 'folder')}`,
    definitions > 0 && `listed definitions ${counted(definitions, 'time')}`,
    searches > 0 && `searched ${counted(searches, 'time')}`,
  ].filter((part) => part !== false)
  const ends = [
    failed > 0 && `${failed} failed`,
    denied > 0 && `${denied} not allowed`,
    waiting > 0 && `${counted(waiting, 'read')} to come`,
  ].filter((part) => part !== false)
  const done = parts.length === 0 && failed + denied > 0 ? [`tried ${counted(calls.length, 'read')}`] : parts
  const words = [...done, ...ends].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
