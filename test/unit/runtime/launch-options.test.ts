import { expect, it } from 'vitest'
import { readLaunchOptions } from '../../runtime/launch-options'

it('reads what Playwright passes, and leaves the rest to the app', () => {
  const argv = ['--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '--offscreen', '/app', '--data-dir', '/d', '--cwd=/c']
  expect(readLaunchOptions(argv)).toEqual({
    appPath: '/app',
    appArgs: ['--data-dir', '/d', '--cwd=/c'],
    offscreen: true,
    debuggingPort: '0',
    inspectPort: 0,
  })
})

it('opens nothing for others by itself', () => {
  expect(readLaunchOptions(['/app'])).toEqual({ appPath: '/app', appArgs: [], offscreen: false })
})
