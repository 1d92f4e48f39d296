import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTerminals } from '../../../../main/terminal/terminals'
import { processesWith } from '../../../support/processes'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const PATH = process.env['PATH'] ?? ''

async function place() {
  const [state, cwd] = [await tempFolder(), await tempFolder()]
  const ledger = join(state, 'processes')
  const terminals = await createTerminals({ logs: join(state, 'logs'), ledger, env: {}, platform: process.platform })
  const programs = terminals.openPrograms()
  onTestFinished(async () => {
    await programs.endAll()
    terminals.close()
  })
  const start = async (script: string, { input = '', maxOutput = 1000 } = {}) => {
    const printed = { stdout: '', stderr: '' }
    const onOutput = (stream: 'stdout' | 'stderr', text: string): void => {
      printed[stream] += text
    }
    const running = await programs.run({ file: '/bin/sh', args: ['-c', script], cwd, env: { PATH }, input, maxOutput, onOutput })
    return { running, printed }
  }
  return { ledger, cwd, programs, start }
}

describe.skipIf(process.platform === 'win32')('a program without a terminal', () => {
  it('reads its input, prints, and ends with its code, its arguments being no shell text', async () => {
    const { start, cwd } = await place()
    const { running, printed } = await start('cat; pwd; echo trouble >&2; exit 4', { input: '{"a": "$(touch MARK) é"}\n' })
    expect(await running.exited).toEqual({ exitCode: 4, isTooLong: false })
    expect(printed).toEqual({ stdout: `{"a": "$(touch MARK) é"}\n${cwd}\n`, stderr: 'trouble\n' })
    expect(await readdir(cwd)).toEqual([])
  })

  it('need not read its input, and is not waited for by a child that holds its output', async () => {
    const { start, programs } = await place()
    const { running, printed } = await start('sleep 86601 & echo done', { input: 'x'.repeat(1_000_000) })
    expect(await running.exited).toEqual({ exitCode: 0, isTooLong: false })
    expect(printed.stdout).toBe('done\n')
    expect(processesWith('86601').length).toBeGreaterThan(0)
    await programs.endAll()
    expect(processesWith('86601')).toEqual([])
  })

  it('that prints without end is ended, and no more than asked for arrives', async () => {
    const { start } = await place()
    const { running, printed } = await start('echo first; yes 86602')
    expect(await running.exited).toMatchObject({ isTooLong: true })
    await running.end()
    expect(printed.stdout).toHaveLength(1000)
    expect(processesWith('yes\u000086602')).toEqual([])
  })

  it('is gone with all it started when it is ended, though it does not listen', async () => {
    const { start } = await place()
    const { running, printed } = await start("trap '' TERM HUP INT; setsid sleep 86603 & echo ready; while :; do sleep 86603; done")
    await eventually(() => expect(printed.stdout).toContain('ready'))
    await running.end()
    expect(processesWith('86603')).toEqual([])
    expect(await running.exited).toMatchObject({ signal: 'SIGKILL' })
  })

  it('that is just being started when all are ended is ended too', async () => {
    const { start, programs } = await place()
    const starting = start('exec sleep 86607')
    await programs.endAll()
    const { running } = await starting
    expect(await running.exited).toMatchObject({ signal: expect.any(String) })
    expect(processesWith('sleep\u000086607')).toEqual([])
  })

  it('that cannot be started is refused with the reason', async () => {
    const { programs, cwd } = await place()
    const request = { file: join(cwd, 'missing'), args: [], cwd, env: {}, input: '', maxOutput: 10, onOutput: () => undefined }
    await expect(programs.run(request)).rejects.toThrow('ENOENT')
  })

  it('is written down while it runs, so that the next start ends it', async () => {
    const { start, ledger, programs } = await place()
    const { running } = await start('exec sleep 86604')
    const [file = ''] = await readdir(ledger)
    await eventually(async () => expect(await readFile(join(ledger, file), 'utf8')).toContain('"started"'))
    await running.end()
    await programs.endAll()
    const entries = (await readFile(join(ledger, file), 'utf8')).trim().split('\n')
    expect(entries.map((line) => JSON.parse(line).event)).toEqual(['started', 'ended'])
  })

  it('that ended by itself is written down as ended, unless something of it goes on', async () => {
    const { start, ledger, programs } = await place()
    const quick = await start('exit 0')
    const leaving = await start('sleep 86606 & exit 0')
    await Promise.all([quick.running.exited, leaving.running.exited])
    const [file = ''] = await readdir(ledger)
    const events = async () =>
      (await readFile(join(ledger, file), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => String(JSON.parse(line).event))
        .sort()
    await eventually(async () => expect(await events()).toEqual(['ended', 'started', 'started']))
    expect(processesWith('86606')).toHaveLength(1)
    await programs.endAll()
    expect(await events()).toEqual(['ended', 'ended', 'started', 'started'])
    expect(processesWith('86606')).toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux')('a program of an app that is killed', () => {
  it('is ended by the next start', async () => {
    const [state, cwd] = [await tempFolder(), await tempFolder()]
    const args = ['--import', './test/runtime/typescript.mjs', 'test/support/program-host.ts', state, cwd, 'exec sleep 86605']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    const ledger = join(state, 'processes')
    await eventually(async () => expect(await readFile(join(ledger, (await readdir(ledger))[0] ?? ''), 'utf8')).toContain('started'))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processesWith('sleep\u000086605').length).toBe(1)
    const next = await createTerminals({ logs: join(state, 'logs'), ledger: join(state, 'processes'), env: {}, platform: process.platform })
    onTestFinished(() => next.close())
    expect(processesWith('sleep\u000086605')).toEqual([])
  })
})
