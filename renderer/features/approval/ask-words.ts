import { counted } from '../../../shared/amounts'
import { assertNever } from '../../../shared/assert-never'
import type { ClineAskMessage } from '../../../shared/messages'
import { browserWords, mcpObject, mcpVerb } from '../../words/call-words'

/** The head of a card: what would happen or what happened, and why the person is asked. */
export interface AskWords {
  readonly summary: string
  readonly reason?: string
}

/** Facts come from the policy's computation where there are any; the rest are words of ours, never of the model. */
export function wordsFor(row: ClineAskMessage): AskWords {
  const words = wordsOfKind(row)
  if (!row.subagent) return words
  const { index, name } = row.subagent
  const who = name === undefined ? `Agent ${index}` : `Agent ${index} (${name})`
  return { ...words, reason: `${who} asks${words.reason === undefined ? '.' : `: ${words.reason}`}` }
}

function wordsOfKind(row: ClineAskMessage): AskWords {
  if (row.approval) return { summary: `${row.approval.summary}${othersWords(row)}`, reason: capitalised(row.approval.reason) }
  switch (row.ask) {
    case 'tool':
      return { summary: row.data.path ? `Use a tool on ${row.data.path}` : 'Use a tool' }
    case 'command':
      return { summary: `Run ${row.data.command}` }
    case 'use_mcp_server':
      return { summary: `${mcpVerb(row.data)} ${mcpObject(row.data)}` }
    case 'browser_action_launch':
      return { summary: `Browser: ${browserWords(row.data)}` }
    case 'use_subagents':
      return { summary: `Start ${counted(row.data.prompts.length, 'agent')}` }
    case 'new_task':
      return { summary: 'Start a new task with this', reason: 'This task stays in the list of earlier ones.' }
    case 'condense':
      return { summary: 'Go on from a summary', reason: 'It would stand in place of the conversation so far in what the model is sent.' }
    case 'report_bug':
      return { summary: 'Report a problem', reason: 'A page with this report opens. Nothing is sent before you send it there.' }
    case 'command_output':
      return { summary: 'The command is still running' }
    case 'followup':
      return { summary: 'A question for you', reason: 'The agent goes on once you have answered.' }
    case 'plan_mode_respond':
      return { summary: 'A plan for you', reason: 'Answer it, or switch to Act to have it carried out.' }
    case 'completion_result':
      return { summary: 'Task completed', reason: 'Write a message to go on with it.' }
    case 'resume_completed_task':
      return { summary: 'This task was completed', reason: 'Write a message to go on with it.' }
    case 'resume_task':
      return stoppedWords(row.cancelled ? 'cancelled' : 'interrupted', row.text)
    case 'api_req_failed':
      return { summary: 'The request to the model failed', reason: row.data.message }
    case 'mistake_limit_reached':
      return {
        summary: 'The agent made several mistakes in a row',
        reason: row.text ?? 'Proceed to let it try again. A message with advice helps it more.',
      }
    default:
      return assertNever(row)
  }
}

/** The calls that are answered with this one. */
function othersWords(row: ClineAskMessage): string {
  const others = (row.ask === 'tool' && row.data.also?.length) || 0
  return others > 0 ? ` and ${others} more` : ''
}

const stoppedWords = (how: string, step: string | undefined): AskWords => ({
  summary: `Task ${how}`,
  reason: step ? `${capitalised(how)} at this step: ${step}` : 'It goes on where it stopped.',
})

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
