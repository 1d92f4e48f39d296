import { editedFiles } from '../changes/change-history'
import { summariseJournal } from '../controller/history-item'
import type { Services } from '../services'
import { replay } from '../task/replay'
import { EXIT_USAGE } from './events'
import { toJsonText } from './json-line'
import { toTranscript } from './transcript'

/** One stored task, as Markdown for people or as JSON for programs. The task may be running: what is written so far is exported. */
export async function runExport(services: Services, taskId: string, format: 'md' | 'json', write: (text: string) => void): Promise<number> {
  const stored = await services.store.read(taskId)
  if (!stored.ok) return refuse(stored.error.message)
  const { damage } = stored.value
  const records = stored.value.records.map((entry) => entry.record)
  const item = summariseJournal(taskId, records, damage.skippedRecords)
  if (!item) return refuse(`The task ${taskId} holds nothing that could be exported.`)
  const { rows, turns, mode, ...replayed } = replay(records)
  const changes = editedFiles(replayed.changes)
  if (format === 'md') write(toTranscript({ item, rows, changes }))
  else {
    const { id, totalCost, ...facts } = item
    write(toJsonText({ taskId: id, ...facts, cost: totalCost ?? null, mode, changes, rows, turns }))
  }
  return 0
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return EXIT_USAGE
}
