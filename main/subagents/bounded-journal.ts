import type { TaskJournal, TaskRecord } from '../task/journal-records'

/** In characters of JSON: what one subagent's log may grow to. */
export const MAX_LOG_SIZE = 32 * 1024 * 1024

/** What may come after that: how rows ended that stand there. */
const MAX_ENDS = 256 * 1024

/** A journal that takes no further rows once it holds `limit` characters, and then says so in a last one. */
export function boundedJournal(journal: TaskJournal, limit = MAX_LOG_SIZE): TaskJournal {
  let size = 0
  let lastTs = 0
  let room = MAX_ENDS
  return {
    append: (record) => {
      const length = JSON.stringify(record).length
      if (size > limit) {
        if (record.k !== 'patch' || record.ts > lastTs || length > room) return
        room -= length
        return journal.append(record)
      }
      size += length
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
