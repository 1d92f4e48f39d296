import { type ClineMessage, type ClineSayMessage, isResumeAsk, lastOfTask, toolStatusOf } from '../../shared/messages'
import { ClineDefaultTool } from '../../shared/tools'
import type { ToolCallBlock } from '../providers/conversation'
import { cutItems, describeCutOff, subagentRunOf } from './cut-off-subagents'
import type { MessageState } from './message-state'
import type { ReplayedTask } from './replay'
import type { UnheardAnswer } from './unheard-answers'

/** How a task stands when it is opened again. */
export interface ResumePoint {
  readonly ask: 'resume_task' | 'resume_completed_task'
  /** The person stopped it: nothing else cut it off. */
  readonly cancelled: boolean
  /** The step that was cut off, in words, for the person. */
  readonly interrupted: string | undefined
  /** Calls of which nobody knows whether they finished. */
  readonly cutOff: ReplayedTask['interrupted']
  /** Of calls among these that started subagents: how far those came, for the model. */
  readonly reports?: ReadonlyMap<string, string>
  /** What the person answered just before the cut. */
  readonly unheard: readonly UnheardAnswer[]
  /** The call that had asked for it, where one had. */
  readonly answeredCall?: string | undefined
}

const noReports: ReadonlyMap<string, string> = new Map()

type StoodStill = Pick<ReplayedTask, 'rows' | 'interrupted' | 'unheard'>

/**
 * Puts the rows of a stored task in order: what streamed is ended, what waited is closed (an approval never outlives
 * the process that asked), old offers to resume go. Says what was interrupted. `cancelledNow`: the person has just stopped it.
 */
export function settleRows(rows: MessageState, replayed: StoodStill, cancelledNow: boolean): ResumePoint {
  const cancelled = cancelledNow || wasCancelled(lastOfTask(replayed.rows))
  const last = lastOfTask(replayed.rows.filter((row) => !isResumeAsk(row)))
  for (const row of replayed.rows) {
    if (row.type === 'ask' && isResumeAsk(row) && !row.answer) rows.remove(row.ts)
    else settleRow(rows, row)
  }
  const { interrupted, unheard } = replayed
  if (isCompletion(last) && !unheard.some(({ ts }) => ts === last?.ts))
    return { ask: 'resume_completed_task', cancelled: false, interrupted: undefined, cutOff: [], unheard }
  const answeredCall = unheard.some(({ isForCall }) => isForCall) ? interrupted.at(-1)?.callId : undefined
  const cutOff = interrupted.filter(({ callId }) => callId !== answeredCall)
  const reports = reportsOf(replayed.rows)
  return { ask: 'resume_task', cancelled, interrupted: describeInterrupted(replayed, last), cutOff, reports, unheard, answeredCall }
}

function reportsOf(rows: readonly ClineMessage[]): ReadonlyMap<string, string> {
  const runs = rows.flatMap((row) => subagentRunOf(row) ?? [])
  return new Map(runs.flatMap((run) => (run.callId === undefined ? [] : [[run.callId, describeCutOff(run)] as const])))
}

/** It ended with its result, or in another task. */
const isCompletion = (row: ClineMessage | undefined): boolean =>
  row?.type === 'ask' && (row.ask === 'completion_result' || (row.ask === 'new_task' && row.answer?.response === 'yesButtonClicked'))

/** Nothing has happened since the offer to go on with what the person had stopped. */
const wasCancelled = (last: ClineMessage | undefined): boolean =>
  last?.type === 'ask' && last.ask === 'resume_task' && last.cancelled === true && !last.answer

/** A command that was let go on and never told how it ended: nothing outlives its task. */
function isLeftRunning(row: ClineMessage): boolean {
  if (!('data' in row) || !('command' in row.data) || !('cwd' in row.data)) return false
  const { background, exitCode, signal } = row.data
  return background === true && exitCode === undefined && signal === undefined
}

/** Ends what a row has begun: nobody goes on with it. */
export function settleRow(rows: MessageState, row: ClineMessage): void {
  const status = toolStatusOf(row)
  const unfinished = status === 'drafting' || status === 'awaiting_approval' || status === 'running'
  if (unfinished) rows.patch(row.ts, { partial: null, data: { status: 'cancelled', waitsForInput: null, ...cutItems(subagentRunOf(row)) } })
  else if (row.partial) rows.patch(row.ts, { partial: null })
  if (row.type === 'say') settleOwn(rows, row)
  if (isLeftRunning(row)) rows.patch(row.ts, { data: { note: 'Ended when the task was closed' } })
}

/** Rows that are no call, and have a state of their own. */
function settleOwn(rows: MessageState, row: ClineSayMessage): void {
  if (row.say === 'error_retry') rows.remove(row.ts)
  if (row.say === 'hook_status' && row.data.status === 'running') rows.patch(row.ts, { partial: null, data: { status: 'cancelled' } })
  if (row.say === 'generate_explanation' && row.data.status === 'generating')
    rows.patch(row.ts, { data: { status: 'error', note: 'Cancelled' } })
}

function describeInterrupted(replayed: StoodStill, last: ClineMessage | undefined): string | undefined {
  const call = replayed.interrupted.at(-1)
  if (call) return call.summary
  const offer = lastOfTask(replayed.rows)
  // Nothing has happened since that was offered.
  if (offer?.type === 'ask' && isResumeAsk(offer) && !offer.answer) return offer.text
  // Behind it may stand the drafts of further calls of the same answer.
  const asked = replayed.rows.findLast((row) => row.type === 'ask' && toolStatusOf(row) === 'awaiting_approval')
  if (asked?.type === 'ask' && asked.approval) return `Waiting for your answer: ${asked.approval.summary}`
  if (last?.type === 'say' && last.partial) return 'The model was writing its answer'
  return undefined
}

/** What the model is told of a call that has no result; undefined for one that began. A completion that waited is one that was shown. */
export function explainOpenCall(
  { id, name }: ToolCallBlock,
  { ask, cutOff, answeredCall, reports = noReports }: Pick<ResumePoint, 'ask' | 'cutOff' | 'answeredCall' | 'reports'>,
): string | undefined {
  if (id === answeredCall) return 'The person answered, and the task was interrupted right after that. Their words follow.'
  if (cutOff.some((call) => call.callId === id)) return reports.get(id)
  if (ask === 'resume_completed_task' && name === ClineDefaultTool.ATTEMPT) return 'The result was shown.'
  return 'This call was not run: the task was interrupted before it began. Send it again if it is still wanted.'
}

/** What the model is told when a task goes on after a break. */
export function resumptionNote(facts: { readonly cwd: string; readonly sinceMs: number; readonly point: ResumePoint }): string {
  const cut = facts.point.cutOff.map((call) => `- ${call.name} (${call.summary}): it began, and whether it finished is not known.`)
  const lines = [
    `[TASK RESUMPTION] This task was ${facts.point.ask === 'resume_completed_task' ? 'completed' : 'interrupted'} and goes on now, ${describeAge(facts.sinceMs)} later, in ${facts.cwd}.`,
    'Files may have changed since. Look again at what you rely on before you act on it.',
  ]
  return cut.length === 0 ? lines.join('\n') : [...lines, 'Cut off in the middle:', ...cut].join('\n')
}

function describeAge(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
