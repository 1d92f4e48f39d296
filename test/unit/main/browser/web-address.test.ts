import { describe, expect, it } from 'vitest'
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
