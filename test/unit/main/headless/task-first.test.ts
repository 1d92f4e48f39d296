import { expect, test } from 'vitest'
import type { HeadlessEvent } from '../../../../main/headless/events'
import { taskFirst } from '../../../../main/headless/task-first'
import { inProject, message } from './support/print-events'

const words = (ts: number): HeadlessEvent => message({ ts, type: 'say', say: 'text', text: 'x' })

test('the task is told first, then what came before it, in order, and from then on everything at once', () => {
  const told: HeadlessEvent[] = []
  const output = taskFirst({ tell: (event) => told.push(event) })
  output.tell(words(1))
  output.tell(words(2))
  expect(told).toEqual([])
  output.tell(inProject)
  expect(told).toEqual([inProject, words(1), words(2)])
  output.tell(words(3))
  expect(told.at(-1)).toEqual(words(3))
})
