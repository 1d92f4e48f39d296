import { counted } from '../../shared/amounts'
import { assertNever } from '../../shared/assert-never'
import type { ClineAskMessage, ClineMessage, ClineSayMessage, ClineSayTool, CommandData } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { browserWords, mcpObject, mcpVerb } from '../words/call-words'
import { outcomeOf } from './outcome'
import { isPatchOfSeveral, readsSummary, toolVerb } from './tool-words'

/** The accessible name of a row's article. It starts with what the row is. */
export function rowLabel(row: ClineMessage): string {
  const label = row.type === 'ask' ? askLabel(row) : sayLabel(row)
  const outcome = row.type === 'ask' ? outcomeOf(row) : undefined
  if (!outcome) return label
  return /[.?!…]$/.test(label) ? `${label} ${outcome}` : `${label}. ${outcome}`
}

/** The name of a run of reads. */
export const readsLabel = (calls: readonly ClineSayTool[]): string => readsSummary(calls) || 'Reads'

function sayLabel(row: ClineSayMessage): string {
  switch (row.say) {
    case 'task':
      return `Task: ${firstWords(row.text)}`
    case 'user_feedback':
      return `Your message: ${firstWords(row.text)}`
    case 'text':
      return `Reply: ${firstWords(row.text)}`
    case 'reasoning':
      return 'Thinking'
    case 'error':
      return `Error: ${row.data.message}`
    case 'error_retry':
      return `Retry: ${row.data.errorMessage}`
    case 'api_req_started':
      return 'Request that ended early'
    case 'completion_result':
      return `Task completed: ${firstWords(row.text)}`
    case 'command':
      return commandLabel(row.data)
    case 'command_output':
      return 'Command output'
    case 'tool':
      return toolLabel(row.data)
    case 'use_mcp_server':
      return callLabel(`${mcpVerb(row.data)} ${mcpObject(row.data)}`, row.data.status)
    case 'mcp_notification':
      return `Note of ${row.data.serverName}: ${firstWords(row.text)}`
    case 'browser_action':
      return callLabel(`Browser: ${browserWords(row.data)}`, row.data.status)
    case 'subagent':
      return callLabel(counted(row.data.prompts.length, 'agent'), row.data.status)
    case 'hook_status':
      return `Hook: ${row.data.hookName}, ${row.data.status}`
    case 'generate_explanation':
      return `Explanation: ${firstWords(row.data.title)}, ${row.data.status}`
    case 'info':
    case 'task_progress':
      return `Note: ${firstWords(row.text)}`
    default:
      return assertNever(row)
  }
}

function askLabel(row: ClineAskMessage): string {
  switch (row.ask) {
    case 'followup':
      return `Question: ${firstWords(row.data.question)}`
    case 'plan_mode_respond':
      return `Plan: ${firstWords(row.data.response)}`
    case 'command':
      return commandLabel(row.data)
    case 'tool':
      return toolLabel(row.data)
    case 'use_mcp_server':
      return callLabel(`${mcpVerb(row.data)} ${mcpObject(row.data)}`, row.data.status)
    case 'browser_action_launch':
      return callLabel(`Browser: ${browserWords(row.data)}`, row.data.status)
    case 'use_subagents':
      return callLabel(counted(row.data.prompts.length, 'agent'), row.data.status)
    case 'new_task':
      return `New task: ${firstWords(row.text)}`
    case 'condense':
      return `Summary: ${firstWords(row.text)}`
    case 'report_bug':
      return `Report: ${firstWords(row.data.title)}`
    case 'api_req_failed':
      return `Error: ${row.data.message}`
    case 'mistake_limit_reached':
      return 'Error: several mistakes in a row'
    case 'completion_result':
      return `Task completed: ${firstWords(row.text)}`
    case 'command_output':
      return 'Command output'
    case 'resume_task':
    case 'resume_completed_task':
      return 'Interruption'
    default:
      return assertNever(row)
  }
}

const statusWords: Partial<Record<ToolStatus, string>> = {
  awaiting_approval: 'waiting for you',
  running: 'running',
  failed: 'failed',
  denied: 'not allowed',
  cancelled: 'cancelled',
}

const callLabel = (what: string, status: ToolStatus): string => [firstWords(what), statusWords[status]].filter(Boolean).join(', ')

function commandLabel(data: CommandData): string {
  const end = data.exitCode === undefined ? statusWords[data.status] : `exit ${data.exitCode}`
  return [`Command: ${firstWords(data.command)}`, end].filter(Boolean).join(', ')
}

function toolLabel(data: ClineSayTool): string {
  const what = isPatchOfSeveral(data) ? counted(data.files?.length ?? 0, 'file') : (data.path ?? data.regex ?? '')
  return [`${toolVerb(data)} ${what}`.trim(), statusWords[data.status]].filter(Boolean).join(', ')
}

const LABEL_CHARACTERS = 80

/** The beginning of a text. Only the beginning is looked at, so that a streamed piece costs the same however long it has grown. */
function firstWords(text: string | undefined): string {
  const start = (text ?? '')
    .slice(0, LABEL_CHARACTERS * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return start.length > LABEL_CHARACTERS ? `${start.slice(0, LABEL_CHARACTERS)}…` : start
}
