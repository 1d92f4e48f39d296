import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readStdinCommands } from '../../../../main/headless/stdin-commands'

type Heard = readonly unknown[]

/** Feeds chunks, ends the input and gives what the handlers heard, in order. */
function hear(chunks: readonly (string | Buffer)[], openAsk = 5): Promise<Heard[]> {
  const input = new PassThrough()
  const heard: Heard[] = []
  return new Promise((resolve) => {
    readStdinCommands(input, {
      answer: (ts, answer) => {
        heard.push(['answer', ts, answer])
        return ts === openAsk
      },
      queue: (text) => heard.push(['queue', text]),
      cancel: () => heard.push(['cancel']),
      notice: (code, text) => heard.push(['notice', code, text]),
      ended: () => {
        heard.push(['ended'])
        resolve(heard)
      },
    })
    for (const chunk of chunks) input.write(chunk)
    input.end()
  })
}

const line = (command: unknown): string => `${JSON.stringify(command)}\n`

test('takes answers, messages and cancel, and says when nobody is left', async () => {
  const answer = { type: 'askResponse', ts: 5, response: 'messageResponse', text: 'no', images: ['data:,'], files: ['/a'], scope: 'once' }
  expect(await hear([line(answer), line({ type: 'message', text: 'hi' }), line({ type: 'cancel' })])).toEqual([
    ['answer', 5, { response: 'messageResponse', text: 'no', images: ['data:,'], files: ['/a'] }],
    ['queue', 'hi'],
    ['cancel'],
    ['ended'],
  ])
})

test('puts together what comes in pieces, also inside of a character, and takes the last line without its end', async () => {
  const bytes = Buffer.from(line({ type: 'message', text: 'é👍' }).trimEnd())
  const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
  expect(await hear(pieces)).toEqual([['queue', 'é👍'], ['ended']])
})

test('a line separator inside a text ends no line, and empty lines are nothing', async () => {
  expect(await hear(['\n \r\n', '{"type":"message","text":"a\u2028b"}\r\n'])).toEqual([['queue', 'a\u2028b'], ['ended']])
})

test('an answer to an ask that is not open is refused', async () => {
  const [, notice] = await hear([line({ type: 'askResponse', ts: 4, response: 'yesButtonClicked' })])
  expect(notice).toEqual(['notice', 'stale_answer', 'The ask 4 is not open any more, so the answer to it changed nothing.'])
})

test.each([
  ['no JSON', '{"type":"cancel"', 'is no JSON'],
  ['an unknown type', line({ type: 'approve' }), 'at type'],
  ['an unknown response', line({ type: 'askResponse', ts: 5, response: 'yes' }), 'at response'],
  ['an answer without its ask', line({ type: 'askResponse', response: 'yesButtonClicked' }), 'at ts'],
  ['an unknown scope', line({ type: 'askResponse', ts: 5, response: 'yesButtonClicked', scope: 'forever' }), 'at scope'],
  ['a message without words', line({ type: 'message' }), 'at text'],
  ['a list', '[1]\n', 'is no command'],
])('%s is told of and changes nothing', async (_, text, words) => {
  const heard = await hear([text])
  expect(heard).toEqual([['notice', 'bad_command', expect.stringContaining(words)], ['ended']])
})

test('what follows a bad line is still taken', async () => {
  expect((await hear(['nonsense\n', line({ type: 'cancel' })])).slice(1)).toEqual([['cancel'], ['ended']])
})

test('an input that breaks is told of, and then nobody is there', async () => {
  const input = new PassThrough()
  const heard: unknown[] = []
  const ended = new Promise<void>((resolve) =>
    readStdinCommands(input, {
      answer: () => true,
      queue: () => undefined,
      cancel: () => undefined,
      notice: (code) => heard.push(code),
      ended: resolve,
    }),
  )
  input.destroy(new Error('gone'))
  await ended
  expect(heard).toEqual(['stdin_failed'])
})
