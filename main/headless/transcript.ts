import type { HistoryItem } from '../../shared/extension-state'
import {
  type CallRow,
  type ClineAskMessage,
  type ClineMessage,
  type ClineSayMessage,
  type FileChange,
  isCallRow,
  type TaskError,
} from '../../shared/messages'
import { costOf, shortCount } from '../../shared/amounts'
import { isCommandData, isToolData, wordsForEnd } from './call-words'
import { code, fenced, plain, quoted } from './markdown-text'
import { createPaint } from './paint'

/** What a transcript is made of. */
export interface TranscriptParts {
  readonly item: HistoryItem
  readonly rows: readonly ClineMessage[]
  readonly changes: readonly FileChange[]
}

/** A task as Markdown for people: who said what, each call with its diff or output, and the answers given. */
export function toTranscript({ item, rows, changes }: TranscriptParts): string {
  const outputs = new Map<number, string>()
  for (const row of rows) {
    if (row.type === 'say' && row.say === 'command_output')
      outputs.set(row.data.commandTs, [outputs.get(row.data.commandTs), row.text].filter((text) => text).join('\n'))
  }
  const sections = rows.flatMap((row) => sectionOf(row, item.cwd, outputs) ?? [])
  return `${[heading(item, changes), ...sections].join('\n\n')}\n`
}

function heading(item: HistoryItem, changes: readonly FileChange[]): string {
  const tokens = `${shortCount(item.tokensIn + item.cacheReads + item.cacheWrites)} tokens in, ${shortCount(item.tokensOut)} out`
  const facts = [
    `Task: ${code(item.id)}`,
    `Folder: ${code(item.cwd)}`,
    ...(item.modelId === undefined ? [] : [`Model: ${code(item.modelId)}`]),
    `Status: ${item.status}`,
    `Used: ${tokens}, ${costOf(item.totalCost)}`,
    ...changes.map(({ path, added, removed }) => `Changed: ${code(path)} +${added} −${removed}`),
    ...(item.damagedRecords === undefined ? [] : [`Records that could not be read: ${item.damagedRecords}`]),
  ]
  return [`# ${plain(item.task)}`, '', ...facts.map((fact) => `- ${fact}`)].join('\n')
}

function sectionOf(row: ClineMessage, cwd: string, outputs: ReadonlyMap<number, string>): string | undefined {
  if (isCallRow(row)) return callSection(row, cwd, outputs)
  return row.type === 'ask' ? askSection(row) : saySection(row)
}

function saySection(row: ClineSayMessage): string | undefined {
  switch (row.say) {
    case 'task':
    case 'user_feedback':
      return said('You', row.text)
    case 'text':
      return said('Model', row.text)
    case 'reasoning':
      return said('Model, thinking', row.reasoning ?? row.text)
    case 'completion_result':
      return said('Result', row.text)
    case 'error':
      return errorSection(row.data)
    case 'info':
    case 'task_progress':
      return said('Note', row.text)
    default:
      return undefined
  }
}

function askSection(row: ClineAskMessage): string | undefined {
  switch (row.ask) {
    case 'followup':
      return [said('Question', row.data.question), ...optionsOf(row.data)].join('\n\n')
    case 'plan_mode_respond':
      return [said('Plan', row.data.response), ...optionsOf(row.data)].join('\n\n')
    case 'api_req_failed':
      return errorSection(row.data)
    case 'mistake_limit_reached':
      return said('Stopped after several mistakes', row.text)
    case 'resume_task':
      return stopped(row)
    default:
      return undefined
  }
}

function optionsOf({
  options = [],
  selected,
}: {
  readonly options?: string[] | undefined
  readonly selected?: string | undefined
}): string[] {
  const list = options.map((option) => `- ${plain(option)}${option === selected ? ' (chosen)' : ''}`)
  return list.length === 0 ? [] : [list.join('\n')]
}

function callSection(row: CallRow, cwd: string, outputs: ReadonlyMap<number, string>): string {
  const { data } = row
  // The words are one line, without colours here; what stands in them is from the model.
  const title = `### ${capitalised(plain(wordsForEnd(row, cwd, createPaint(false))))}`
  return [
    title,
    ...answerOf(row),
    ...(isCommandData(data) ? commandParts(data.command, data.cwd, outputs.get(row.ts)) : resultParts(data)),
  ].join('\n\n')
}

function commandParts(command: string, cwd: string, output: string | undefined): readonly string[] {
  const printed = output?.trim() ? [fenced(output, 'text')] : []
  return [`In ${code(cwd)}:`, fenced(command, 'sh'), ...printed]
}

function resultParts(data: Exclude<CallRow['data'], { command: string }>): readonly string[] {
  if ('serverName' in data) return data.response?.trim() ? [fenced(data.response, 'text')] : []
  if (!isToolData(data)) return []
  const { diff, content } = data
  if (diff) return [fenced(diff, 'diff')]
  return content?.trim() ? [fenced(content, 'text')] : []
}

/** How a person answered, if anybody was asked. */
function answerOf(row: CallRow): readonly string[] {
  if (row.type !== 'ask' || !row.answer) return []
  const words = { yesButtonClicked: 'Approved', noButtonClicked: 'Rejected', messageResponse: 'Answered with words' }[row.answer.response]
  const reason = row.approval ? ` It was asked because: ${plain(row.approval.reason)}.` : ''
  return [`${words}.${reason}`]
}

function errorSection(error: TaskError): string {
  return [said('Error', error.message), ...(error.detail?.trim() ? [fenced(error.detail, 'text')] : [])].join('\n\n')
}

function stopped({ cancelled, text }: Extract<ClineAskMessage, { ask: 'resume_task' }>): string | undefined {
  return cancelled ? said('Cancelled', text ?? 'The task was cancelled.') : said('Interrupted', text ?? 'The task was interrupted.')
}

function said(who: string, text: string | undefined): string | undefined {
  return text?.trim() ? `## ${who}\n\n${quoted(text)}` : undefined
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
