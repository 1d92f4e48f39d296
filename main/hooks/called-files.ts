import { posix, relative, resolve, sep } from 'node:path'
import type { ScriptState } from '../../shared/effects'
import { hashOf, type ProjectFile, readProjectFile } from '../trust/project-file'
import { callsIn, further, INTERPRETERS, NONE, ScriptReader } from '../workspace/called-scripts'
import type { SmallFile } from '../workspace/read-small'
import { isInside } from '../workspace/resolve-path'
import { MAX_TEXT, plainText } from './script-text'

/** What a script of a project plainly runs of that project. */
export interface CalledFiles {
  /** With what each is now: none for a script that stands alone. */
  readonly states: readonly ScriptState[]
  /** The content of those that were read, by path relative to the project, with `/`. */
  readonly files: ReadonlyMap<string, Buffer>
}

interface Script {
  /** Relative to the project, with `/`. */
  readonly path: string
  readonly bytes: Buffer
}

/** Of all of them together. */
const MAX_BYTES = 16 * 1024 * 1024
/** A script that does more has a part that is not looked at. */
const MAX_CALLS = 2_000
const MAX_LOOKS = 2_000
const MAX_FILES = 100
/** Bytes of all scripts in which calls are looked for. */
const MAX_SEARCHED = 4 * MAX_TEXT
/** A path as it stands in a script, with nothing in it that a shell would make something else of. */
const PLAIN_PATH = /^(?:\.{1,2}\/|[\w@.-]+\/)[\w@./+-]+$/
const SCRIPT_NAME = /\.(?:sh|bash|zsh|ps1|[cm]?[jt]s|py|rb|pl)$/

/**
 * Looks for the files of the project that a script of `folder` (real path) runs by name, and that these run in their turn:
 * `./check.sh`, `node scripts/x.js`, `source "$(dirname "$0")/lib.sh"`, `npm run lint`. Opens nothing outside of the folder.
 */
export async function findCalledFiles(folder: string, hook: Script): Promise<CalledFiles> {
  const search = new Search(folder)
  const followed = new Set<string>()
  let left = MAX_SEARCHED
  for (let next: Script | undefined = hook; next; next = search.scripts().find(({ path }) => !followed.has(path))) {
    followed.add(next.path)
    left -= Math.min(next.bytes.length, MAX_TEXT)
    const isOver = search.isFull || left < 0
    if (isOver || next.bytes.length > MAX_TEXT) search.cut()
    if (isOver) break
    for (const place of new Set([next.path, hook.path].map((path) => posix.dirname(path))))
      for (const words of callsIn(plainText(next.bytes, place))) await search.readCall(words)
  }
  return search.result()
}

/** One hash for a script with all that it calls; that of the script alone where it calls nothing. */
export const hashWithCalled = (hash: string, states: readonly ScriptState[]): string =>
  states.length === 0 ? hash : hashOf(JSON.stringify([hash, ...states.map((state) => [state.name, state.part ?? null, state.hash])]))

class Search {
  private readonly folder: string
  private readonly looked = new Map<string, ProjectFile>()
  private readonly reader = new ScriptReader((path) => this.read(path))
  private calls = 0
  private filesRead = 0
  private bytesLeft = MAX_BYTES
  private isCut = false

  constructor(folder: string) {
    this.folder = folder
  }

  /** No further call is looked at. */
  get isFull(): boolean {
    return this.calls > MAX_CALLS || this.reader.isFull
  }

  /** Something was not looked at. */
  cut(): void {
    this.isCut = true
  }

  result(): CalledFiles {
    // A word that is no path is no file that is missing.
    const states = this.reader.states.filter(({ name, hash }) => hash !== NONE || !name.includes('/') || PLAIN_PATH.test(name))
    return { states: this.isCut && !states.includes(further) ? [...states, further] : states, files: new Map(this.called()) }
  }

  /** Those among the files that may call others. */
  scripts(): readonly Script[] {
    return this.called().flatMap(([path, bytes]) =>
      SCRIPT_NAME.test(path) || bytes.toString('latin1', 0, 2) === '#!' ? [{ path, bytes }] : [],
    )
  }

  async readCall([first = '', ...words]: readonly string[]): Promise<void> {
    // What lies elsewhere on the computer is known by its name.
    const all = [first.includes('/') && !PLAIN_PATH.test(first) ? posix.basename(first) : first, ...words]
    for (const [at, word] of all.entries()) {
      if (this.isFull) return this.cut()
      if (at > 0 && !INTERPRETERS.test(posix.basename(word)) && !(await this.isProgram(word))) continue
      this.calls += 1
      await this.reader.readCall(all.slice(at), this.folder, 0)
    }
  }

  /** What another program is told to run: `timeout 5 ./check.sh`. */
  private async isProgram(word: string): Promise<boolean> {
    if (!PLAIN_PATH.test(word)) return false
    await this.read(resolve(this.folder, word))
    const file = this.looked.get(posix.normalize(word))
    return file?.kind === 'read' && file.executable
  }

  private called(): readonly (readonly [string, Buffer])[] {
    const names = new Set(this.reader.states.flatMap(({ name, part }) => (part === undefined ? [posix.normalize(name)] : [])))
    return [...this.looked].flatMap(([path, file]) => (file.kind === 'read' && names.has(path) ? [[path, file.bytes] as const] : []))
  }

  private async read(absolute: string): Promise<SmallFile> {
    const path = relative(this.folder, absolute).replaceAll(sep, '/')
    if (path === '' || !isInside(this.folder, absolute)) return { kind: 'none' }
    const file = this.looked.get(path) ?? (await this.look(path))
    return file.kind === 'read' ? { kind: 'bytes', bytes: file.bytes } : { kind: file.kind === 'none' ? 'none' : 'unusable' }
  }
  private async look(path: string): Promise<ProjectFile> {
    if (this.looked.size >= MAX_LOOKS || this.filesRead >= MAX_FILES) {
      this.cut()
      return { kind: 'none' }
    }
    const file = await readProjectFile(this.folder, path, this.bytesLeft)
    this.looked.set(path, file)
    if (file.kind === 'read') {
      this.filesRead += 1
      this.bytesLeft -= file.bytes.length
    }
    return file
  }
}
