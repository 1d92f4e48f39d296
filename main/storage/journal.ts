import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './folders'
import { type JournalContent, type JournalScan, MAX_LINE_BYTES, scanJournal } from './journal-reader'
import { encodeRecord } from './journal-record'
import { StorageError, ignoreTold, systemCode, toStorageError } from './storage-error'

/** An append-only log with one writer. */
export interface Journal {
  /** Takes the record as it is now. It is on the disk within a second, or when a `flush` resolves. Costs what the record costs. */
  append(record: object): void
  /**
   * Resolves once everything appended before is durable. Rejects with a StorageError when it cannot be written;
   * nothing is lost then: it is kept, and written by the next flush that works.
   */
  flush(): Promise<void>
  /** Flushes and lets the file go; the file is let go even when the flush rejects. */
  close(): Promise<void>
}

/** What the journal needs of an open file; a test hands in one that fails. */
export interface JournalFile {
  write(bytes: Buffer, offset: number, length: number): Promise<{ bytesWritten: number }>
  datasync(): Promise<void>
  truncate(length: number): Promise<void>
  stat(): Promise<{ size: number; nlink: number }>
  close(): Promise<void>
}

export interface JournalOptions {
  /** Records cannot be written: called once when that begins. They are kept and tried again. */
  readonly onFailure?: (error: StorageError) => void
  /** They could be written after all. */
  readonly onRecovered?: () => void
  readonly openFile?: (path: string) => Promise<JournalFile>
  readonly now?: () => number
}

export interface OpenedJournal extends JournalContent {
  readonly journal: Journal
}

const FLUSH_AFTER_MS = 1_000
const FLUSH_AFTER_BYTES = 4_096
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 10_000

/** Reads a journal and goes on with it; makes it when there is none. Only for the holder of the task's lock. Rejects with a StorageError. */
export async function openJournal(path: string, options: JournalOptions = {}): Promise<OpenedJournal> {
  try {
    const scan = await scanOrCreate(path)
    const file = await (options.openFile ?? openForAppend)(path)
    const { size, nlink } = await file.stat()
    const journal = new FileJournal({ path, file, size, scan, options, countsLinks: nlink > 0 })
    return { journal, records: scan.records, damage: scan.damage }
  } catch (cause) {
    throw toStorageError(cause, path)
  }
}

interface Start {
  readonly path: string
  readonly file: JournalFile
  readonly size: number
  readonly scan: JournalScan
  readonly options: JournalOptions
  readonly countsLinks: boolean
}

class FileJournal implements Journal {
  readonly #start: Start
  #nextSeq: number
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false
  /** Length of the file up to which everything is known to be whole and durable. */
  #size: number
  /** The part up to there ends within a line: a newline comes first. */
  #endsInLine: boolean
  /** Bytes of a failed write that may stand behind it, in whole or in part. */
  #unclearBytes = 0

  constructor(start: Start) {
    this.#start = start
    this.#nextSeq = start.scan.nextSeq
    this.#size = start.size
    this.#endsInLine = start.scan.endsInLine
  }

  append(record: object): void {
    if (this.#closed) throw new Error(`The journal ${this.#start.path} was closed before this record`)
    const line = encodeRecord(this.#nextSeq, (this.#start.options.now ?? Date.now)(), record)
    if (line.length > MAX_LINE_BYTES) throw new RangeError('A journal record is larger than what can be read back')
    this.#nextSeq++
    this.#waiting.push(line)
    this.#waitingBytes += line.length
    // While writing fails only the timer tries again: a full disk is not asked at every word.
    if (this.#failures === 0 && this.#waitingBytes >= FLUSH_AFTER_BYTES) this.#flushInBackground()
    else this.#timer ??= setTimeout(() => this.#flushInBackground(), FLUSH_AFTER_MS)
  }

  flush(): Promise<void> {
    if (this.#waiting.length === 0) return this.#running ?? Promise.resolve()
    // Everyone who asks while a write runs shares the one that follows it.
    this.#next ??= this.#settled().then(() => {
      this.#next = undefined
      this.#running = this.#commit().finally(() => {
        this.#running = undefined
      })
      return this.#running
    })
    return this.#next
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    try {
      await this.flush()
    } finally {
      clearTimeout(this.#timer)
      await this.#settled()
      await this.#start.file.close()
    }
  }

  /** Resolves when no write runs; whoever asked for that write hears how it went. */
  #settled(): Promise<void> {
    return (this.#running ?? Promise.resolve()).then(nothing, nothing)
  }

  #flushInBackground(): void {
    // A failure was told through onFailure, and the records are kept.
    this.flush().catch(ignoreTold)
  }

  async #commit(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    try {
      await this.#write(batch)
    } catch (cause) {
      this.#waiting = [...batch, ...this.#waiting]
      this.#waitingBytes = this.#waiting.reduce((sum, line) => sum + line.length, 0)
      throw this.#failed(toStorageError(cause, this.#start.path))
    }
    if (this.#failures === 0) return
    this.#failures = 0
    this.#start.options.onRecovered?.()
  }

  #failed(error: StorageError): StorageError {
    this.#failures++
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#closed) {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS)
      this.#timer = setTimeout(() => this.#flushInBackground(), wait)
      // A full disk must not keep a program from ending.
      this.#timer.unref()
    }
    if (this.#failures === 1) this.#start.options.onFailure?.(error)
    return error
  }

  async #write(lines: readonly Buffer[]): Promise<void> {
    const { file, path, countsLinks } = this.#start
    await this.#healEnd()
    const bytes = Buffer.concat(this.#endsInLine ? [Buffer.from('\n'), ...lines] : lines)
    this.#unclearBytes = bytes.length
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written)
      written += bytesWritten
    }
    await file.datasync()
    // Writing goes on without an error into a file that was deleted under it.
    if (countsLinks && (await file.stat()).nlink === 0) throw new StorageError('missing', path)
    this.#size += bytes.length
    this.#endsInLine = false
    this.#unclearBytes = 0
  }

  /** After a failed write: takes back what is there of it; where that is refused, or is not ours alone, a newline ends it. */
  async #healEnd(): Promise<void> {
    if (this.#unclearBytes === 0) return
    const { file } = this.#start
    const { size } = await file.stat()
    const isOurs = size <= this.#size + this.#unclearBytes
    if (size > this.#size && !(isOurs && (await truncated(file, this.#size)))) {
      this.#size = size
      this.#endsInLine = true
    }
    this.#unclearBytes = 0
  }
}

const nothing = (): void => undefined

/** An append-only file may be written to and not be shortened. */
async function truncated(file: JournalFile, length: number): Promise<boolean> {
  try {
    await file.truncate(length)
    return true
  } catch (error) {
    if (systemCode(error) === 'EPERM' || systemCode(error) === 'EINVAL') return false
    throw error
  }
}

async function scanOrCreate(path: string): Promise<JournalScan> {
  try {
    return await scanJournal(path)
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'missing') throw error
  }
  const created: FileHandle = await open(path, 'ax', 0o600)
  try {
    await created.chmod(0o600)
    await created.sync()
  } finally {
    await created.close()
  }
  await syncFolder(dirname(path))
  return { records: [], damage: { skippedRecords: 0, tornTail: false }, nextSeq: 1, endsInLine: false }
}

const openForAppend = (path: string): Promise<JournalFile> => open(path, 'a', 0o600)
