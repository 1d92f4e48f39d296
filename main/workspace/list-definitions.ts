import type { Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { languageOf } from '../syntax/languages'
import type { SourceText } from '../syntax/find-definitions'
import { firstEntries } from './first-entries'
import { askReadingWorker } from './formats/ask-reading-worker'
import type { HiddenFiles } from './hidden-files'
import { insideFolder, PlaceChanged } from './open-folder'
import { readText } from './read-text'
import { explainSystemError } from './system-errors'
import { fails, fine, type Outcome, type ResolvedPath } from './workspace-types'

export interface FileDefinitions {
  /** Its name in the folder. */
  readonly file: string
  readonly definitions: readonly { readonly line: number; readonly text: string }[]
  /** True when there may be more in this file. */
  readonly cut: boolean
}

export interface DefinitionList {
  readonly files: readonly FileDefinitions[]
  /** Files that could not be read, each with a sentence that says why. */
  readonly unread: readonly string[]
  /** True when the folder has more files than are looked at. */
  readonly more: boolean
}

const MAX_FILES = 50
const MAX_FILE_BYTES = 1024 * 1024
const MAX_TOTAL_LENGTH = 8 * 1024 * 1024

/** The definitions in the source files of a folder, not of those below it; or in one file. Hidden files are left out. */
export async function listDefinitions(hidden: HiddenFiles, path: ResolvedPath, signal: AbortSignal): Promise<Outcome<DefinitionList>> {
  if (path.kind === 'missing') return fails('missing', `${path.display} does not exist.`)
  if (path.kind === 'other') return fails('denied', `${path.display} is not a place that can be read.`)
  try {
    const { files, more } = path.kind === 'file' ? { files: [path], more: false } : await sourceFiles(hidden, path, signal)
    const { sources, unread, cut } = await readSources(files, signal)
    if (sources.length === 0) return fine({ files: [], unread, more })
    const answer = await askReadingWorker({ kind: 'definitions', sources }, signal)
    if (answer.kind === 'unreadable')
      return fails('failed', `The definitions in ${path.display} could not be listed: finding them ${answer.reason}.`)
    return fine({ files: answer.found.map(({ name: file, ...rest }) => ({ file, ...rest })), unread, more: more || cut })
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof PlaceChanged)
      return fails('changed', `${path.display} is no longer the folder it was a moment ago, so it was not read.`)
    return explainSystemError(error, path.display)
  }
}

async function sourceFiles(hidden: HiddenFiles, folder: ResolvedPath, signal: AbortSignal) {
  const wants = (entry: Dirent): boolean =>
    entry.isFile() && languageOf(entry.name) !== undefined && !hidden.hides(join(folder.real, entry.name))
  const { entries, more } = await insideFolder(folder.real, (there) => firstEntries(there, MAX_FILES, wants, signal))
  return { files: entries.map(({ name }) => fileIn(folder, name)), more }
}

/** A file of a folder that was resolved already: it is no link, so its real path is known. */
function fileIn(folder: ResolvedPath, name: string): ResolvedPath {
  const display = folder.display === '.' ? name : `${folder.display}/${name}`
  const real = join(folder.real, name)
  return { given: display, absolute: real, real, display, inside: folder.inside, kind: 'file', size: 0 }
}

interface ReadSources {
  readonly sources: SourceText[]
  readonly unread: string[]
  cut: boolean
}

async function readSources(files: readonly ResolvedPath[], signal: AbortSignal): Promise<ReadSources> {
  const read: ReadSources = { sources: [], unread: [], cut: false }
  let length = 0
  for (const file of files) {
    signal.throwIfAborted()
    const language = languageOf(basename(file.real))
    if (language === undefined) continue
    const text = await readText(file, MAX_FILE_BYTES)
    if (!text.ok) {
      read.unread.push(text.error.message)
      continue
    }
    length += text.value.text.length
    read.cut ||= length > MAX_TOTAL_LENGTH
    if (read.cut) break
    read.sources.push({ name: basename(file.real), language, text: text.value.text })
  }
  return read
}
