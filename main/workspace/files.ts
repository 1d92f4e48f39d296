import { nothingHidden, type ReadHiddenFiles } from './hidden-files'
import { type ReadImage, readImage } from './formats/read-image'
import { type DefinitionList, listDefinitions } from './list-definitions'
import { type Listing, listFolder, type ListOptions } from './list-folder'
import { type LineRange, readLines, type ReadLines } from './read-lines'
import { readText } from './read-text'
import { hashFile, removeKept, type Removed } from './remove-file'
import { resolvePath } from './resolve-path'
import type { Outcome, ResolvedPath, TextFile } from './workspace-types'
import type { KeepBytes } from './write-bytes'
import { type WriteOptions, writeText } from './write-text'

/** Everything that tools do with files, all through paths that were resolved once. */
export interface Files {
  resolve(path: string): Promise<ResolvedPath>
  readText(path: ResolvedPath, maxBytes: number): Promise<Outcome<TextFile>>
  readLines(path: ResolvedPath, range: LineRange, signal: AbortSignal): Promise<Outcome<ReadLines>>
  readImage(path: ResolvedPath, signal: AbortSignal): Promise<Outcome<ReadImage>>
  writeText(path: ResolvedPath, text: string, options: WriteOptions): Promise<Outcome<{ readonly hash: string }>>
  hash(path: ResolvedPath): Promise<Outcome<string>>
  remove(path: ResolvedPath, expectedHash: string, keep?: KeepBytes): Promise<Outcome<Removed>>
  list(path: ResolvedPath, options: ListOptions, signal: AbortSignal): Promise<Outcome<Listing>>
  definitions(path: ResolvedPath, signal: AbortSignal): Promise<Outcome<DefinitionList>>
}

/** Files as seen from a project. `cwd` is the real path of its folder. */
export function createFiles(cwd: string, readHidden: ReadHiddenFiles = nothingHidden): Files {
  return {
    resolve: (path) => resolvePath(cwd, path),
    readText,
    readLines,
    readImage,
    writeText: (path, text, options) => writeText(cwd, path, text, options),
    hash: hashFile,
    remove: (path, expectedHash, keep) => removeKept(cwd, path, expectedHash, keep),
    list: async (path, options, signal) => listFolder({ cwd, hidden: await readHidden() }, path, options, signal),
    definitions: async (path, signal) => listDefinitions(await readHidden(), path, signal),
  }
}
