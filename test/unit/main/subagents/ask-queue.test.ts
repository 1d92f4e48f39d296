import { expect, it } from 'vitest'
import { AskQueue } from '../../../../main/subagents/ask-queue'
import type { AskAnswer } from '../../../../shared/messages'

const yes: AskAnswer = { response: 'yesButtonClicked' }
const live = () => new AbortController()
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('opens one question at a time, and passes over one that was taken back before its turn', async () => {
  const queue = new AskQueue()
  const opened: string[] = []
  const [first, third] = [Promise.withResolvers<AskAnswer>(), Promise.withResolvers<AskAnswer>()]
  const ask = (name: string, answer: Promise<AskAnswer>, signal: AbortSignal) =>
    queue.ask(() => {
      opened.push(name)
      return { ts: 1, answer }
    }, signal)
  const stopped = live()
  const answers = [ask('first', first.promise, live().signal), ask('third', third.promise, live().signal)]
  const withdrawn = ask('second', new Promise(() => undefined), stopped.signal)
  await settled()
  expect(opened).toEqual(['first'])
  stopped.abort(new Error('Stopped.'))
  await expect(withdrawn).rejects.toThrow('Stopped.')
  first.resolve(yes)
  await settled()
  expect(opened).toEqual(['first', 'third'])
  third.resolve(yes)
  expect(await Promise.all(answers)).toEqual([yes, yes])
  await settled()
  expect(opened).toEqual(['first', 'third'])
})
