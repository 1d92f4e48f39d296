import type { SubagentKey } from '../../shared/subagents'
import type { SubagentEnd } from './subagent'
import type { SubagentFiles } from './subagent-files'

/** Longer results go to a file, in characters. */
const MAX_WHOLE = 24_000
/** What is told of one in a file. */
const BEGINNING = 8_000

/** What the model is told of one subagent: its result whole, or the beginning and where the rest is. Rejects with a StorageError. */
export async function describeEnd(end: SubagentEnd, key: SubagentKey, files: SubagentFiles): Promise<string> {
  if (end.status !== 'completed') return end.error
  const { result } = end
  if (result.trim() === '') return '(It gave an empty result.)'
  if (result.length <= MAX_WHOLE) return result
  const path = await files.writeReport(key, result)
  const beginning = result.slice(0, BEGINNING).toWellFormed()
  return `${beginning}\n\n[The result has ${result.length.toLocaleString('en')} characters, of which these are the first ${BEGINNING.toLocaleString('en')}. All of it is in ${path}: open it with read_file or search_files.]`
}
