import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, complete, openPlace } from './support/place'

describe('commands in the built program', () => {
  test('pass unasked where the grammar and the tables know that they only read', async () => {
    const line = 'for f in *; do echo "$f"; done && ls -la 2>/dev/null | grep -c . || true'
    const place = await openPlace([{ pieces: [command(line, false)] }, complete('Looked.')])
    const ended = await place.run(['--on-ask', 'nobody'], 'Look around.')
    expect(ended.status).toBe(0)
  })

  test('ask where one of them writes, and nothing was run', async () => {
    const place = await openPlace([{ pieces: [command('ls && touch made.txt', false)] }, complete('Done.')])
    const ended = await place.run(['--on-ask', 'nobody'], 'Make it.')
    expect(ended.status).toBe(3)
    expect(existsSync(join(place.cwd, 'made.txt'))).toBe(false)
  })

  test('are refused when everything is approved and they would delete what holds the project', async () => {
    const place = await openPlace([{ pieces: [command('rm -rf ..', false)] }, complete('Done.')])
    const ended = await place.run(['--on-ask', 'nobody', '--auto-approve', 'all'], 'Clean up.')
    expect(ended.status).toBe(0)
    expect(existsSync(place.cwd)).toBe(true)
    expect(JSON.stringify(ended.events)).toContain('which holds the project')
  })
})
