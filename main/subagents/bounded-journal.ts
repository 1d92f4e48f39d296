import type { TaskJournal, TaskRecord } from '../task/journal-records'

/** In characters of JSON: what one subagent's log may grow to. */
export const MAX_LOG_SIZE = 32 * 1024 * 1024

/** A journal that takes no more once it holds `limit` characters, and then says so in a last row. */
export function boundedJournal(journal: TaskJournal, limit = MAX_LOG_SIZE): TaskJournal {
  let size = 0
  let lastTs = 0
  return {
    append: (record) => {
      if (size > limit) return
      size += JSON.stringify(record).length
      if (record.k === 'row') lastTs = record.row.ts
      journal.append(size > limit ? endMark(lastTs + 1) : record)
    },
    flush: () => journal.flush(),
  }
}

const endMark = (ts: number): TaskRecord => ({
  k: 'row',
  row: { ts, type: 'say', say: 'info', text: 'This log is full: what the subagent did after this was not written down.' },
})
