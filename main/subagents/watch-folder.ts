import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import { systemCode } from '../workspace/system-errors'

export interface FolderWatchOptions {
  /** Something in the folder is another, or the folder came or went. */
  readonly changed: () => void
  /** The system refuses it, with its code: nothing more is told of the folder. */
  readonly refused: (code: string) => void
}

/** How often a place may vanish between the look at it and its watcher. */
const MAX_TRIES = 20

/** Watches a folder (absolute path) from now on; while it is not there, the nearest one above it. */
export class FolderWatch {
  private readonly folder: string
  private readonly options: FolderWatchOptions
  private watcher: FSWatcher | undefined
  private place: Place | undefined
  private closed = false

  constructor(folder: string, options: FolderWatchOptions) {
    this.folder = folder
    this.options = options
    this.settle()
  }

  close(): void {
    this.closed = true
    this.watcher?.close()
  }

  /** Goes where it has to be now. A place that comes or goes while this is done is looked at once more. */
  private settle(): void {
    for (let tries = 0; tries < MAX_TRIES && !this.closed; tries++) {
      const nearest = nearestTo(this.folder)
      if (nearest === undefined || isSame(nearest, this.place)) return
      this.watcher?.close()
      this.place = nearest
      if (!this.begin(nearest.path)) return
    }
  }

  /** False when the system refuses for good. */
  private begin(path: string): boolean {
    try {
      this.watcher = watch(path, { persistent: false }, (_event, name) => this.happened(path, name))
      // Of a place that goes away some systems tell an error.
      this.watcher.on('error', () => this.happened(path, null))
      return true
    } catch (error) {
      const code = systemCode(error)
      if (code === undefined) throw error
      this.place = undefined
      if (code === 'ENOENT') return true
      this.options.refused(code)
      return false
    }
  }

  private happened(path: string, name: string | null): void {
    if (this.closed || this.place?.path !== path) return
    const isFolder = path === this.folder
    const [next] = relative(path, this.folder).split(sep)
    if (!isFolder && name !== null && name !== next && name !== basename(path)) return
    this.settle()
    if (isFolder || this.place.path === this.folder) this.options.changed()
  }
}

interface Place {
  readonly path: string
  /** Another folder may come to stand there. */
  readonly id: string
}

const isSame = (one: Place, other: Place | undefined): boolean => one.path === other?.path && one.id === other.id

function nearestTo(folder: string): Place | undefined {
  for (let path = folder; ; path = dirname(path)) {
    const id = folderId(path)
    if (id !== undefined) return { path, id }
    if (dirname(path) === path) return undefined
  }
}

function folderId(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stats?.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}
