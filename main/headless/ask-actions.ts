import { assertNever } from '../../shared/assert-never'
import type { ClineMessage } from '../../shared/messages'
import type { AskAction } from './events'

type AskRow = Extract<ClineMessage, { type: 'ask' }>

const yes = (label: string): AskAction => ({ response: 'yesButtonClicked', label })
const no = (label: string): AskAction => ({ response: 'noButtonClicked', label })
const words = (label: string): AskAction => ({ response: 'messageResponse', label })

/** The answers that an ask takes, with the labels of the window's buttons. */
export function actionsOf(row: AskRow): readonly AskAction[] {
  switch (row.ask) {
    case 'tool':
      return [yes(isEdit(row.data.tool) ? 'Save' : 'Approve'), no('Reject')]
    case 'command':
      return [yes('Run Command'), no('Reject')]
    case 'use_mcp_server':
    case 'browser_action_launch':
    case 'use_subagents':
      return [yes('Approve'), no('Reject')]
    case 'new_task':
      return [yes('Start New Task with Context'), no('Cancel')]
    case 'condense':
      return [yes('Condense Conversation'), no('Cancel')]
    case 'report_bug':
      return [yes('Report GitHub issue'), no('Cancel')]
    case 'command_output':
      return [yes('Proceed While Running')]
    case 'followup':
      return (row.data.options ?? []).map(words)
    case 'plan_mode_respond':
      return (row.data.options ?? []).map(words)
    case 'completion_result':
    case 'resume_completed_task':
      return [yes('Start New Task')]
    case 'resume_task':
      return [yes('Resume Task')]
    case 'api_req_failed':
      return [yes('Retry'), no('Start New Task')]
    case 'mistake_limit_reached':
      return [yes('Proceed Anyways'), no('Start New Task')]
    default:
      return assertNever(row)
  }
}

const isEdit = (tool: string): boolean => tool === 'editedExistingFile' || tool === 'newFileCreated' || tool === 'fileDeleted'
