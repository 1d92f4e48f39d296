import { useMemo, useState } from 'react'
import type { ClineMessage, CommandData } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import { useApp, useOpened } from '../store/app-context'
import type { AppState } from '../store/app-store'
import { selectCwd, selectHomeDir } from '../store/selectors'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { endWords, wasToldToEnd } from '../words/signals'
import { shortPath } from '../words/short-path'
import { CardFrame } from './card-frame'
import styles from './command-card.module.css'
import { CopyButton } from './copy-button'
import { Outcome } from './outcome'
import { InputLine } from './terminal/input-line'
import { LiveScreen } from './terminal/live-screen'
import { PlainOutput } from './terminal/plain-output'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

interface CommandCardProps {
  readonly row: ClineMessage & { readonly data: CommandData }
}

/** A command that waits stands whole in the card above the message box, where it is read and answered. */
function WaitingCommand() {
  return (
    <CardFrame
      tone="waiting"
      title={
        <span className={styles.title}>
          <ToolStatusMark status="awaiting_approval" />
          <span className={styles.words}>A command waits for your approval</span>
        </span>
      }
    />
  )
}

/** A command: what runs and where, who let it run, its screen while it runs and its output when it has ended. */
export function CommandCard({ row }: CommandCardProps) {
  const { status, exitCode, signal } = row.data
  if (status === 'awaiting_approval' && row.type === 'ask' && !row.answer) return <WaitingCommand />
  const hasFailed = status === 'failed' || (signal !== undefined && !wasToldToEnd(signal)) || (exitCode !== undefined && exitCode !== 0)
  return (
    <CardFrame
      title={<CommandTitle row={row} hasFailed={hasFailed} />}
      meta={
        <>
          <EndOf data={row.data} hasFailed={hasFailed} />
          <Outcome row={row} />
          <CopyButton text={() => row.data.command} label="Copy command" />
        </>
      }
    >
      <CommandBody row={row} />
    </CardFrame>
  )
}

const FIRST_LINES = 6

function CommandTitle({ row, hasFailed }: CommandCardProps & { readonly hasFailed: boolean }) {
  const { command, cwd } = row.data
  const status = useShownStatus(row.data, hasFailed)
  const project = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  const [isOpen, setOpen] = useOpened(`${row.ts}:command`, false)
  const lines = command.split('\n')
  const folds = lines.length > FIRST_LINES + 1
  const shown = folds && !isOpen ? lines.slice(0, FIRST_LINES).join('\n') : command
  return (
    <span className={styles.title}>
      <ToolStatusMark status={status} />
      <span className={styles.words}>
        {cwd !== project && cwd !== '' && (
          <span className={styles.folder}>
            In <VisibleText text={shortPath(cwd, project, home)} />
          </span>
        )}
        <code className={styles.command}>
          <VisibleText text={shown} />
        </code>
        {folds && (
          <Button variant="ghost" size="small" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : `Show all ${lines.length} lines`}
          </Button>
        )}
      </span>
    </span>
  )
}

/** How the command stands, where that is not how its call ended: it may go on in the background, fail, or be stopped there. */
function useShownStatus({ status, signal, terminalId, background }: CommandData, hasFailed: boolean): ToolStatus {
  const goesOn = useApp(
    ({ main }) => background === true && main.jobs.some((job) => job.terminalId === terminalId && job.state !== 'ended'),
  )
  if (goesOn) return 'running'
  if (status !== 'done') return status
  if (hasFailed) return 'failed'
  return signal === undefined ? 'done' : 'cancelled'
}

/** How it ended, in the words of the system. */
function EndOf({ data, hasFailed }: { readonly data: CommandData; readonly hasFailed: boolean }) {
  if (data.signal) return <Badge tone={hasFailed ? 'danger' : 'neutral'}>{endWords(data.signal)}</Badge>
  if (data.exitCode !== undefined) return <Badge tone={hasFailed ? 'danger' : 'neutral'}>{`Exit ${data.exitCode}`}</Badge>
  return data.background && data.status === 'running' ? <Badge>In the background</Badge> : null
}

const LIVE_LINES = 12
const NAME_CHARACTERS = 40

/** As much of a command as a name needs. */
function shortName(command: string): string {
  const [line = ''] = command.trim().split('\n')
  return line.length > NAME_CHARACTERS ? `${line.slice(0, NAME_CHARACTERS)}…` : line
}

function CommandBody({ row }: CommandCardProps) {
  const { data, ts } = row
  const hasRun = data.status !== 'drafting' && data.status !== 'awaiting_approval' && data.status !== 'denied'
  return (
    <>
      {data.status === 'running' && data.terminalId !== undefined ? (
        <RunningScreen data={data} terminalId={data.terminalId} />
      ) : (
        hasRun && <FinishedOutput ts={ts} command={data.command} />
      )}
      {data.note && <p className={styles.note}>{data.note}</p>}
    </>
  )
}

function RunningScreen({ data, terminalId }: { readonly data: CommandData; readonly terminalId: string }) {
  const { command, waitsForInput } = data
  // A command that asked once may ask again: its field stays where it is, with the focus in it.
  const [hasWaited, setWaited] = useState(waitsForInput !== undefined)
  if (waitsForInput !== undefined && !hasWaited) setWaited(true)
  return (
    <>
      <LiveScreen terminalId={terminalId} command={command} mostLines={LIVE_LINES} />
      {hasWaited && <InputLine terminalId={terminalId} name={shortName(command)} waitsFor={waitsForInput} />}
    </>
  )
}

function FinishedOutput({ ts, command }: { readonly ts: number; readonly command: string }) {
  const select = useMemo(() => selectOutput(ts), [ts])
  const text = useApp(select)
  return <PlainOutput id={`${ts}`} text={text} command={command} />
}

/** The text of all rows that hold output of a command. Nearly always one row, whose text is returned as it is. */
const selectOutput =
  (ts: number) =>
  (state: AppState): string => {
    const rows = state.rows.outputs.get(ts) ?? []
    return rows.map((each) => state.rows.byTs.get(each)?.text ?? '').join('\n')
  }
