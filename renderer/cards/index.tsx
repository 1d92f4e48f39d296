import { assertNever } from '../../shared/assert-never'
import type { ClineAskMessage, ClineMessage, ClineSayMessage } from '../../shared/messages'
import { BrowserCard } from './browser-card'
import { BugReportCard } from './bug-report'
import { CommandCard } from './command-card'
import { CompletionCard } from './completion-card'
import { ErrorCard, FailedRequestCard, WarningLine } from './error-card'
import { ExplanationCard } from './explanation-card'
import { HookCard } from './hook-card'
import { InfoLine, RequestCard } from './info-card'
import { McpCard } from './mcp-card'
import { PersonCard, ReplyCard } from './message-card'
import { Outcome } from './outcome'
import { ProposalCard } from './proposal-card'
import { PlanCard, QuestionCard } from './question-card'
import { ReasoningCard } from './reasoning-card'
import { RetryCard } from './retry-card'
import { SubagentsCard } from './subagents-card'
import { PlainOutput } from './terminal/plain-output'
import { ToolCard } from './tool-card'

/** Draws a row of the chat: one component for each kind, and a new kind does not compile until it has one. */
export function RowCard({ row }: { readonly row: ClineMessage }) {
  return row.type === 'ask' ? <AskRow row={row} /> : <SayRow row={row} />
}

function SayRow({ row }: { readonly row: ClineSayMessage }) {
  switch (row.say) {
    case 'task':
    case 'user_feedback':
      return <PersonCard row={row} />
    case 'text':
      return <ReplyCard row={row} />
    case 'reasoning':
      return <ReasoningCard row={row} />
    case 'error':
      return <ErrorCard id={`${row.ts}`} error={row.data} />
    case 'error_retry':
      return <RetryCard row={row} />
    case 'api_req_started':
      return <RequestCard data={row.data} />
    case 'completion_result':
      return <CompletionCard row={row} />
    case 'command':
      return <CommandCard row={row} />
    case 'command_output':
      return <PlainOutput id={`${row.ts}`} text={row.text ?? ''} command="a command" />
    case 'tool':
      return <ToolCard row={row} />
    case 'use_mcp_server':
      return <McpCard row={row} />
    case 'mcp_notification':
      return <InfoLine>{`${row.data.serverName}: ${row.text ?? ''}`}</InfoLine>
    case 'browser_action':
      return <BrowserCard ts={row.ts} steps={[row]} />
    case 'subagent':
      return <SubagentsCard row={row} />
    case 'hook_status':
      return <HookCard row={row} />
    case 'generate_explanation':
      return <ExplanationCard row={row} />
    case 'info':
    case 'task_progress':
      return <InfoLine>{row.text}</InfoLine>
    default:
      return assertNever(row)
  }
}

/** In the log an ask is a record: it is answered in the card above the message box. */
function AskRow({ row }: { readonly row: ClineAskMessage }) {
  switch (row.ask) {
    case 'followup':
      return <QuestionCard row={row} />
    case 'plan_mode_respond':
      return <PlanCard row={row} />
    case 'command':
      return <CommandCard row={row} />
    case 'tool':
      return <ToolCard row={row} />
    case 'use_mcp_server':
      return <McpCard row={row} />
    case 'browser_action_launch':
      return <BrowserCard ts={row.ts} steps={[row]} />
    case 'use_subagents':
      return <SubagentsCard row={row} />
    case 'report_bug':
      return <BugReportCard row={row} />
    case 'new_task':
    case 'condense':
      return <ProposalCard row={row} />
    case 'api_req_failed':
      return <FailedRequestCard row={row} />
    case 'mistake_limit_reached':
      return <WarningLine>{row.text ?? 'The agent made several mistakes in a row.'}</WarningLine>
    case 'completion_result':
      return <ReplyCard row={row} />
    case 'command_output':
    case 'resume_task':
    case 'resume_completed_task':
      return (
        <InfoLine>
          {row.text} <Outcome row={row} />
        </InfoLine>
      )
    default:
      return assertNever(row)
  }
}
