import { useEffect, useState } from 'react'
import type { Job } from '../../../shared/jobs'
import { FoldingCard } from '../../cards/card-frame'
import { InputLine } from '../../cards/terminal/input-line'
import { LiveScreen } from '../../cards/terminal/live-screen'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { StatusGlyph, type StatusName } from '../../ui/status-glyph'
import { durationOf } from '../../words/duration'
import { endWords, wasToldToEnd } from '../../words/signals'
import { shortPath } from '../../words/short-path'
import styles from './terminal-tab.module.css'

const selectJobs = (state: AppState) => state.main.jobs

/** The commands that this task keeps in the background, to be looked at, typed into and stopped. */
export function TerminalTab() {
  const jobs = useApp(selectJobs)
  const now = useNow()
  if (jobs.length === 0) {
    return (
      <p className={styles.empty}>
        No command is in the background. A command that goes on while the agent does, like a server, will stand here with its output.
      </p>
    )
  }
  return (
    <ul className={styles.jobs} aria-label="Commands in the background">
      {jobs.map((job) => (
        <li key={job.terminalId}>
          <JobCard job={job} now={now} />
        </li>
      ))}
    </ul>
  )
}

function JobCard({ job, now }: { readonly job: Job; readonly now: number }) {
  const { terminalId, name, state, lastLine, startedAt } = job
  return (
    <FoldingCard
      id={`job:${terminalId}`}
      opensByDefault={false}
      tone={state === 'waiting' ? 'waiting' : undefined}
      title={
        <span className={styles.title}>
          <StatusGlyph state={glyphOf(job)} />
          <span className={styles.words}>
            <code className={styles.name}>
              <VisibleText text={name} />
            </code>
            <span className={styles.lastLine} title={lastLine}>
              <VisibleText text={lastLine} />
            </span>
          </span>
        </span>
      }
      meta={
        <>
          <EndOrState job={job} />
          {state !== 'ended' && <span>{durationOf(now - startedAt)}</span>}
          {job.port !== undefined && state !== 'ended' && <PortButton port={job.port} />}
        </>
      }
    >
      <JobBody job={job} />
    </FoldingCard>
  )
}

const SCREEN_LINES = 16

function JobBody({ job: { terminalId, name, command, cwd, state, waitsForInput } }: { readonly job: Job }) {
  const project = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  return (
    <>
      <p className={styles.command}>
        {cwd !== project && <span className={styles.folder}>{`In ${shortPath(cwd, project, home)}: `}</span>}
        <code>
          <VisibleText text={command} />
        </code>
      </p>
      <LiveScreen terminalId={terminalId} command={name} mostLines={SCREEN_LINES} gone="Its output cannot be shown any more." />
      {state !== 'ended' && <InputLine terminalId={terminalId} name={name} waitsFor={waitsForInput} />}
    </>
  )
}

function EndOrState({ job: { state, exitCode, signal } }: { readonly job: Job }) {
  if (state === 'waiting') return <Badge tone="waiting">Waits for input</Badge>
  if (state === 'running') return <Badge>Running</Badge>
  if (signal !== undefined) return <Badge tone={wasToldToEnd(signal) ? 'neutral' : 'danger'}>{endWords(signal)}</Badge>
  return <Badge tone={exitCode === 0 ? 'neutral' : 'danger'}>{exitCode === undefined ? 'Ended' : `Exit ${exitCode}`}</Badge>
}

function glyphOf({ state, exitCode, signal }: Job): StatusName {
  if (state !== 'ended') return state
  if (signal !== undefined && wasToldToEnd(signal)) return 'cancelled'
  return exitCode === 0 ? 'completed' : 'failed'
}

/** Where the command listens on this machine. Opening it is asked about like every address. */
function PortButton({ port }: { readonly port: number }) {
  const { askToOpenLink } = useActions()
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={`Open port ${port} in your browser`}
      onClick={() => askToOpenLink(`http://localhost:${port}/`)}
    >
      {`Port ${port}`}
    </Button>
  )
}

const SECOND_MS = 1_000

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
