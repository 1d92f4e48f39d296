import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SubagentKey } from '../../shared/subagents'
import { writeAtomically } from '../storage/atomic-write'
import { makePrivateFolder } from '../storage/folders'
import { openJournal } from '../storage/journal'
import { readJournal } from '../storage/journal-reader'
import { isMissing, StorageError } from '../storage/storage-error'
import type { TaskJournal } from '../task/journal-records'

/** What the subagents of one task keep on the disk: in the task's folder, and gone with it. */
export interface SubagentFiles {
  /** Begins a log. Rejects with a StorageError. */
  openLog(key: SubagentKey): Promise<{ readonly journal: TaskJournal; close(): Promise<void> }>
  /** The records of a log; undefined when there is none. */
  readLog(key: SubagentKey): Promise<readonly unknown[] | undefined>
  /** Keeps a long result. The real path of its file. */
  writeReport(key: SubagentKey, text: string): Promise<string>
  ownsReport(real: string): boolean
}

const FOLDER = 'subagents'
const REPORT_NAME = /^\d+-\d\.md$/

export function createSubagentFiles(taskFolder: string): SubagentFiles {
  let real: string | undefined
  // Its real path: what the model is told is what its tools resolve.
  const folder = (): string => (real ??= join(realpathSync(taskFolder), FOLDER))
  const nameOf = ({ ts, index }: SubagentKey, ending: string): string => join(folder(), `${ts}-${index}${ending}`)
  return {
    async openLog(key) {
      await makePrivateFolder(folder())
      const { journal } = await openJournal(nameOf(key, '.jsonl'))
      return { journal, close: () => journal.close() }
    },
    async readLog(key) {
      try {
        const { records } = await readJournal(nameOf(key, '.jsonl'))
        return records.map((entry) => entry.record)
      } catch (error) {
        if (isMissing(error) || (error instanceof StorageError && error.code === 'missing')) return undefined
        throw error
      }
    },
    async writeReport(key, text) {
      const path = nameOf(key, '.md')
      await writeAtomically(path, text)
      return path
    },
    ownsReport: (path) => dirname(path) === folder() && REPORT_NAME.test(path.slice(folder().length + 1)),
  }
}
