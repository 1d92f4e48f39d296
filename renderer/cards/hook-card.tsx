import { useContext } from 'react'
import type { HookStatus, PendingToolInfo } from '../../shared/hooks'
import type { ClineSayMessage } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { useActions, useApp } from '../store/app-context'
import { selectCwd, selectHomeDir } from '../store/selectors'
import { Button } from '../ui/button'
import { shortPath } from '../words/short-path'
import { FoldingCard } from './card-frame'
import styles from './hook-card.module.css'
import { LogOwner } from './log-owner'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type HookRow = Extract<ClineSayMessage, { say: 'hook_status' }>

const marks: Readonly<Record<HookStatus['status'], ToolStatus>> = {
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** One run of the person's hooks: for what, how it went, what it printed; while it runs, the way to end it. */
export function HookCard({ row }: { readonly row: HookRow }) {
  const { hookName, toolName, status } = row.data
  return (
    <FoldingCard
      id={`hook:${row.ts}`}
      opensByDefault={status === 'failed' || status === 'cancelled'}
      tone={status === 'failed' ? 'failed' : undefined}
      title={
        <span className={styles.title}>
          <ToolStatusMark status={marks[status]} />
          <span>{`Hook ${hookName}`}</span>
          {toolName !== undefined && (
            <span className={styles.aside}>
              for <VisibleText text={toolName} />
            </span>
          )}
        </span>
      }
      meta={status === 'running' ? <StopButton row={row} /> : <EndWords data={row.data} />}
    >
      <HookBody data={row.data} />
    </FoldingCard>
  )
}

/** What these look on at has happened already: to end them ends nothing else. */
const ONLY_HEARS: readonly HookStatus['hookName'][] = ['TaskCancel', 'TaskComplete', 'Notification']

function StopButton({ row }: { readonly row: HookRow }) {
  const { stopHook } = useActions()
  const subagent = useContext(LogOwner)
  const { hookName } = row.data
  const words = ONLY_HEARS.includes(hookName) ? 'Stop hook' : `Stop hook and ${subagent ? 'agent' : 'task'}`
  return (
    <Button size="small" aria-label={`${words}: ${hookName}`} onClick={() => void stopHook(row.ts, subagent)}>
      {words}
    </Button>
  )
}

function EndWords({ data }: { readonly data: HookStatus }) {
  const words = endWords(data)
  return words === '' ? null : <span className={styles.aside}>{words}</span>
}

function endWords({ status, exitCode, contextLength, hasJsonResponse }: HookStatus): string {
  if (status === 'failed') return exitCode === undefined ? 'Failed' : `Failed, exit code ${exitCode}`
  // What answered in words was not ended by the person.
  if (status === 'cancelled') return hasJsonResponse ? 'Stopped the task' : 'Stopped'
  return contextLength === undefined ? '' : 'Told the model something'
}

function HookBody({ data: { status, scripts, pendingToolInfo, error, output = '' } }: { readonly data: HookStatus }) {
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const subject = subjectOf(pendingToolInfo)
  return (
    <>
      {error && (
        <p className={status === 'failed' ? styles.failure : styles.why}>
          <VisibleText text={error.message} />
        </p>
      )}
      {subject !== undefined && (
        <p className={styles.note}>
          About <VisibleText text={shortPath(subject, cwd, home)} />
        </p>
      )}
      {scripts.map(({ path }) => (
        <p key={path} className={styles.note}>
          Script <VisibleText text={shortPath(path, cwd, home)} />
        </p>
      ))}
      {/* What went wrong is mostly the end of what was printed. */}
      {!output.includes(error?.details ?? '') && <Printed text={error?.details ?? ''} label="What went wrong" />}
      {output.trim() !== '' && <Printed text={output} label="Output of the hook" />}
    </>
  )
}

const subjectOf = (info: PendingToolInfo | undefined): string | undefined => info?.path ?? info?.command ?? info?.url ?? info?.regex

const Printed = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <pre className={styles.output} tabIndex={0} role="group" aria-label={label} dir="ltr">
    {text.trimEnd()}
  </pre>
)
