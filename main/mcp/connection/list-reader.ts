import type { PeerLists } from './peer'

/** Lists that change often are read once for all changes, this long after the first. */
const QUIET_MS = 200

export interface ListReaderOptions {
  readonly read: () => Promise<PeerLists>
  /** Hears what a later reading gave. */
  readonly onLists: (lists: PeerLists) => void
  /** Hears why a later reading failed: what was read before stays. */
  readonly onProblem: (error: unknown) => void
}

/** Reads the lists of one connection: never two readings at once, and one more after each change, so that the newest stands. */
export class ListReader {
  private readonly options: ListReaderOptions
  private isReading = false
  /** It changed after the reading that is under way, or was last, had begun. */
  private isStale = false
  private isOver = false
  private timer: NodeJS.Timeout | undefined

  constructor(options: ListReaderOptions) {
    this.options = options
  }

  /** Reads them. Rejects when that cannot be. */
  async read(): Promise<PeerLists> {
    this.isStale = false
    this.isReading = true
    try {
      return await this.options.read()
    } finally {
      this.isReading = false
      this.readSoon()
    }
  }

  /** They are others now: they are read again, soon. */
  changed(): void {
    this.isStale = true
    this.readSoon()
  }

  /** Nothing is read, and nobody hears of anything, any more. */
  stop(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }

  private readSoon(): void {
    if (!this.isStale || this.isReading || this.isOver) return
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.readAgain()
    }, QUIET_MS).unref()
  }

  private async readAgain(): Promise<void> {
    try {
      const lists = await this.read()
      if (!this.isOver) this.options.onLists(lists)
    } catch (error) {
      if (!this.isOver) this.options.onProblem(error)
    }
  }
}
