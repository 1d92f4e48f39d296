import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TerminalPort } from '../../../../main/tools/task-config'
import { taskTerminal, type TestTerminal } from '../../../support/task-terminal'

const NO_LIMIT = 500

async function run({ terminal, cwd }: TestTerminal, command: string, timeoutMs?: number) {
  const port: TerminalPort = terminal
  const running = await port.run({ command, cwd, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  const exit = await running.exited
  return { ...exit, output: running.output(NO_LIMIT), running }
}

/** Processes that still have this word in their arguments. */
function alive(word: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(word) && !line.startsWith('Z'))
}

const nextOutput = (running: { onLines(listener: (text: string) => void): () => void }): Promise<string> =>
  new Promise((resolve) => {
    const stop = running.onLines((text) => {
      stop()
      resolve(text)
    })
  })

describe('a command', () => {
  it('gives its output and its exit code', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'echo one; echo two >&2; exit 3')).toMatchObject({ exitCode: 3, timedOut: false, output: 'one\ntwo' })
    expect(await run(test, 'true')).toMatchObject({ exitCode: 0, output: '' })
  })

  it('tells the signal that ended it', async () => {
    const test = await taskTerminal()
    const ended = await run(test, 'kill -9 $$')
    expect(ended).toMatchObject({ signal: 'SIGKILL' })
    expect(ended.exitCode).toBeUndefined()
  })

  it('runs in its folder, in a shell of its own each time, at a real terminal', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'pwd; X=1; export X; cd /')).toMatchObject({ output: test.cwd })
    expect(await run(test, 'pwd; echo "[$X]"; test -t 0 && test -t 1 && echo terminal')).toMatchObject({
      output: `${test.cwd}\n[]\nterminal`,
    })
  })

  it('takes its text as one argument: nothing in it can leave the shell', async () => {
    const test = await taskTerminal()
    expect(await run(test, `echo 'a b' "c  d" $((1+1)) \\\n  e`)).toMatchObject({ output: 'a b c  d 2 e' })
    const open = await run(test, "echo 'a")
    expect(open.exitCode).not.toBe(0)
  })

  it('is refused in a folder that is not there', async () => {
    const { terminal, cwd } = await taskTerminal()
    await expect(terminal.run({ command: 'true', cwd: join(cwd, 'gone') })).rejects.toThrow('is not a folder')
  })

  it('is told to the window as it prints, and can be drawn again from the beginning', async () => {
    const test = await taskTerminal()
    const { running } = await run(test, 'printf "\\033[31mred\\033[0m\\n"; echo next')
    const screen = test.terminal.screen(running.terminalId)
    expect(screen).toMatchObject({ data: '\u001b[31mred\u001b[0m\r\nnext\r\n', cols: 120, rows: 30 })
    expect(test.live(running.terminalId)).toBe(screen?.data)
    expect(screen?.offset).toBe(screen?.data.length)
    expect(test.terminal.screen('unknown')).toBeUndefined()
  })

  it('gives lines as they settle', async () => {
    const { terminal, cwd } = await taskTerminal()
    const running = await terminal.run({ command: 'echo first; read answer', cwd })
    expect(await nextOutput(running)).toBe('first\n')
    await running.end()
  })
})

describe('the end of a command', () => {
  it('is its exit, not that of a child that holds the terminal', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'sleep 86411 & echo started')).toMatchObject({ exitCode: 0, output: 'started' })
    expect(alive('sleep 86411')).toHaveLength(1)
    await test.terminal.endAll()
    expect(alive('sleep 86411')).toEqual([])
  })

  it('leaves a server that was put in the background running, and writing', async () => {
    const test = await taskTerminal()
    const { running } = await run(
      test,
      'sh -c "trap \'echo alive; exit\' USR1; while :; do sleep 0.05; done" & echo $! > pid; echo started',
    )
    const told = nextOutput(running)
    execFileSync('sh', ['-c', `kill -USR1 $(cat ${join(test.cwd, 'pid')})`])
    expect(await told).toBe('alive\n')
  })

  it('does not wait for a child that never stops printing', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'yes 86412 > /dev/tty & echo started')).toMatchObject({ exitCode: 0 })
    await test.terminal.endAll()
    expect(alive('yes 86412')).toEqual([])
  })

  it('is seen although it has closed its terminal', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'exec >&- 2>&- <&-; sleep 0.2; exit 4')).toMatchObject({ exitCode: 4 })
  })
})

describe('ending a command', () => {
  it.each([
    ['a plain one', 'sleep 86421'],
    ['a pipeline and its children', 'sh -c "sleep 86421 | cat; true" | cat'],
    ['one that waits for a person', 'read answer; sleep 86421'],
    ['one that ignores the polite signals', 'trap "" TERM HUP INT; sleep 86421; sleep 86421'],
    ['children that left the session', 'setsid sleep 86421 & setsid setsid sh -c "sleep 86421 & wait" & sleep 86421'],
    [
      'an orphan that left the session and the terminal',
      'setsid nohup sh -c "sleep 86421" >/dev/null 2>&1 </dev/null & sleep 0.3; sleep 86421',
    ],
    ['a stopped one', 'sleep 86421 & kill -STOP $!; wait'],
  ])('leaves nothing of %s', async (_, command) => {
    const test = await taskTerminal()
    const running = await test.terminal.run({ command: `echo ready; ${command}`, cwd: test.cwd })
    await nextOutput(running)
    await running.end()
    expect(alive('86421')).toEqual([])
    const exit = await running.exited
    expect(exit.timedOut).toBe(false)
  })

  it('ends by force what ignores the polite signals', async () => {
    const test = await taskTerminal()
    const running = await test.terminal.run({ command: 'trap "" TERM HUP; echo ready; while :; do sleep 1; done', cwd: test.cwd })
    await nextOutput(running)
    await running.end()
    expect(await running.exited).toMatchObject({ signal: 'SIGKILL' })
  })

  it('lets a program tidy up that wants to', async () => {
    const test = await taskTerminal()
    const running = await test.terminal.run({
      command: 'trap "echo bye; echo tidy > mark; exit 0" TERM; echo ready; while :; do sleep 0.05; done',
      cwd: test.cwd,
    })
    await nextOutput(running)
    await running.end()
    expect(await readFile(join(test.cwd, 'mark'), 'utf8')).toBe('tidy\n')
    expect(await running.exited).toMatchObject({ exitCode: 0 })
  })

  it('after a time-out takes the whole group along, and says so', async () => {
    const test = await taskTerminal()
    expect(await run(test, 'echo begun; sleep 86422 & sleep 86422', 300)).toMatchObject({ timedOut: true, output: 'begun' })
    expect(alive('86422')).toEqual([])
  })

  it('of a task finds what was started long before and left its session', async () => {
    const test = await taskTerminal()
    await run(test, 'setsid sleep 86423 >/dev/null 2>&1 </dev/null & true')
    await run(test, 'nohup sleep 86424 >/dev/null 2>&1 </dev/null & true')
    expect([...alive('86423'), ...alive('86424')]).toHaveLength(2)
    await test.terminal.endAll()
    expect([...alive('86423'), ...alive('86424')]).toEqual([])
  })

  it('touches nothing of other commands', async () => {
    const test = await taskTerminal()
    const [one, two] = [
      await test.terminal.run({ command: 'sleep 86425', cwd: test.cwd }),
      await test.terminal.run({ command: 'sleep 86426', cwd: test.cwd }),
    ]
    await one.end()
    expect(alive('86425')).toEqual([])
    expect(alive('86426')).not.toEqual([])
    await two.end()
  })
})

describe('a command in the background', () => {
  it('is listed with what it printed since, until its end was told', async () => {
    const { terminal, cwd } = await taskTerminal()
    const running = await terminal.run({ command: 'read x < fifo; echo more; read y < fifo; exit 7', cwd })
    execFileSync('mkfifo', [join(cwd, 'fifo')])
    expect(terminal.background()).toEqual([])
    terminal.detach(running.terminalId)
    await running.end()
    const [job] = terminal.background()
    expect(job?.command).toContain('echo more')
    expect(job?.output).toContain('It has ended')
    expect(terminal.background()).toEqual([])
  })
})
