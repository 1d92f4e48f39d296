import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AnswerTo, ReadingJob } from './reading-jobs'

export interface WorkerLimits {
  readonly maxMs: number
  /** Growth of the memory of the whole process. */
  readonly maxBytes: number
}

const LIMITS: WorkerLimits = { maxMs: 20_000, maxBytes: 900 * 1024 * 1024 }
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const WATCH_MS = 50

/**
 * Has a job done by a thread of its own, which is ended when it takes too long or too much. Its `bytes` go over and are not to be used again.
 * Rejects only when cancelled.
 */
export async function askReadingWorker<Job extends ReadingJob>(job: Job, signal: AbortSignal, limits = LIMITS): Promise<AnswerTo<Job>> {
  signal.throwIfAborted()
  const worker = new Worker(workerFile(), { resourceLimits: HEAP, stdout: true, stderr: true })
  const before = process.memoryUsage.rss()
  const started = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<Job>>()
  const refuse = (reason: string): void => resolve({ kind: 'unreadable', reason })
  const cancel = (): void => reject(signal.reason)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > limits.maxBytes) refuse('takes too much memory to read, so reading it was given up')
    if (performance.now() - started > limits.maxMs) refuse('takes too long to read, so reading it was given up')
  }, WATCH_MS)
  signal.addEventListener('abort', cancel, { once: true })
  worker.once('message', (answer: AnswerTo<Job>) => resolve(answer))
  worker.once('error', (error) => refuse(reasonOf(error)))
  worker.once('exit', () => refuse('could not be read: the thread that read it ended early'))
  worker.postMessage(job, 'bytes' in job ? [job.bytes.buffer] : [])
  try {
    return await promise
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', cancel)
    await worker.terminate()
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'takes too much memory to read, so reading it was given up'
    : `could not be read (${error instanceof Error ? error.message : String(error)})`
}

/** Beside the bundle that this is part of, or beside this source. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return join(here, '..', 'reading-worker.ts')
  const folder = join(here, '..')
  return join(folder.endsWith(`${sep}chunks`) ? join(folder, '..') : folder, 'reading-worker.js')
}
