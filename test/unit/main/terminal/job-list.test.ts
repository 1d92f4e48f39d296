import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Job } from '../../../../shared/jobs'
import { jobName } from '../../../../main/terminal/job-name'
import { parseLsof, parseNetstat, parseProcNet } from '../../../../main/terminal/listening-port'
import { taskTerminal } from '../../../support/task-terminal'
import { eventually, NEVER_MS } from '../../../support/eventually'

const node = `"${process.execPath}"`

/** Runs a command in the background, and waits for what is wanted of the list. */
async function background(...commands: string[]) {
  const test = await taskTerminal()
  for (const command of commands) {
    const running = await test.terminal.run({ command, cwd: test.cwd })
    test.terminal.detach(running.terminalId)
  }
  const until = (holds: (jobs: readonly Job[]) => boolean): Promise<readonly Job[]> =>
    new Promise((resolve) => {
      const look = (): void => {
        const jobs = test.terminal.jobs()
        if (!holds(jobs)) return
        listeners.delete(look)
        resolve(jobs)
      }
      const listeners = test.onJobs
      listeners.add(look)
      look()
    })
  return { ...test, until }
}

describe('a job in the background', () => {
  it('is listed with its name, folder, state, last line and start', async () => {
    const { until, cwd } = await background('echo one; echo "two  "; sleep 86461')
    const before = Date.now()
    const [job] = await until(([first]) => first?.lastLine.startsWith('two') === true)
    expect(job).toMatchObject({ name: 'echo one; echo "two "; sleep 86461', cwd, state: 'running' })
    expect(Math.abs((job?.startedAt ?? 0) - before)).toBeLessThan(NEVER_MS)
    expect(Job.parse(job)).toEqual(job)
    expect(job).not.toHaveProperty('port')
  })

  it('tells its end once, and stays in the list with how it ended', async () => {
    const { until, terminal } = await background('echo bye; exit 7')
    const [job] = await until(([first]) => first?.state === 'ended')
    expect(job).toMatchObject({ state: 'ended', exitCode: 7, lastLine: 'bye' })
    expect(terminal.background()).toEqual([
      {
        command: 'echo bye; exit 7',
        output: expect.stringMatching(/^\[Job "echo bye; exit 7"\]\n(?:bye\n)?\[It has ended: exit code 7\.\]$/),
      },
    ])
    expect(terminal.background()).toEqual([])
    expect(terminal.jobs()).toHaveLength(1)
  })

  it('tells the end of each, however many end between two requests, and then lists only the newest', async () => {
    const { until, terminal } = await background(...Array.from({ length: 12 }, (_, number) => `exit ${number}`))
    await until((jobs) => jobs.every(({ state }) => state === 'ended'))
    expect(terminal.background().map(({ command }) => command)).toEqual(Array.from({ length: 12 }, (_, number) => `exit ${number}`))
    expect(terminal.jobs()).toHaveLength(10)
  })

  it('tells of much output in long lines only its end', async () => {
    const { until, terminal } = await background(
      "read go; for i in $(seq 60); do head -c 1990 /dev/zero | tr '\\0' x; echo; done; echo the end",
    )
    // It begins only now that it is in the background: what came before would be no news.
    await terminal.input(terminal.jobs()[0]?.terminalId ?? '', 'go\r')
    await until(([first]) => first?.state === 'ended')
    const [news] = terminal.background()
    expect(news?.output.length).toBeLessThan(10_000)
    expect(news?.output).toMatch(/^\[Job .*\]\n….*the end\n\[It has ended: exit code 0\.\]$/s)
  })

  it('has the port on which it or a child of it listens', async () => {
    const { until, terminal } = await background(
      `sh -c '${node} -e "require(\\"net\\").createServer((s) => s.end(\\"hi\\")).listen(0, \\"127.0.0.1\\"); setInterval(() => 0, 1000)"'`,
    )
    const [job] = await until(([first]) => first?.port !== undefined)
    const socket = connect(job?.port ?? 0, '127.0.0.1')
    expect(String((await once(socket, 'data'))[0])).toBe('hi')
    expect(terminal.background()[0]?.output).toContain(`listens on port ${job?.port}`)
  })

  it('is stopped with all it started', async () => {
    const { until, terminal } = await background('sleep 86462 & sleep 86462')
    const [job] = terminal.jobs()
    expect(await terminal.stop(job?.terminalId ?? '')).toBe(true)
    expect(await until(([first]) => first?.state === 'ended')).toMatchObject([{ signal: 'SIGTERM' }])
    expect(await terminal.stop(job?.terminalId ?? '')).toBe(false)
    expect(await terminal.stop('unknown')).toBe(false)
  })

  it('that took longer than it may says so', async () => {
    const { terminal, cwd } = await background()
    const running = await terminal.run({ command: 'sleep 86466', cwd, timeoutMs: 100 })
    terminal.detach(running.terminalId)
    await running.exited
    await eventually(() => expect(terminal.jobs()[0]?.state).toBe('ended'))
    expect(terminal.background()[0]?.output).toContain('[It was ended with all it had started: it took longer than it may.]')
  })

  it('that waits for input says so', async () => {
    const { until, terminal } = await background('read -p "Go on? " answer; sleep 86463')
    const [job] = await until(([first]) => first?.state === 'waiting')
    expect(job?.waitsForInput).toBe('line')
    expect(job?.lastLine.trimEnd()).toBe('Go on?')
    await terminal.input(job?.terminalId ?? '', 'yes\r')
    await until(([first]) => first?.state === 'running')
  })

  it('is also what a command left running behind it', async () => {
    const { terminal, cwd, until } = await background()
    const running = await terminal.run({ command: 'sleep 86464 & echo started', cwd })
    await running.exited
    expect(await until((jobs) => jobs.length === 1)).toMatchObject([{ name: 'sleep 86464 & echo started', state: 'running' }])
    await terminal.stop(running.terminalId)
    await until(([first]) => first?.state === 'ended')
  })

  it('is told of a few times a second at most, however much it prints', async () => {
    const { terminal, cwd, onJobs } = await taskTerminal()
    let told = 0
    onJobs.add(() => (told += 1))
    const before = performance.now()
    const running = await terminal.run({ command: 'for i in $(seq 200); do echo "line $i"; sleep 0.005; done', cwd })
    terminal.detach(running.terminalId)
    await running.exited
    await eventually(() => expect(terminal.jobs()[0]?.state).toBe('ended'))
    expect(told).toBeLessThan((performance.now() - before) / 250 + 2)
  })

  it('has a name of its own', async () => {
    const { terminal } = await background('npm_x=1 sleep 86465', 'sleep 86465', 'sleep 86465')
    expect(terminal.jobs().map((job) => job.name)).toEqual(['sleep 86465', 'sleep 86465 2', 'sleep 86465 3'])
  })
})

describe('the name of a job', () => {
  it.each([
    [`node -e "on(d => log(d))" > log.txt`, 'node -e "on(d => log(d))"'],
    ['npm run dev', 'npm run dev'],
    ['cd "my app" && PORT=3000 npm run dev -- --host > log.txt 2>&1 &', 'npm run dev -- --host'],
    ['nohup python3 -m http.server 8000 &', 'python3 -m http.server 8000'],
    ['echo a\nrm b', 'echo a'],
    ['ls \u202e\u0008x', 'ls x'],
    ['&', 'command'],
    ['x'.repeat(100), `${'x'.repeat(39)}…`],
  ])('of %j is %j', (command, name) => {
    expect(jobName(command, new Set())).toBe(name)
  })
})

describe('the ports that a system lists', () => {
  it('are read from /proc/net/tcp', () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F91 0100007F:0050 01 00000000:00000000 00:00000000 00000000  1000        0 31338 1 0000000000000000 100 0 0 10 0`
    expect(parseProcNet(table)).toEqual([['socket:[31337]', 8080]])
  })

  it('are read from lsof and netstat', () => {
    expect(parseLsof('p4711\nf12\nn*:3000\nf13\nn[::1]:5173\n')).toEqual([3000, 5173])
    const table =
      '  TCP    0.0.0.0:3000  0.0.0.0:0  ABHÖREN  4711\r\n  TCP    [::]:3001  [::]:0  LISTENING  4712\r\n  TCP 1.2.3.4:5 6.7.8.9:80 ESTABLISHED 4711\r\n'
    expect(parseNetstat(table, new Set([4711]))).toEqual([3000])
  })
})
