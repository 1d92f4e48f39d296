import { costOf, counted, shortCount } from '../../shared/amounts'
import { changeCounts } from './call-words'
import type { HeadlessEvent, ResultStatus, UsageTotals } from './events'
import type { Paint } from './paint'
import { onOneLine, visible } from './visible-text'

type Result = Extract<HeadlessEvent, { type: 'result' }>

const words: Readonly<Record<ResultStatus, string>> = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  needs_approval: 'Stopped: it needs an answer',
  limit: 'Stopped at a limit',
}

/** How a run ended: status, turns, tokens, cost, the files it changed, and the command that goes on with it. */
export function runSummary(result: Result, paint: Paint, resume: (taskId: string, endedBy: string | undefined) => string): string {
  const { status, turns, usage, changes, error, taskId } = result
  const head = [inColour(status, paint)(words[status]), counted(turns, 'turn'), tokensOf(usage), costOf(usage.cost)]
  return [
    head.join(' · '),
    ...(error ? [visible(error.message)] : []),
    ...changes.map(({ path, added, removed }) => `  ${onOneLine(path)} ${changeCounts(added, removed, paint)}`),
    ...(status === 'completed' ? [] : [paint.dim(`To go on with it: ${visible(resume(taskId, error?.code))}`)]),
  ].join('\n')
}

function tokensOf({ tokensIn, tokensOut, cacheReads, cacheWrites }: UsageTotals): string {
  const cached = cacheReads > 0 ? ` (${shortCount(cacheReads)} from the cache)` : ''
  return `${shortCount(tokensIn + cacheReads + cacheWrites)} tokens in${cached}, ${shortCount(tokensOut)} out`
}

function inColour(status: ResultStatus, paint: Paint): (text: string) => string {
  if (status === 'completed') return (text) => paint.bold(paint.green(text))
  return status === 'failed' ? (text) => paint.bold(paint.red(text)) : (text) => paint.bold(paint.yellow(text))
}
