import { parentPort } from 'node:worker_threads'
import { answerJob } from './answer-job'
import type { ReadingJob } from './reading-jobs'

// A thread for one job: what a hostile file does to it ends with it.
parentPort?.once('message', (job: ReadingJob) => {
  void answerJob(job).then((answer) => parentPort?.postMessage(answer))
})
