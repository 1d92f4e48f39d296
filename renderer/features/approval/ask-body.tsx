import type { ClineAskMessage, TaskError } from '../../../shared/messages'
import { BugReportText } from '../../cards/bug-report'
import { MessageText } from '../../cards/markdown/message-text'
import { useActions, useApp } from '../../store/app-context'
import { selectHomeDir } from '../../store/selectors'
import { Button } from '../../ui/button'
import { tilde } from '../../words/short-path'
import styles from './ask-body.module.css'
import { amendingOf } from './amending'
import { CommandFolder, CommandView } from './command-view'
import { EditedText } from './edited-text'
import { MarkedText } from './marked-text'
import { ToolView } from './tool-view'

interface AskBodyProps {
  readonly row: ClineAskMessage
  readonly canAnswer: boolean
  readonly onOption: (option: string) => void
}

/** The thing itself: what the person is asked about. */
export function AskBody({ row, canAnswer, onOption }: AskBodyProps) {
  const home = useApp(selectHomeDir)
  switch (row.ask) {
    case 'command':
      return <CommandBody row={row} folder={tilde(row.data.cwd, home)} />
    case 'tool':
      return <ToolView row={row} />
    case 'use_mcp_server':
      return row.data.arguments ? (
        <pre className={styles.arguments} role="group" aria-label="Arguments" dir="ltr">
          <MarkedText text={row.data.arguments} />
        </pre>
      ) : null
    case 'browser_action_launch':
      return (
        <p className={styles.arguments} dir="ltr">
          <MarkedText text={row.data.url ?? ''} />
        </p>
      )
    case 'use_subagents':
      return <Prompts prompts={row.data.prompts} />
    case 'new_task':
    case 'condense':
      return <MessageText text={row.text ?? ''} />
    case 'report_bug':
      return <BugReportText report={row.data} />
    case 'followup':
      return (
        <>
          <MessageText text={row.data.question} />
          <Options options={row.data.options} canAnswer={canAnswer} onOption={onOption} />
        </>
      )
    case 'plan_mode_respond':
      return <Options options={row.data.options} canAnswer={canAnswer} onOption={onOption} />
    case 'api_req_failed':
      return <ErrorDetail error={row.data} />
    default:
      return null
  }
}

/** What each agent would be told, told apart. */
function Prompts({ prompts }: { readonly prompts: readonly string[] }) {
  if (prompts.length === 1) return <MessageText text={prompts[0] ?? ''} />
  return (
    <ol className={styles.prompts} aria-label="What each agent is told">
      {prompts.map((prompt, index) => (
        // Two agents may be told the same, and none is ever moved.
        <li key={`${index}`}>
          <p className={styles.agent}>{`Agent ${index + 1}`}</p>
          <MessageText text={prompt} />
        </li>
      ))}
    </ol>
  )
}

interface CommandBodyProps {
  readonly row: Extract<ClineAskMessage, { ask: 'command' }>
  readonly folder: string
}

function CommandBody({ row, folder }: CommandBodyProps) {
  const edited = useApp((state) => amendingOf(state, row.ts)?.edited)
  const marks = row.approval?.marks
  if (edited === undefined) return <CommandView command={row.data.command} folder={folder} {...(marks ? { marks } : {})} />
  return (
    <>
      <CommandFolder folder={folder} />
      <EditedText row={row} label="Command to run" text={edited} />
    </>
  )
}

interface OptionsProps {
  readonly options: readonly string[] | undefined
  readonly canAnswer: boolean
  readonly onOption: (option: string) => void
}

function Options({ options, canAnswer, onOption }: OptionsProps) {
  if (!options?.length) return null
  return (
    <ul className={styles.options} aria-label="Answers to choose from">
      {options.map((option, index) => (
        // A model may offer the same twice, and none is ever moved.
        <li key={`${index}`}>
          <Button className={styles.option} disabled={!canAnswer} onClick={() => onOption(option)}>
            {option}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What the settings can mend. */
const mendedInSettings: ReadonlySet<TaskError['kind']> = new Set(['auth', 'billing', 'not_found', 'bad_request', 'network'])

function ErrorDetail({ error }: { readonly error: TaskError }) {
  const { showView } = useActions()
  const facts = [error.providerId, error.modelId, error.status && `status ${error.status}`, error.requestId && `request ${error.requestId}`]
  const detail = [facts.filter(Boolean).join(' · '), error.detail].filter(Boolean).join('\n')
  return (
    <>
      {mendedInSettings.has(error.kind) && (
        <Button size="small" className={styles.mend} onClick={() => showView('settings')}>
          Open settings
        </Button>
      )}
      {detail && <RawDetail message={error.message} detail={detail} />}
    </>
  )
}

function RawDetail({ message, detail }: { readonly message: string; readonly detail: string }) {
  const { copy } = useActions()
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <pre className={styles.raw} tabIndex={0} role="group" aria-label="Error details">
        <MarkedText text={detail} />
      </pre>
      <Button size="small" variant="ghost" onClick={() => void copy(`${message}\n${detail}`)}>
        Copy details
      </Button>
    </details>
  )
}
