import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { writeAtomically } from '../../storage/atomic-write'
import { isMissing, systemCode, toStorageError } from '../../storage/storage-error'

/** The person's own file of servers. */
export interface McpSettingsFile {
  readonly path: string
  /** Empty when there is none. Rejects with a StorageError when it cannot be read. */
  read(): Promise<string>
  /** Rejects with a StorageError when it cannot be written. */
  write(text: string): Promise<void>
  /** Hears what it says each time that it may be something else, also when others wrote it. Returns the way to stop. */
  watch(onChange: (text: string) => void, onProblem: (error: unknown) => void): () => void
}

/** Editors write in several steps: looked at once that is over. */
const SETTLE_MS = 100

export function mcpSettingsFile(path: string): McpSettingsFile {
  const read = async (): Promise<string> => {
    try {
      return await readFile(path, 'utf8')
    } catch (cause) {
      if (isMissing(cause)) return ''
      throw toStorageError(cause, path)
    }
  }
  return {
    path,
    read,
    write: (text) => writeAtomically(path, text),
    watch: (onChange, onProblem) => watchContent(path, read, onChange, onProblem),
  }
}

/** By the folder: a file that is replaced is another one. */
function watchContent(
  path: string,
  read: () => Promise<string>,
  onChange: (text: string) => void,
  onProblem: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let watcher: FSWatcher | undefined
  let isOver = false
  const look = async (): Promise<void> => {
    const text = await read()
    if (!isOver) onChange(text)
  }
  /** Gives why it cannot be watched. */
  const begin = (): Error | undefined => {
    try {
      watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name !== null && name !== basename(path)) return
        clearTimeout(timer)
        timer = setTimeout(() => void look().catch(onProblem), SETTLE_MS)
        timer.unref()
      })
      watcher.on('error', (cause) => onProblem(unwatched(path, cause)))
      return undefined
    } catch (cause) {
      return unwatched(path, cause)
    }
  }
  const start = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (isOver) return
    const problem = begin()
    await look()
    if (problem) onProblem(problem)
  }
  void start().catch(onProblem)
  return () => {
    isOver = true
    clearTimeout(timer)
    watcher?.close()
  }
}

/** Such as where the system watches as many files as it can. */
function unwatched(path: string, cause: unknown): Error {
  const code = systemCode(cause)
  if (code === undefined) throw cause
  return new Error(`A change of ${path} is not seen by itself (${code}): start the app again after you make one.`, { cause })
}
