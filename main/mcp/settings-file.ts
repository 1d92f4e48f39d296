import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { writeAtomically } from '../storage/atomic-write'
import { isMissing, toStorageError } from '../storage/storage-error'
import { withoutProperty } from './without-property'
import { readServers } from './server-config'

/** The person's own file of servers. Only what is changed in it changes: comments, order and all else stay. */
export interface McpSettingsFile {
  readonly path: string
  /** Empty when there is none. Rejects with a StorageError when it cannot be read. */
  read(): Promise<string>
  /** Sets one value, or takes it out when it is undefined. Rejects with an Error for people when the file holds a mistake. */
  set(path: JSONPath, value: unknown): Promise<void>
  /** Hears of every other content, also of one that others wrote. Returns the way to stop. */
  watch(onChange: (text: string) => void, onProblem: (error: unknown) => void): () => void
}

/** Editors write in several steps: looked at once that is over. */
const SETTLE_MS = 100
const EMPTY = '{\n  "mcpServers": {}\n}\n'

export function mcpSettingsFile(path: string): McpSettingsFile {
  let last: Promise<void> = Promise.resolve()
  const read = async (): Promise<string> => {
    try {
      return await readFile(path, 'utf8')
    } catch (cause) {
      if (isMissing(cause)) return ''
      throw toStorageError(cause, path)
    }
  }
  const change = async (at: JSONPath, value: unknown): Promise<void> => {
    const text = await read()
    const checked = readServers(text)
    if (!checked.ok) throw new Error(`${path} is not changed, because ${checked.problem}: mend that first.`)
    const after = edited(text, at, value)
    if (after !== text) await writeAtomically(path, after)
  }
  return {
    path,
    read,
    set(at, value) {
      const done = last.then(() => change(at, value))
      // The one who asked hears of a failure; it must not stop the next in line.
      last = done.catch(() => undefined)
      return done
    },
    watch: (onChange, onProblem) => watchContent(path, read, onChange, onProblem),
  }
}

function edited(text: string, at: JSONPath, value: unknown): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const content = text.slice(bom.length)
  const before = content.trim() === '' ? EMPTY : content
  if (value === undefined) return bom + withoutProperty(before, at)
  return bom + applyEdits(before, modify(before, at, value, { formattingOptions: formatOf(before) }))
}

/** As the rest of the file is written. */
function formatOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number; readonly eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** By the folder: a file that is replaced is another one. */
function watchContent(
  path: string,
  read: () => Promise<string>,
  onChange: (text: string) => void,
  onProblem: (error: unknown) => void,
): () => void {
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined
  let watcher: FSWatcher | undefined
  let isOver = false
  const look = async (): Promise<void> => {
    const text = await read()
    const hash = createHash('sha256').update(text).digest('hex')
    if (isOver || hash === known) return
    known = hash
    onChange(text)
  }
  const start = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (isOver) return
    watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name !== null && name !== basename(path)) return
      clearTimeout(timer)
      timer = setTimeout(() => void look().catch(onProblem), SETTLE_MS)
      timer.unref()
    })
    watcher.on('error', onProblem)
    await look()
  }
  void start().catch(onProblem)
  return () => {
    isOver = true
    clearTimeout(timer)
    watcher?.close()
  }
}
