import type { HistoryItem } from '../../shared/extension-state'
import type { Services } from '../services'
import { costOf } from '../../shared/amounts'
import { toJsonLine } from './json-line'
import { asOneSentence } from './visible-text'

/** The stored tasks, newest first; with a query, those that hold every word of it. */
export async function runHistory(
  services: Services,
  query: string | undefined,
  json: boolean,
  write: (text: string) => void,
): Promise<number> {
  const unreadable = await services.history.load()
  for (const { message } of unreadable) process.stderr.write(`A task could not be read: ${asOneSentence(message)}\n`)
  const items = query?.trim() ? services.history.query(query.trim()) : services.history.list()
  write(json ? toJsonLine(items.map(toEntry)) : toText(items, query))
  return 0
}

const toEntry = ({ id, ts, task, cwd, status, totalCost }: HistoryItem) => ({
  taskId: id,
  ts,
  task,
  cwd,
  status,
  // Unknown is no zero.
  cost: totalCost ?? null,
})

const MOST_TASK_CHARACTERS = 72

function toText(items: readonly HistoryItem[], query: string | undefined): string {
  if (items.length === 0)
    return query?.trim() ? `No task matches ${JSON.stringify(query)}.\n` : 'No tasks yet. Begin one with: run "what to do"\n'
  const rows = items.map((item) => [
    item.id,
    timeOf(item.ts),
    item.status,
    costOf(item.totalCost),
    firstWords(item.task),
    asOneSentence(item.cwd),
  ])
  return `${align(rows)}\n`
}

const timeOf = (ts: number): string => {
  const time = new Date(ts)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`
}

function firstWords(task: string): string {
  const words = asOneSentence(task)
  return words.length > MOST_TASK_CHARACTERS ? `${words.slice(0, MOST_TASK_CHARACTERS - 1)}…` : words
}

/** Columns as wide as their widest cell; nothing behind the last. */
export function align(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)), [])
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
