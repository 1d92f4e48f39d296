import type { FakeBridge } from '../fake-bridge'
import { NOW } from './sample-rows'

const PIECE_MS = 40

/** A reply that comes word by word, for ever, so that scrolling can be tried. */
export function playReply(bridge: FakeBridge): void {
  const ts = NOW + 1
  const words =
    'The loop is right now. I write the tests next, beginning with the empty list, `sum([])`, then one price.\n\n- and a point\n- and another\n\n'.split(
      /(?<= )/,
    )
  let at = 0
  setTimeout(() => bridge.pushOps({ op: 'row.add', row: { ts, type: 'say', say: 'text', text: '', partial: true } }), PIECE_MS)
  setInterval(() => bridge.pushOps({ op: 'row.append', ts, field: 'text', append: words[at++ % words.length] }), PIECE_MS)
}

/** A command whose progress bar moves in place, in colour, with a link. */
export function playCommand(bridge: FakeBridge): void {
  let offset = 0
  let percent = 0
  bridge.answerWith('terminal.open', () => ({ ok: true, value: { data: '', offset: 0, cols: 100, rows: 30 } }))
  const write = (data: string) => {
    bridge.push('terminal.data', { terminalId: 't1', offset, data })
    offset += data.length
  }
  setTimeout(
    () =>
      write(
        '\u001b[1m> orders@2.3.0 build\u001b[0m\r\n> vite build\r\n\r\n\u001b[38;2;200;90;20mtrue colour\u001b[0m and \u001b[32mgreen\u001b[0m\r\n',
      ),
    200,
  )
  setInterval(() => {
    percent = Math.min(100, percent + 2)
    const filled = Math.round(percent / 4)
    write(`\r\u001b[36mtransforming\u001b[0m [${'#'.repeat(filled)}${'-'.repeat(25 - filled)}] ${percent} %`)
  }, 60)
}
