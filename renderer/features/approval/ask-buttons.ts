import { assertNever } from '../../../shared/assert-never'
import type { ClineAskMessage, ClineSayTool } from '../../../shared/messages'

/** What a button does with the ask. `new_task` leaves the ask and the task behind; `act` leaves planning. */
export type AskAction = 'approve' | 'reject' | 'retry' | 'new_task' | 'act'

export interface AskButton {
  readonly label: string
  readonly action: AskAction
}

export interface AskButtons {
  readonly primary?: AskButton
  readonly secondary?: AskButton
}

const reject: AskButton = { label: 'Reject', action: 'reject' }
const cancel: AskButton = { label: 'Cancel', action: 'reject' }
const newTask: AskButton = { label: 'Start New Task', action: 'new_task' }
const fileChanges: ReadonlySet<ClineSayTool['tool']> = new Set(['editedExistingFile', 'newFileCreated', 'fileDeleted'])

/** The button table of the source design: which two answers an ask has, and what they are called. */
export function buttonsFor(row: ClineAskMessage): AskButtons {
  switch (row.ask) {
    case 'tool':
      return { primary: { label: fileChanges.has(row.data.tool) ? 'Save' : 'Approve', action: 'approve' }, secondary: reject }
    case 'command':
      return { primary: { label: 'Run Command', action: 'approve' }, secondary: reject }
    case 'use_mcp_server':
    case 'browser_action_launch':
    case 'use_subagents':
      return { primary: { label: 'Approve', action: 'approve' }, secondary: reject }
    case 'new_task':
      return { primary: { label: 'Start New Task with Context', action: 'approve' }, secondary: cancel }
    case 'condense':
      return { primary: { label: 'Condense Conversation', action: 'approve' }, secondary: cancel }
    case 'report_bug':
      return { primary: { label: 'Report GitHub issue', action: 'approve' }, secondary: cancel }
    case 'command_output':
      return { primary: { label: 'Proceed While Running', action: 'approve' } }
    case 'api_req_failed':
      return { primary: { label: 'Retry', action: 'retry' }, secondary: newTask }
    case 'mistake_limit_reached':
      return { primary: { label: 'Proceed Anyways', action: 'approve' }, secondary: newTask }
    case 'resume_task':
      return { primary: { label: 'Resume Task', action: 'approve' } }
    case 'completion_result':
    case 'resume_completed_task':
      return { primary: newTask }
    case 'plan_mode_respond':
      return { primary: { label: 'Switch to Act', action: 'act' } }
    case 'followup':
      return {}
    default:
      return assertNever(row)
  }
}
