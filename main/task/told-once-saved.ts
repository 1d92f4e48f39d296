import type { ToolStatus } from '../../shared/tool-status'
import { ignoreTold } from '../storage/storage-error'
import type { TaskNews, TaskParams } from './task-environment'

const OVER: readonly ToolStatus[] = ['done', 'denied', 'failed', 'cancelled']
/** How long news may wait for a save that is due anyway, in ms. */
const LONGEST_WAIT_MS = 20

/**
 * What a task is given, with news that wait for the disk: that a call is over is told only once it is written down, and
 * what comes after it in its order.
 */
export function toldOnceSaved(params: TaskParams): TaskParams {
  const { journal } = params
  const held: TaskNews[] = []
  let timer: NodeJS.Timeout | undefined
  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const news of held.splice(0)) params.tell(news)
  }
  // What the disk refuses is told all the same: whoever waits for it hears of the refusal.
  const flush = (): Promise<void> => journal.flush().finally(release)
  const tell = (news: TaskNews): void => {
    if (held.length === 0 && !saysOver(news)) return params.tell(news)
    held.push(news)
    timer ??= setTimeout(() => void flush().catch(ignoreTold), LONGEST_WAIT_MS)
  }
  return { ...params, tell, journal: { append: (record) => journal.append(record), flush } }
}

function saysOver(news: TaskNews): boolean {
  if (news.type !== 'row' || news.op.op !== 'row.patch') return false
  const { data } = news.op.patch
  return typeof data === 'object' && data !== null && !Array.isArray(data) && OVER.some((status) => status === data['status'])
}
