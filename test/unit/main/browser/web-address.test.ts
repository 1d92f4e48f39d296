import { describe, expect, it } from 'vitest'
import { debuggingPorts } from '../../../../main/browser/browsers'
import { customArgs } from '../../../../main/browser/custom-args'
import { PageLog } from '../../../../main/browser/page-log'
import { parseWebAddress } from '../../../../main/browser/web-address'

describe('an address for the browser', () => {
  it.each([
    ['http://localhost:3000/a?b#c', 'localhost', 'localhost:3000', 'http://localhost:3000/a?b#c'],
    ['localhost:5173', 'localhost', 'localhost:5173', 'http://localhost:5173/'],
    ['app.localhost', 'app.localhost', 'app.localhost', 'http://app.localhost/'],
    ['[::1]:3000/a', '::1', '[::1]:3000', 'http://[::1]:3000/a'],
    ['127.0.0.2:80?b', '127.0.0.2', '127.0.0.2', 'http://127.0.0.2/?b'],
    ['127.0.0.1:80/x', '127.0.0.1', '127.0.0.1', 'http://127.0.0.1/x'],
    ['https://GOOD.test./', 'good.test', 'good.test', 'https://good.test./'],
    ['https://good.test\\@sink.test', 'good.test', 'good.test', 'https://good.test/@sink.test'],
    ['https://good.test.sink.test', 'good.test.sink.test', 'good.test.sink.test', 'https://good.test.sink.test/'],
    ['https://g\u043eod.test/', 'xn--god-sed.test', 'xn--god-sed.test', 'https://xn--god-sed.test/'],
    ['http://0x7f.1:8080/', '127.0.0.1', '127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['http://[::1]:3000/', '::1', '[::1]:3000', 'http://[::1]:3000/'],
  ])('%s leads to %s', (text, host, place, url) => {
    expect(parseWebAddress(text)).toMatchObject({ ok: true, value: { host, place, url } })
  })

  it.each([
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'chrome://settings',
    'view-source:http://good.test',
    'data:text/html,x',
    'javascript:1',
    'javascript:1//http://good.test',
    'about:blank',
    'blob:http://good.test/1',
    'filesystem:http://good.test/1',
    'ftp://good.test/',
    'ws://localhost:1/',
    'devtools://devtools/bundled/inspector.html',
    'https://good.test@sink.test/',
    'https://user:secret@good.test/',
    'good.test',
    '//good.test',
    '',
    'http://',
    `http://good.test/${'x'.repeat(9_000)}`,
  ])('%s is refused', (text) => {
    expect(parseWebAddress(text)).toMatchObject({ ok: false })
  })
})

it('passes no argument on that opens the browser to others', () => {
  expect(customArgs('--lang=de --force-dark-mode "--window-name=a b"').taken).toEqual([
    '--lang=de',
    '--force-dark-mode',
    '--window-name=a b',
  ])
  const bad = [
    '--no-sandbox',
    '--No-Sandbox',
    '--remote-debugging-port=9222',
    '--remote-debugging-address=0.0.0.0',
    '--user-data-dir=/home/mira/.config/chrome',
    '--proxy-server=evil.test',
    '--disable-web-security',
    '--load-extension=/tmp/x',
    '--host-resolver-rules=MAP * 1.2.3.4',
    'http://evil.test',
    '--disable-setuid-sandbox',
  ]
  expect(customArgs(bad.map((word) => `"${word}"`).join(' '))).toEqual({ taken: [], refused: bad })
})

it('knows from where this very app is driven', () => {
  expect(debuggingPorts(['node', 'app', '--remote-debugging-port', '4444', '--x'], 'ws://127.0.0.1:9333/abc')).toEqual([4444, 9333])
  expect(debuggingPorts(['app', '--remote-debugging-port=5555', '--remote-debugging-port=0'], undefined)).toEqual([5555])
})

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
