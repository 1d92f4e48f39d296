import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nativeName } from '../../main/mcp/tools/tool-names'
import { dataPaths } from '../../main/storage/data-dir'
import { eventually } from '../support/eventually'
import { faulty } from '../support/mcp/test-hub'
import { processesWith } from '../support/processes'
import { call, complete, openPlace, type Place } from './support/place'

const say = nativeName({ server: 'helper', tool: 'say' })

async function givenServers(place: Place, mcpServers: Readonly<Record<string, unknown>>): Promise<string[]> {
  const file = join(place.home, 'run-settings.json')
  await writeFile(file, JSON.stringify({ mcpServers }))
  return ['--settings', file]
}

describe('MCP servers in the built program', { timeout: 60_000 }, () => {
  test('are given for a run, listed with their tools, called, and gone after it', async () => {
    const place = await openPlace([{ pieces: [call(say, { text: 'hello' })] }, complete('Called.')])
    const mark = `mark-${basename(place.cwd)}`
    const settings = await givenServers(place, { helper: faulty('none', {}, mark) })
    const listed = await place.command('tools', '--json', ...settings)
    expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining({ name: say, description: 'helper: Says say.' }))
    const ended = await place.run(['--on-ask', 'nobody', '--auto-approve', 'useMcp', ...settings])
    expect(ended.status, ended.stderr).toBe(0)
    expect(JSON.stringify(ended.events)).toContain('"response":"hello"')
    expect(processesWith(mark)).toEqual([])
  })

  test('ask unless they are let run, and nothing was sent', async () => {
    const place = await openPlace([{ pieces: [call(say, { text: 'hello' })] }, complete('Called.')])
    const ended = await place.run([
      '--on-ask',
      'nobody',
      '--auto-approve',
      'none',
      ...(await givenServers(place, { helper: faulty('none') })),
    ])
    expect(ended.status).toBe(3)
    expect(JSON.stringify(ended.events)).not.toContain('"response":"hello"')
  })

  test('of the settings file start only once a person has approved them', async () => {
    const place = await openPlace([complete('Nothing to do.')])
    const mark = `mark-${basename(place.cwd)}`
    const { mcpSettings } = dataPaths(place.dataDir)
    await mkdir(dirname(mcpSettings), { recursive: true })
    await writeFile(mcpSettings, JSON.stringify({ mcpServers: { helper: faulty('none', {}, mark) } }))
    const listed = await place.command('tools', '--json')
    expect(listed.stdout).not.toContain(say)
    const ended = await place.run(['--on-ask', 'nobody'])
    expect(ended.status).toBe(0)
    expect(ended.events).toContainEqual(
      expect.objectContaining({
        type: 'notice',
        code: 'mcp_unapproved',
        text: expect.stringContaining('does not run before you approve it'),
      }),
    )
    expect(processesWith(mark)).toEqual([])
  })

  test('that ignore signals are ended by the next start after the program was killed', async () => {
    const place = await openPlace(() => ({ pieces: [call(say, { text: 'wait' })] }))
    const mark = `mark-${basename(place.cwd)}`
    const names = ['helper', 'two', 'three', 'four']
    const servers = Object.fromEntries(names.map((name) => [name, faulty('ignores TERM', { env: { KIND: mark } }, mark)]))
    const program = place.start(['--on-ask', 'stdin', ...(await givenServers(place, servers))])
    await eventually(() => expect(program.events.some(({ type }) => type === 'ask')).toBe(true))
    expect(processesWith(mark).length).toBeGreaterThanOrEqual(names.length)
    program.child.kill('SIGKILL')
    await program.ended
    expect(processesWith(mark).length).toBeGreaterThanOrEqual(names.length)
    await place.command('history')
    expect(processesWith(mark)).toEqual([])
  })
})
