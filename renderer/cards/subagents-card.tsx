import { useMemo, useRef } from 'react'
import { costOf, counted, shortCount } from '../../shared/amounts'
import type { CallRow } from '../../shared/messages'
import { isOver, type SubagentItem, type SubagentRun } from '../../shared/subagents'
import type { ToolStatus } from '../../shared/tool-status'
import { useKeptFocus } from '../features/composer/use-kept-focus'
import { useActions, useApp, useOpened } from '../store/app-context'
import type { AppState } from '../store/app-store'
import { selectOpenAsk } from '../store/selectors'
import { Button } from '../ui/button'
import { CardFrame } from './card-frame'
import { MessageText } from './markdown/message-text'
import { Outcome } from './outcome'
import styles from './subagents-card.module.css'
import toolStyles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type SubagentsRow = Extract<CallRow, { data: SubagentRun }>

/** Subagents that a call started: how each stands, what it found, and its own Stop. */
export function SubagentsCard({ row }: { readonly row: SubagentsRow }) {
  const { prompts, agentName, items = [], status, note } = row.data
  const asking = useApp(useMemo(() => selectAsking(row.ts), [row.ts]))
  return (
    <CardFrame
      tone={status === 'awaiting_approval' ? 'waiting' : undefined}
      meta={row.type === 'ask' ? <Outcome row={row} /> : undefined}
      title={
        <span className={toolStyles.call}>
          <ToolStatusMark status={status} />
          <span className={toolStyles.callWords}>
            <span className={toolStyles.verb}>{agentName === undefined ? counted(prompts.length, 'agent') : 'Agent'}</span>
            {agentName !== undefined && <VisibleText text={agentName} />}
            {note && <span className={status === 'failed' ? toolStyles.failed : toolStyles.aside}>{note}</span>}
          </span>
        </span>
      }
    >
      {items.length > 0 && (
        <ol className={styles.list} aria-label="Agents">
          {items.map((item) => (
            <li key={item.index} className={styles.item}>
              <Agent ts={row.ts} item={item} isLive={status === 'running'} asks={item.index === asking} isOnly={items.length === 1} />
            </li>
          ))}
        </ol>
      )}
    </CardFrame>
  )
}

/** The number of the subagent of this call whose question stands open. */
const selectAsking = (ts: number) => (state: AppState) => {
  const asking = selectOpenAsk(state)?.subagent
  return asking?.ts === ts ? asking.index : undefined
}

const marks: Readonly<Record<SubagentItem['status'], ToolStatus>> = {
  pending: 'drafting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

interface AgentProps {
  readonly ts: number
  readonly item: SubagentItem
  /** Nobody goes on with one whose call is over, whatever it says of itself. */
  readonly isLive: boolean
  /** The person is asked for it now. */
  readonly asks: boolean
  /** Then it needs no number. */
  readonly isOnly: boolean
}

function Agent({ ts, item, isLive, asks, isOnly }: AgentProps) {
  const [isOpen, setOpen] = useOpened(`${ts}:agent-${item.index}`, false)
  // Why one failed stands below it, whether its result is shown or not.
  const said = item.result ?? (item.status === 'failed' ? undefined : item.error)
  const runs = isLive && !isOver(item.status)
  const failure = item.status === 'failed' ? item.error : undefined
  return (
    <>
      <div className={styles.head}>
        <ToolStatusMark {...markOf(item.status, { isLive, asks })} />
        <span className={styles.prompt} title={item.prompt}>
          <Numbered item={item} isOnly={isOnly} />
        </span>
        <AgentActions ts={ts} index={item.index} runs={runs} result={said === undefined ? undefined : { isOpen, setOpen }} />
      </div>
      <p className={styles.facts}>{factsOf(item, isLive)}</p>
      {runs && item.latestToolCall !== undefined && (
        <p className={styles.call}>
          <VisibleText text={item.latestToolCall} />
        </p>
      )}
      {failure !== undefined && (
        <p className={styles.error}>
          <VisibleText text={failure} />
        </p>
      )}
      {isOpen && said !== undefined && (
        <div className={styles.result}>
          <MessageText text={said} />
        </div>
      )}
    </>
  )
}

const Numbered = ({ item: { index, prompt }, isOnly }: Pick<AgentProps, 'item' | 'isOnly'>) => (
  <>
    {!isOnly && <span className={styles.number}>{index} </span>}
    <VisibleText text={prompt} />
  </>
)

interface AgentActionsProps {
  readonly ts: number
  readonly index: number
  readonly runs: boolean
  /** Absent while there is none to be shown. */
  readonly result: { readonly isOpen: boolean; readonly setOpen: (open: boolean) => void } | undefined
}

function AgentActions({ ts, index, runs, result }: AgentActionsProps) {
  const { stopSubagent, openSubagentLog } = useActions()
  const key = { ts, index }
  return (
    <span className={styles.actions}>
      {result && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={result.isOpen}
          aria-label={`${result.isOpen ? 'Hide' : 'Show'} result of agent ${index}`}
          onClick={() => result.setOpen(!result.isOpen)}
        >
          {result.isOpen ? 'Hide result' : 'Show result'}
        </Button>
      )}
      <Button variant="ghost" size="small" aria-label={`Log of agent ${index}`} onClick={() => openSubagentLog(key)}>
        Log
      </Button>
      {runs && <StopButton index={index} onStop={() => void stopSubagent(key)} />}
    </span>
  )
}

/** It leaves with the subagent's end: the focus stays in the row. */
function StopButton({ index, onStop }: { readonly index: number; readonly onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, focusBeside)
  return (
    <Button ref={button} size="small" aria-label={`Stop agent ${index}`} onClick={onStop}>
      Stop
    </Button>
  )
}

const focusBeside = (leaving: HTMLElement): void => leaving.parentElement?.querySelector('button')?.focus()

/** Nobody goes on with one whose call is over. */
const standsAs = (status: SubagentItem['status'], isLive: boolean): SubagentItem['status'] =>
  isLive || isOver(status) ? status : 'cancelled'

function markOf(said: SubagentItem['status'], { isLive, asks }: Pick<AgentProps, 'isLive' | 'asks'>) {
  const status = standsAs(said, isLive)
  if (asks && !isOver(status)) return { status: 'awaiting_approval' } as const
  return { status: marks[status], words: status === 'pending' ? 'Not started' : undefined }
}

function factsOf({ status, toolCalls, inputTokens, outputTokens, totalCost }: SubagentItem, isLive: boolean): string {
  const stands = standsAs(status, isLive)
  if (stands === 'pending') return 'Starts soon'
  const used = `${counted(toolCalls, 'tool call')} · ${shortCount(inputTokens + outputTokens)} tokens · ${costOf(totalCost)}`
  return stands === 'cancelled' ? `Stopped · ${used}` : used
}
