import type { Effects } from '../../shared/effects'
import type { RowPatch } from '../../shared/extension-state'
import type { ApprovalFacts, ClineSayTool, HeardAnswer } from '../../shared/messages'
import type { ToolStatus } from '../../shared/tool-status'
import type { NewAsk, NewSay, TaskConfig } from './task-config'
import type { ToolCard } from './tool-handler'

/** True when any path that a call touches lies outside the project. */
export function outsideOf(effects: Effects): boolean {
  return [...effects.reads, ...effects.writes, ...effects.deletes].some((path) => !path.inside)
}

interface SayFacts {
  readonly outside?: boolean
  /** As in the row. */
  readonly allowedBy?: string | undefined
}

/** Draws a call that needs no answer: the row that streamed, or a new one. */
export function drawSay(config: TaskConfig, card: ToolCard, ts: number | undefined, { outside, allowedBy }: SayFacts = {}): number {
  const running = withStatus(card, 'running')
  const flag: RowPatch = { ...(outside ? { isOperationOutsideWorkspace: true } : {}), ...(allowedBy === undefined ? {} : { allowedBy }) }
  if (ts === undefined) return config.callbacks.say({ ...sayOf(running), ...flag })
  config.callbacks.patchRow(ts, { type: 'say', say: sayNames[card.kind], ask: null, partial: null, data: running.data, ...flag })
  return ts
}

interface AskFacts {
  readonly summary: string
  readonly reason: string
  readonly text: ApprovalFacts['text']
  readonly offers: ApprovalFacts['offers']
  readonly marks: ApprovalFacts['marks']
  readonly letRun: ApprovalFacts['letRun']
  readonly also: ClineSayTool['also']
  readonly outside: boolean
  readonly ts: number | undefined
}

/** Draws a call as an open question and waits for the answer. */
export async function drawAsk(config: TaskConfig, card: ToolCard, facts: AskFacts): Promise<{ ts: number; answer: HeardAnswer }> {
  const waiting = withStatus(card, 'awaiting_approval')
  const { summary, reason, text, offers, marks, letRun, also } = facts
  const choices = { ...(offers?.length ? { offers } : {}), ...(letRun === undefined ? {} : { letRun }) }
  const approval = { summary, reason, ...choices, ...(marks?.length ? { marks } : {}) }
  const flag = facts.outside ? { isOperationOutsideWorkspace: true } : {}
  const shown = text === undefined ? approval : { ...approval, text }
  const row = { ...askOf(also?.length ? sharedBy(waiting, also) : waiting), approval: shown, ...flag }
  const opened = config.callbacks.openAsk(row, facts.ts)
  const answer = await opened.answer
  // The text was there to be edited; from now on the diff says enough.
  if (text !== undefined) config.callbacks.patchRow(opened.ts, { approval })
  if (answer.response === 'yesButtonClicked') config.callbacks.patchRow(opened.ts, { data: { status: 'running' } })
  return { ts: opened.ts, answer }
}

const sharedBy = (card: ToolCard, also: NonNullable<ClineSayTool['also']>): ToolCard =>
  card.kind === 'tool' ? { kind: 'tool', data: { ...card.data, also } } : card

/** A card as it stands at some point of its call. */
export const withStatus = (card: ToolCard, status: ToolStatus): ToolCard =>
  // Each kind keeps its data and gets another status, which all of them have.
  ({ kind: card.kind, data: { ...card.data, status } }) as ToolCard

const sayNames = {
  tool: 'tool',
  command: 'command',
  mcp: 'use_mcp_server',
  browser: 'browser_action',
  subagents: 'subagent',
} as const satisfies Readonly<Record<ToolCard['kind'], NewSay['say']>>

const askNames = {
  tool: 'tool',
  command: 'command',
  mcp: 'use_mcp_server',
  browser: 'browser_action_launch',
  subagents: 'use_subagents',
} as const satisfies Readonly<Record<ToolCard['kind'], NewAsk['ask']>>

// Both tables name the row that takes the data of their kind, which the compiler cannot relate one by one.
export const sayOf = (card: ToolCard): NewSay => ({ say: sayNames[card.kind], data: card.data }) as NewSay
// As above.
const askOf = (card: ToolCard): NewAsk => ({ ask: askNames[card.kind], data: card.data }) as NewAsk
