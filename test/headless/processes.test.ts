import { describe, expect, test } from 'vitest'
import { processesWith } from '../support/processes'
import { call, command, complete, openPlace } from './support/place'

const WATCHER = 'echo watching; sleep 86491'

describe('the commands of a run', () => {
  test.skipIf(process.platform !== 'linux')('are started by the helper that was built along', async () => {
    const place = await openPlace([{ pieces: [command('tr "\\0" " " < /proc/$PPID/cmdline')] }, complete()])
    const ended = await place.run(['--auto-approve', 'all', '--on-ask', 'approve'], 'Look.')
    expect(ended.status).toBe(0)
    expect(JSON.stringify(place.server.requests[1]?.body)).toMatch(/out\/main\/spawn-helper\.js/)
  })

  test('that wait for input are ended after a while: nobody is there to type', async () => {
    const place = await openPlace([{ pieces: [command('printf "Go on? "; read answer; echo "$answer"')] }, complete()])
    const ended = await place.run(['--auto-approve', 'all', '--on-ask', 'approve'], 'Ask.')
    expect(ended.status).toBe(0)
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain('nobody is there to type')
  })

  test('in the background are told of, and are gone at the end', async () => {
    const inBackground = call('execute_command', { command: WATCHER, background: true })
    const place = await openPlace([{ pieces: [inBackground] }, complete()])
    const ended = await place.run(['--auto-approve', 'all', '--on-ask', 'approve'], 'Watch.')
    expect(ended.status).toBe(0)
    expect(JSON.stringify(place.server.requests[1]?.body)).toContain(`It runs in the background as the job`)
    expect(processesWith('sleep\u000086491')).toEqual([])
  })
})
