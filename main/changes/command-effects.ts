import { isAbsolute, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChangedBy } from '../../shared/task-changes'
import type { ImageStore } from './image-store'
import { createKeptContents, type KeptContents } from './kept-contents'
import { changedPaths, isSame, type ListProject, type Scan, scanProject, stampOf } from './project-scan'
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
}

export interface CommandWatchParts {
  /** Real path of the project's folder. */
  readonly cwd: string
  readonly images: ImageStore
  readonly files: FileSpace
  readonly list: ListProject
  readonly found: (changes: readonly FoundChange[]) => Promise<void>
}

/** A command waits at most this long for what files hold to be kept; in a large project that goes on beside it. */
const KEEP_WAIT_MS = 300
const NOT_KEPT = 'What it held before was not kept: it is large, or the project is.'

/** Tells what commands changed in the project, and what the person changed between them, by looking before and after. */
export class CommandWatch {
  private readonly parts: CommandWatchParts
  private readonly kept: KeptContents
  private last: Scan | undefined
  private running = 0
  private failure: Error | undefined
  private keeping: Promise<void> = Promise.resolve()
  /** One look at a time: commands may overlap. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(parts: CommandWatchParts) {
    this.parts = parts
    this.kept = createKeptContents(parts.cwd, parts.images)
  }

  /** Before a command that may write. What changed since the last look, while no command ran, was the person. */
  begin(): Promise<void> {
    return this.inTurn(async () => {
      await this.look(this.running > 0 ? 'command' : 'person')
      this.running += 1
      await Promise.race([this.keeping, delay(KEEP_WAIT_MS, undefined, { ref: false })])
    })
  }

  /** After it has ended. The look goes on beside whatever follows: `idle` tells when it is over. */
  end(): void {
    this.inTurn(async () => {
      this.running -= 1
      await this.look('command')
    }).catch((error: unknown) => {
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
    const path = relative(this.parts.cwd, real)
    if (!this.last || path.startsWith('..') || isAbsolute(path)) return
    const stamp = hash === null ? undefined : stampOf(real)
    const next = new Map(this.last)
    if (stamp && hash !== null) {
      next.set(path, stamp)
      this.kept.note(path, stamp, hash)
    } else next.delete(path)
    this.last = next
  }

  private async look(by: ChangedBy): Promise<void> {
    const now = await scanProject(this.parts.cwd, this.parts.list)
    const before = this.last
    this.last = now
    if (!now) return
    if (before) {
      const changes: FoundChange[] = []
      for (const path of changedPaths(before, now)) {
        const change = await this.describe(path, { before, by })
        if (change) changes.push(change)
      }
      if (changes.length > 0) await this.parts.found(changes)
    }
    this.keeping = this.kept.keep(now)
    // Whoever waits for it hears of a failure; what is not kept is said where it is missed.
    this.keeping.catch(() => undefined)
  }

  private async describe(
    path: string,
    { before, by }: { readonly before: Scan; readonly by: ChangedBy },
  ): Promise<FoundChange | undefined> {
    const real = join(this.parts.cwd, path)
    const old = before.get(path)
    const held = old ? this.kept.hashAt(path, old) : null
    const stamp = stampOf(real)
    const bytes = stamp && (await this.parts.files.read(real))
    const after = Buffer.isBuffer(bytes) ? await this.parts.images.put(bytes) : null
    if (stamp && after !== null && isSame(stamp, stampOf(real))) this.kept.note(path, stamp, after)
    // Touched, and not changed.
    if (held === after) return undefined
    return { path, real, by, before: held ?? null, after, ...(held === undefined ? { unkept: NOT_KEPT } : {}) }
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.turn.then(work)
    // The one who asked hears of a failure; the next look is not stopped by it.
    this.turn = result.catch(() => undefined)
    return result
  }
}
