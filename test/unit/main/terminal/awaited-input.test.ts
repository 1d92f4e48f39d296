import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunningCommand } from '../../../../main/terminal/terminals'
import { taskTerminal, type TestTerminal } from '../../../support/task-terminal'
import { eventually } from '../../../support/eventually'

const CANARY = 'correct horse battery'
const node = `"${process.execPath}"`
const ECHOES_KEYS = `${node} -e 'require("readline").createInterface({ input: process.stdin, output: process.stdout }).question("package name: (exp) ", (name) => { console.log("got " + name); process.exit() })'`
const programs = (names: readonly string[]): boolean => names.every((name) => existsSync(`/usr/bin/${name}`) || existsSync(`/bin/${name}`))

const awaited = (running: RunningCommand): Promise<'line' | 'hidden'> =>
  new Promise((resolve) => {
    running.onAwaitedInput((kind) => kind && resolve(kind))
  })
const noLonger = (running: RunningCommand): Promise<void> =>
  new Promise((resolve) => {
    let waited = false
    running.onAwaitedInput((kind) => {
      if (kind) waited = true
      else if (waited) resolve()
    })
  })

async function start(command: string, test?: TestTerminal) {
  const own = test ?? (await taskTerminal({ PATH: process.env['PATH'], HOME: process.env['HOME'], SHELL: '/bin/bash' }))
  return { ...own, running: await own.terminal.run({ command, cwd: own.cwd }) }
}

describe.skipIf(process.platform !== 'linux')('a command that waits for somebody to type', () => {
  it.each([
    ['a shell', 'read -p "name? " name; echo "got $name"', []],
    ['a shell without a prompt', 'read name; echo "got $name"', []],
    ['Python', `python3 -c 'print("got " + input("who? "))'`, ['python3']],
    ['Node, which reads single keys', ECHOES_KEYS, []],
    ['a filter that nothing was piped into', 'cat | sed "s/^/got /"', []],
    ['a child of a child', 'sh -c "bash -c \'read name; echo got \\$name\'"', []],
  ] as const)('is noticed: %s', async (_, command, needs) => {
    if (!programs(needs)) return console.warn(`Not tried: ${needs.join(', ')} is not installed.`)
    const { running, terminal } = await start(command)
    expect(await awaited(running)).toBe('line')
    expect(await terminal.input(running.terminalId, 'Ada\r')).toBe(true)
    if (command.startsWith('cat')) await terminal.input(running.terminalId, '\u0004')
    expect(await running.exited).toMatchObject({ exitCode: 0 })
    expect(running.output(500)).toContain('got Ada')
    expect(await terminal.input(running.terminalId, 'more')).toBe(false)
  })

  it.each([
    ['a shell', 'read -s -p "Password: " word; echo; echo "length ${#word}"', []],
    ['Python', `python3 -c 'import getpass; print("length", len(getpass.getpass()))'`, ['python3']],
    ['a new key', 'ssh-keygen -q -t ed25519 -f key && echo done', ['ssh-keygen']],
  ] as const)('and shows nothing of it, is noticed: %s', async (_, command, needs) => {
    if (!programs(needs)) return console.warn(`Not tried: ${needs.join(', ')} is not installed.`)
    const { running, terminal, live } = await start(command)
    expect(await awaited(running)).toBe('hidden')
    await terminal.input(running.terminalId, `${CANARY}\r`)
    // Like every careful program it forgets what was typed before it asked.
    if (command.startsWith('ssh-keygen')) await eventually(() => expect(live(running.terminalId)).toContain('again'))
    if (command.startsWith('ssh-keygen')) await terminal.input(running.terminalId, `${CANARY}\r`)
    expect(await running.exited).toMatchObject({ exitCode: 0 })
    expect(running.output(500)).not.toContain(CANARY)
    expect(running.output(500)).toMatch(/length 21|done|passphrase/)
  })

  it('is noticed: npm, which draws a prompt of its own', async () => {
    if (!programs(['npm'])) return console.warn('Not tried: npm is not installed.')
    const { running, terminal } = await start('npm init --no-update-notifier')
    expect(await awaited(running)).toBe('line')
    expect(running.output(500)).toContain('package name:')
    await terminal.input(running.terminalId, '\u0003')
    expect(await running.exited).toMatchObject({ timedOut: false })
  })

  it('is no longer waiting once it was answered', async () => {
    const { running, terminal } = await start('read first; sleep 86451')
    await awaited(running)
    const over = noLonger(running)
    await terminal.input(running.terminalId, 'on\r')
    await over
    await running.end()
  })

  const busy = [
    ['sleeps', 'sleep 1.5'],
    ['computes', 'end=$((SECONDS + 2)); while [ $SECONDS -lt $end ]; do :; done'],
    [
      'serves',
      `${node} -e 'require("net").createServer().listen(0); process.stdin.resume(); console.log("press h for help"); setTimeout(process.exit, 1800)'`,
    ],
    ['waits for a pipe', '(sleep 1.5; echo x) | cat'],
    ['reads a file that takes its time', 'mkfifo pipe; (sleep 1.5; echo x > pipe) & cat pipe'],
  ] as const
  it(`is not seen in one that ${busy.map(([what]) => what).join(', or ')}`, async () => {
    const told: unknown[] = []
    const isQuiet = async ([what, command]: (typeof busy)[number]) => {
      const { running } = await start(command)
      running.onAwaitedInput((kind) => told.push({ what, kind }))
      expect(await running.exited, what).toMatchObject({ exitCode: 0 })
    }
    await Promise.all(busy.map(isQuiet))
    expect(told).toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux')('a flood', () => {
  it('is ended, however much waits to be read', async () => {
    const { running } = await start('yes 86455')
    await new Promise<void>((resolve) => void running.onLines(() => resolve()))
    await running.end()
    expect(await running.exited).toMatchObject({ signal: 'SIGTERM' })
  })
})

describe.skipIf(process.platform !== 'linux')('what is typed at a hidden prompt', () => {
  it('reaches neither the model nor the chat, the screen, the log, although the program prints it', async () => {
    const { running, terminal, logs, live } = await start(
      'read -s -p "Token: " word; echo; echo "it is <$word>"; printf "%s" "${word:0:9}"; sleep 0.2; printf "%s\\n" "${word:9}"; for i in $(seq 3000); do echo "line $i $word"; done',
    )
    const lines: string[] = []
    running.onLines((text) => lines.push(text))
    await awaited(running)
    // Key by key, with a mistake that is taken back.
    for (const key of `x\u007f${CANARY}\r`) await terminal.input(running.terminalId, key)
    expect(await running.exited).toMatchObject({ exitCode: 0 })
    const output = running.output(500)
    expect(output).toContain('it is <[hidden input]>')
    expect(output).toContain('\n[hidden input]\n')
    const logged = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
    expect(logged.join('')).toContain('line 3000 [hidden input]')
    const seen = [output, lines.join(''), logged.join(''), live(running.terminalId), terminal.screen(running.terminalId)?.data ?? '']
    for (const text of seen) expect(text).not.toContain(CANARY)
  })
})
