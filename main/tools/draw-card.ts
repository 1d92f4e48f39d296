import type { Effects } from '../../shared/effects'
import type { RowPatch } from '../../shared/extension-state'
import type { AskAnswer, ClineSayTool, CommandData, ToolStatus } from '../../shared/messages'
import type { TaskConfig } from './task-config'
import type { ToolCard } from './tool-handler'

/** True when any path that a call touches lies outside the project. */
export function outsideOf(effects: Effects): boolean {
  return [...effects.reads, ...effects.writes, ...effects.deletes].some((path) => !path.inside)
}

/** Draws a call that needs no answer: the row that streamed, or a new one. */
export function drawSay(config: TaskConfig, card: ToolCard, ts: number | undefined, outside = false): number {
  const data = withStatus(card, 'running')
  const flag = outside ? { isOperationOutsideWorkspace: true } : {}
  if (ts === undefined)
    return config.callbacks.say(
      card.kind === 'tool' ? { say: 'tool', data: data as ClineSayTool, ...flag } : { say: 'command', data: data as CommandData, ...flag },
    )
  // A card's data is plain JSON.
  config.callbacks.patchRow(ts, { type: 'say', say: card.kind, ask: null, partial: null, data: data, ...(flag as RowPatch) })
  return ts
}

interface AskFacts {
  readonly summary: string
  readonly reason: string
  readonly outside: boolean
  readonly ts: number | undefined
}

/** Draws a call as an open question and waits for the answer. */
export async function drawAsk(config: TaskConfig, card: ToolCard, facts: AskFacts): Promise<{ ts: number; answer: AskAnswer }> {
  const data = withStatus(card, 'awaiting_approval')
  const approval = { summary: facts.summary, reason: facts.reason }
  const flag = facts.outside ? { isOperationOutsideWorkspace: true } : {}
  // `withStatus` keeps the card's own kind of data.
  const row =
    card.kind === 'tool'
      ? { ask: card.kind, data: data as ClineSayTool, approval, ...flag }
      : { ask: card.kind, data: data as CommandData, approval, ...flag }
  const opened = config.callbacks.openAsk(row, facts.ts)
  const answer = await opened.answer
  if (answer.response === 'yesButtonClicked') config.callbacks.patchRow(opened.ts, { data: { status: 'running' } })
  return { ts: opened.ts, answer }
}

const withStatus = (card: ToolCard, status: ToolStatus): ClineSayTool | CommandData => ({ ...card.data, status })
