import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChangedBy, TaskChange } from '../../shared/task-changes'
import type { HiddenFiles, ReadHiddenFiles } from '../workspace/hidden-files'
import { isInside } from '../workspace/resolve-path'
import { groupPaths } from './group-paths'
import type { ImageStore } from './image-store'
import { createKeptContents, type KeptContents } from './kept-contents'
import { changedPaths, type ListProject, type Scan, scanProject, type Stamp, stampOf } from './project-scan'
import type { FileSpace } from './undo'

/** A change that was found by looking, not made by a tool. Contents by sha-256; null when there is no file. */
export interface FoundChange {
  /** Relative to the project's folder, with `/`. */
  readonly path: string
  readonly real: string
  readonly by: ChangedBy
  readonly before: string | null
  readonly after: string | null
  readonly unkept?: string
  readonly kind: TaskChange['kind']
}

export interface CommandWatchParts {
  /** Real path of the project's folder. */
  readonly cwd: string
  readonly images: ImageStore
  readonly files: FileSpace
  readonly list: ListProject
  /** What no content is kept of, because no tool may touch it. */
  readonly hidden: ReadHiddenFiles
  readonly found: (changes: readonly FoundChange[]) => Promise<void>
}

/** A command waits at most this long for what files hold to be kept; in a large project that goes on beside it. */
const KEEP_WAIT_MS = 300
const NOT_KEPT = 'What it held before was not kept: it is large, or the project is.'
const TOO_LARGE = 'What it holds was not kept: it is large, or may not be read.'
const NO_FILE = { hash: null, isKept: true } as const
const OUT_OF_REACH = 'What it held was not kept: it is out of reach by .clineignore.'

/** Tells what commands changed in the project, and what the person changed between them, by looking before and after. */
export class CommandWatch {
  private readonly parts: CommandWatchParts
  private readonly kept: KeptContents
  private last: Map<string, Stamp> | undefined
  private running = 0
  private failure: Error | undefined
  private keeping: Promise<void> = Promise.resolve()
  /** One look at a time: commands may overlap. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(parts: CommandWatchParts) {
    this.parts = parts
    this.kept = createKeptContents(parts.cwd, parts.images, parts.files)
  }

  /** Before a command that may write. What changed since the last look, while no command ran, was the person. */
  begin(): Promise<void> {
    return this.inTurn(async () => {
      await this.look(this.running > 0 ? 'command' : 'person')
      await Promise.race([this.keeping, delay(KEEP_WAIT_MS, undefined, { ref: false })])
      // Only now: where this fails, the command does not run.
      this.running += 1
    })
  }

  /** When it has exited and something that it started goes on. The look goes on beside whatever follows: `idle` tells when it is over. */
  glance(): void {
    this.beside(() => this.look('command'))
  }

  /** After it has ended, with all it started. The look goes on beside whatever follows. */
  end(): void {
    this.beside(async () => {
      this.running -= 1
      await this.look('command')
    })
  }

  private beside(work: () => Promise<void>): void {
    this.inTurn(work).catch((error: unknown) => {
      this.failure = error instanceof Error ? error : new Error(String(error))
    })
  }

  /** Resolves once no look is going on. Rejects with what made the last one fail. */
  async idle(): Promise<void> {
    await this.turn
    const { failure } = this
    this.failure = undefined
    if (failure) throw failure
  }

  /** Resolves once what files hold is kept. */
  settled(): Promise<void> {
    return this.keeping
  }

  /** A tool of the agent wrote this file: that is no change of a command or of the person. */
  wrote(real: string, hash: string | null): void {
    if (!this.last || !isInside(this.parts.cwd, real)) return
    const path = relative(this.parts.cwd, real)
    const stamp = hash === null ? undefined : stampOf(real)
    if (stamp && hash !== null) {
      this.last.set(path, stamp)
      this.kept.note(path, stamp, hash)
    } else this.last.delete(path)
  }

  private async look(by: ChangedBy): Promise<void> {
    const [now, hidden] = await Promise.all([scanProject(this.parts.cwd, this.parts.list), this.parts.hidden()])
    const before = this.last
    this.last = now
    if (!now) return
    if (before) {
      const changes = await this.describeAll({ before, now, by, hidden })
      if (changes.length > 0) await this.parts.found(changes)
    }
    this.keeping = this.kept.keep(new Map(now), (real) => hidden.hides(real))
    // Whoever waits for it hears of a failure; what is not kept is said where it is missed.
    this.keeping.catch(() => undefined)
  }

  private async describeAll(look: Look): Promise<readonly FoundChange[]> {
    const { single, folders } = groupPaths(changedPaths(look.before, look.now))
    const changes = folders.map((folder) => this.describeFolder(folder, look))
    for (const path of single) {
      const change = await this.describe(path, look)
      if (change) changes.push(change)
    }
    return changes
  }

  /** Of thousands of files nobody looks at each, nor wants all of them copied. */
  private describeFolder({ path, count }: { readonly path: string; readonly count: number }, { before, by }: Look): FoundChange {
    const prefix = path === '.' ? '' : `${path}/`
    const isNew = prefix !== '' && [...before.keys()].every((each) => !each.startsWith(prefix))
    const unkept = `${count.toLocaleString('en')} files in it were changed at once: too many to keep what each of them held.`
    const real = join(this.parts.cwd, path)
    return { path: path === '.' ? path : prefix, real, by, before: null, after: null, unkept, kind: isNew ? 'created' : 'edited' }
  }

  private async describe(path: string, { before: earlier, by, hidden }: Look): Promise<FoundChange | undefined> {
    const real = join(this.parts.cwd, path)
    const old = earlier.get(path)
    const stamp = stampOf(real)
    const kind = !old ? 'created' : stamp ? 'edited' : 'deleted'
    const found = { path, real, by, kind } as const
    if (hidden.hides(real)) return { ...found, before: null, after: null, unkept: OUT_OF_REACH }
    const contents = await this.contentsOf(path, old, stamp)
    return contents && { ...found, ...contents }
  }

  /** From what to what; undefined for a file that was only touched. */
  private async contentsOf(
    path: string,
    old: Stamp | undefined,
    stamp: Stamp | undefined,
  ): Promise<Pick<FoundChange, 'before' | 'after' | 'unkept'> | undefined> {
    const held = old ? this.kept.contentAt(path, old) : NO_FILE
    const before = held?.hash ?? null
    const after = stamp ? await this.kept.take(path, stamp) : null
    if (held && before === after) return undefined
    if (!held?.isKept) return { before, after: after ?? null, unkept: NOT_KEPT }
    return after === undefined ? { before, after: null, unkept: TOO_LARGE } : { before, after }
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.turn.then(work)
    // The one who asked hears of a failure; the next look is not stopped by it.
    this.turn = result.catch(() => undefined)
    return result
  }
}

/** What was found on the disk, beside what stood there before. */
interface Look {
  readonly before: Scan
  readonly now: Scan
  readonly by: ChangedBy
  readonly hidden: HiddenFiles
}
