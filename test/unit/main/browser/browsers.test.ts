import { expect, it } from 'vitest'
import { debuggingPorts } from '../../../../main/browser/browsers'

it('knows from where this very app is driven', () => {
  expect(debuggingPorts(['node', 'app', '--remote-debugging-port', '4444', '--x'], 'ws://127.0.0.1:9333/abc')).toEqual([4444, 9333])
  expect(debuggingPorts(['app', '--remote-debugging-port=5555', '--remote-debugging-port=0'], undefined)).toEqual([5555])
})
