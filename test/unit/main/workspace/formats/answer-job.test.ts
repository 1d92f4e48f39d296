import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerJob } from '../../../../../main/workspace/formats/answer-job'
import type { ReadingJob } from '../../../../../main/workspace/formats/reading-jobs'
import { runs } from '../../../shared/runs'
import { makeDocx, makePdf, makePng, makeXlsx } from '../../../../support/sample-documents'

const rows = '<sheetData><row><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1" s="1"><v>45000</v></c></row></sheetData>'
const whole: Readonly<Record<string, Uint8Array>> = {
  pdf: makePdf(['one', 'two']),
  docx: makeDocx('<w:p><w:r><w:t>one</w:t></w:r></w:p>'),
  xlsx: makeXlsx([{ name: 'S', xml: rows }]),
  notebook: Buffer.from('{"cells":[{"cell_type":"code","source":"x","outputs":[{"output_type":"stream","text":["a"]}]}]}'),
  image: makePng(60, 20),
}

function jobOf(kind: string, bytes: Uint8Array<ArrayBuffer>): ReadingJob {
  if (kind === 'image') return { kind, bytes, maxEdge: 30, maxBytes: 100_000 }
  if (kind === 'pdf' || kind === 'docx' || kind === 'xlsx' || kind === 'notebook') return { kind, bytes, lastLine: 100 }
  throw new Error(`No job for ${kind}`)
}

it.each(Object.keys(whole))('answers whatever damage a file of the kind %s has', async (kind) => {
  const sample = whole[kind] ?? new Uint8Array()
  const change = fc.record({ at: fc.nat(sample.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.nat(sample.length), async (changes, length) => {
      const bytes = new Uint8Array(sample)
      for (const { at, byte } of changes) bytes[at] = byte
      const answer = await answerJob(jobOf(kind, changes.length % 2 === 0 ? bytes : bytes.slice(0, length)))
      expect(['text', 'image', 'unreadable']).toContain(answer.kind)
    }),
    { numRuns: runs(30) },
  )
})
