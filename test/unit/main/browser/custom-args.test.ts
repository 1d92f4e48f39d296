import { expect, it } from 'vitest'
import { customArgs } from '../../../../main/browser/custom-args'

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
