import { assertNever } from '../../shared/assert-never'
import type { ClineAskMessage, TaskError } from '../../shared/messages'
import { commandLines, wordsForNow } from './call-words'
import { firstLines } from './line-limits'
import type { Paint } from './paint'
import { paintDiff } from './paint-diff'
import { asOneSentence, onOneLine, visible, visibleToTheLetter } from './visible-text'

/**
 * What is asked, for a person to judge: first the thing itself (the whole diff, the whole command with its folder),
 * then what it would do in one line, and why it is asked. Without the answers. Empty when a question was said already.
 */
export function askCard(row: ClineAskMessage, paint: Paint): string {
  return [...thingOf(row, paint), ...askerOf(row, paint), ...summaryOf(row, paint)].join('\n')
}

function askerOf({ subagent }: ClineAskMessage, paint: Paint): readonly string[] {
  if (!subagent) return []
  const { index, name } = subagent
  return [paint.dim(`Agent ${index}${name === undefined ? '' : ` (${onOneLine(name)})`} asks:`)]
}

function thingOf(row: ClineAskMessage, paint: Paint): readonly string[] {
  switch (row.ask) {
    case 'tool': {
      const { diff, content } = row.data
      if (diff) return [paintDiff(diff, paint)]
      return content ? [indent(visibleToTheLetter(content))] : []
    }
    case 'command':
      return [commandLines(row.data, paint)]
    case 'use_mcp_server':
      return row.data.arguments ? [indent(visibleToTheLetter(row.data.arguments))] : []
    case 'use_subagents':
      return row.data.prompts.map((prompt, index) => indent(visibleToTheLetter(`${index + 1}. ${prompt}`)))
    case 'new_task':
    case 'condense':
      return row.text ? [indent(visibleToTheLetter(row.text))] : []
    case 'report_bug':
      return Object.entries(row.data).map(([name, value]) => indent(visibleToTheLetter(`${name}: ${value}`)))
    case 'followup':
    case 'plan_mode_respond':
      return (row.data.options ?? []).map((option, index) => `  ${paint.bold(String(index + 1))}  ${onOneLine(option)}`)
    default:
      return []
  }
}

function summaryOf(row: ClineAskMessage, paint: Paint): readonly string[] {
  if (row.approval) return [paint.bold(onOneLine(row.approval.summary)) + paint.dim(` – ${asOneSentence(row.approval.reason)}`)]
  switch (row.ask) {
    case 'tool':
      return [paint.bold(`Use a tool${row.data.path ? ` on ${onOneLine(row.data.path)}` : ''}`)]
    case 'command':
      return [paint.bold('Run this command')]
    case 'use_mcp_server':
    case 'browser_action_launch':
    case 'use_subagents':
      return [paint.bold(capitalised(wordsForNow(row.data)))]
    case 'new_task':
      return ['A new task would begin with this.']
    case 'condense':
      return ['This would stand in place of the conversation so far.']
    case 'report_bug':
      return ['A page with this report would be opened. Nothing is sent before you send it there.']
    case 'command_output':
      return ['The command is still running.']
    case 'api_req_failed':
      return [errorLines(row.data, paint)]
    case 'mistake_limit_reached':
      return [visible(row.text ?? 'The model made several mistakes in a row.')]
    case 'resume_task':
      return [stoppedWords(row)]
    case 'resume_completed_task':
      return ['The task was completed. Words take it up again.']
    case 'followup':
    case 'plan_mode_respond':
    case 'completion_result':
      return []
    default:
      return assertNever(row)
  }
}

function stoppedWords({ cancelled, text }: Extract<ClineAskMessage, { ask: 'resume_task' }>): string {
  const what = `The task was ${cancelled ? 'cancelled' : 'interrupted'}`
  return text ? `${what} at this step: ${asOneSentence(text)}` : `${what}.`
}

const MOST_DETAIL_LINES = 12

/** An error as a sentence, with what is known beyond it below. */
export function errorLines(error: TaskError, paint: Paint): string {
  const facts = [
    error.status === undefined ? undefined : `HTTP ${error.status}`,
    error.requestId === undefined ? undefined : `request ${onOneLine(error.requestId)}`,
    error.modelId === undefined ? undefined : `${onOneLine(error.providerId ?? '')}/${onOneLine(error.modelId)}`.replace(/^\//, ''),
  ].filter((fact) => fact !== undefined)
  return [
    paint.red('error: ') + visible(error.message),
    ...(facts.length > 0 ? [paint.dim(`  ${facts.join(' · ')}`)] : []),
    ...(error.detail?.trim() ? firstLines(visible(error.detail), MOST_DETAIL_LINES).map((line) => paint.dim(`  ${line}`)) : []),
  ].join('\n')
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
