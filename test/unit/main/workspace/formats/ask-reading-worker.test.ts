import { expect, it } from 'vitest'
import { askReadingWorker } from '../../../../../main/workspace/formats/ask-reading-worker'
import { makePdf } from '../../../../support/sample-documents'

const signal = new AbortController().signal
const job = () => ({ kind: 'pdf', bytes: new Uint8Array(makePdf(['x'])), lastLine: 10 }) as const

it('gives up a job that takes too long', async () => {
  const answer = await askReadingWorker(job(), signal, { maxMs: 1, maxBytes: Number.POSITIVE_INFINITY })
  expect(answer).toEqual({ kind: 'unreadable', reason: 'takes too long to read, so reading it was given up' })
})

it('gives up a job that takes too much memory', async () => {
  const answer = await askReadingWorker(job(), signal, { maxMs: 60_000, maxBytes: 1 })
  expect(answer).toEqual({ kind: 'unreadable', reason: 'takes too much memory to read, so reading it was given up' })
})
