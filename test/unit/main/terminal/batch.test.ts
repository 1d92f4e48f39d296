import { expect, it } from 'vitest'
import { createBatch } from '../../../../main/terminal/batch'

it('hands on all that came, and of too much the newest whole lines', () => {
  const told: string[] = []
  const batch = createBatch(60_000, 20, (text) => told.push(text))
  for (const line of ['one\n', 'two\n']) batch.add(line)
  batch.flush()
  for (let line = 0; line < 1000; line += 1) batch.add(`line ${line}\n`)
  batch.add('the end\n')
  batch.flush()
  batch.add('x'.repeat(50))
  batch.flush()
  batch.flush()
  expect(told).toEqual(['one\ntwo\n', '…\nline 999\nthe end\n', `…\n${'x'.repeat(20)}`])
})
