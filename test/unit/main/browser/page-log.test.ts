import { expect, it } from 'vitest'
import { PageLog } from '../../../../main/browser/page-log'

it('keeps the log of a page within its room', () => {
  const log = new PageLog()
  for (let line = 0; line < 5_000; line += 1) log.print('log', `line ${line} ${'x'.repeat(5_000)}\n\u001b[31m`)
  for (let note = 0; note < 100; note += 1) log.note(`note ${note}`)
  log.note('note 1')
  const { logs, notes } = log.take()
  expect(logs.split('\n')).toHaveLength(101)
  expect(logs.length).toBeLessThan(120_000)
  expect(logs).not.toContain('\u001b')
  expect(logs).toContain('(4900 lines left out)')
  expect(notes).toHaveLength(21)
  expect(notes[1]).toBe('note 1 (2 times)')
  expect(notes.at(-1)).toBe('And 80 more.')
  expect(log.take()).toEqual({ logs: '', notes: [] })
})
