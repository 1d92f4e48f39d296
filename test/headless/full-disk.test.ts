import { spawnSync } from 'node:child_process'
import { statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../support/temp-folder'
import { illegalIn, resultsIn } from './support/legal-requests'
import { call, checked, command, complete, openPlace, type Place, write } from './support/place'
import { start } from './support/program'

/** A disk of a few hundred KB, or undefined where none can be mounted. */
async function smallDisk(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = await tempFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'countersign-test', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

/** Fills the disk to the last byte. Returns the way to make room again. */
function fill(disk: string): () => void {
  const path = join(disk, 'filler')
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  return () => unlinkSync(path)
}

const big = 'words and more words '.repeat(600)
const look = (n: number) => ({ pieces: [`${n}: ${big}`, call('list_files', { path: '.' })] })

const startAt = (place: Place, dataDir: string, args: readonly string[] = [], through: readonly string[] = []) =>
  start(['run', '--json', '--cwd', place.cwd, ...place.where, '--data-dir', dataDir, '--auto-approve', 'all', ...args, 'Work.'], {
    env: place.env,
    through,
  })

describe('a disk that is full', () => {
  test('makes the task pause and say so; with room again it goes on, and nothing is lost', async ({ skip }) => {
    const disk = await smallDisk()
    if (disk === undefined) return skip('no small disk can be mounted here')
    const dataDir = join(disk, 'data')
    const place = await openPlace([
      { pieces: ['first', call('list_files', { path: '.' })] },
      { waits: true, ...look(2) },
      { pieces: [write('after.txt', 'x\n')] },
      complete('At last.'),
    ])
    const program = startAt(place, dataDir)
    const { taskId } = await program.event('task')
    await place.server.waitForRequest(2)
    const makeRoom = fill(disk)
    place.server.release()
    await program.event('notice', ({ code }) => code === 'not_saved')
    const ask = await program.event('ask')
    expect(ask).toMatchObject({
      ask: 'api_req_failed',
      message: { data: { kind: 'storage', message: expect.stringMatching(/full|space|room/i) } },
    })
    expect(place.server.requests).toHaveLength(2)
    program.answer(ask, 'yesButtonClicked')
    const again = await program.event('ask', ({ ts }) => ts !== ask.ts)
    expect(again).toMatchObject({ ask: 'api_req_failed', message: { data: { kind: 'storage' } } })
    makeRoom()
    program.answer(again, 'yesButtonClicked')
    const { status, events } = await checked(program)
    expect(status, JSON.stringify(events.at(-1))).toBe(0)
    expect(events.at(-1)).toMatchObject({ text: 'At last.' })
    expect(illegalIn(place.server.requests)).toEqual([])
    // The call that waited for room ran, and told the model what it found.
    expect([...resultsIn(place.server.requests[2]).values()].at(-1)).not.toMatch(/interrupted/i)
    const exported = await start(['export', taskId, '--format', 'json', '--data-dir', dataDir], { env: place.env }).ended
    expect(JSON.parse(exported.stdout).rows).toContainEqual(expect.objectContaining({ say: 'text', text: `2: ${big}` }))
  })

  test('ends the run with 1 and one sentence when nobody can make room, and does nothing that it could not write down', async ({
    skip,
  }) => {
    const disk = await smallDisk()
    if (disk === undefined) return skip('no small disk can be mounted here')
    const place = await openPlace([{ waits: true, pieces: [big, command('echo ran > ran.txt')] }, complete()])
    const program = startAt(place, join(disk, 'data'), ['--on-ask', 'approve'])
    await place.server.waitForRequest(1)
    fill(disk)
    place.server.release()
    const { status, events } = await checked(program)
    expect(status).toBe(1)
    expect(events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'storage' } })
    await expect(place.read('ran.txt')).rejects.toThrow(/ENOENT/)
  })

  test('leaves a run that ends for another reason its own exit code', async ({ skip }) => {
    const disk = await smallDisk()
    if (disk === undefined) return skip('no small disk can be mounted here')
    const place = await openPlace([{ waits: true, pieces: [] }])
    const program = startAt(place, join(disk, 'data'), ['--on-ask', 'nobody', '--timeout', '2'])
    await place.server.waitForRequest(1)
    fill(disk)
    const { status, stderr } = await checked(program)
    expect(status).toBe(4)
    expect(stderr).toMatch(/^([^\n]+\n)?$/)
  })

  test('before the task begins is one line on stderr and 2', async ({ skip }) => {
    const disk = await smallDisk()
    if (disk === undefined) return skip('no small disk can be mounted here')
    fill(disk)
    const place = await openPlace([complete()])
    const ended = await startAt(place, join(disk, 'data'), ['--on-ask', 'nobody']).ended
    expect({ status: ended.status, requests: place.server.requests.length }, ended.stderr + ended.stdout).toEqual({
      status: 2,
      requests: 0,
    })
    expect(ended.stderr).toMatch(/^[^\n]+\n$/)
  })
})

describe.skipIf(process.platform !== 'linux')('a file that may not grow any more', () => {
  test.each([100, 1500, 4000])('after %i bytes is treated as a full disk, wherever the task is then', async (bytes) => {
    const place = await openPlace([{ pieces: ['I ask.', command('echo ran', true)] }, complete()])
    const program = start(
      ['run', '--json', '--cwd', place.cwd, ...place.where, '--auto-approve', 'none', '--on-ask', 'approve', `${bytes} ${'w'.repeat(500)}`],
      { env: place.env, through: ['prlimit', `--fsize=${bytes}`] },
    )
    const { status, events } = await checked(program)
    expect({ status, error: events.at(-1) }, program.stderr).toMatchObject({ status: 1, error: { error: { code: 'storage' } } })
  })

  test('is treated as a full disk', async () => {
    const place = await openPlace((_request, index) => look(index))
    const program = startAt(place, place.dataDir, ['--on-ask', 'approve', '--max-turns', '20'], ['prlimit', '--fsize=60000'])
    const { status, events } = await checked(program)
    expect(status, program.stderr).toBe(1)
    expect(events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'storage' } })
    const [task] = events
    const path = place.journalOf(task?.type === 'task' ? task.taskId : '')
    expect(statSync(path).size).toBeLessThanOrEqual(60_000)
    truncateSync(path, statSync(path).size - 3)
    const resumed = await checked(place.resume(task?.type === 'task' ? task.taskId : '', ['--max-turns', '1', '--auto-approve', 'all']))
    expect(resumed.status).toBe(4)
    expect(illegalIn(place.server.requests)).toEqual([])
  })
})
