import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPtyBy } from '../../../../main/terminal/pty'
import { createSpawner } from '../../../../main/terminal/spawner'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const parentOf = (pid: number): number => Number(/\nPPid:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

async function open(command: string, spawner: ReturnType<typeof createSpawner>) {
  const cwd = await tempFolder()
  const env = { PATH: process.env['PATH'] ?? '', MARK: 'a "b" $c' }
  const pty = await openPtyBy(spawner, { file: '/bin/sh', args: ['-c', command], cwd, env, cols: 90, rows: 20 })
  onTestFinished(() => pty.close())
  const pieces: Buffer[] = []
  pty.onData((bytes) => pieces.push(bytes))
  const exited = new Promise<{ exitCode: number; signal: number }>((resolve) => pty.onExit(resolve))
  const closed = new Promise<void>((resolve) => pty.onClose(resolve))
  const output = (): string => Buffer.concat(pieces).toString()
  return { pty, cwd, exited, closed, output }
}

function spawner() {
  const made = createSpawner('linux')
  onTestFinished(() => made?.close())
  return made
}

describe.skipIf(process.platform !== 'linux')('a program that the helper starts', () => {
  it('leads a session at a terminal of its own, with its arguments, folder and variables', async () => {
    const { cwd, exited, closed, output, pty } = await open(
      'echo "$MARK"; pwd; stty size; tty -s && echo terminal; ps -o sid= -p $$; echo $PPID > parent; exit 3',
      spawner(),
    )
    expect(await exited).toEqual({ exitCode: 3, signal: 0 })
    await closed
    expect(
      output()
        .split('\r\n')
        .map((line) => line.trim()),
    ).toEqual(['a "b" $c', cwd, '20 90', 'terminal', String(pty.pid), ''])
    expect(Number(await readFile(join(cwd, 'parent'), 'utf8'))).not.toBe(process.pid)
  })

  it('has a terminal whose mode is known, without a fork of the app', async () => {
    const { pty, output } = await open('stty -echo; echo ready; read x', spawner())
    await eventually(() => expect(output()).toContain('ready'))
    expect(await pty.mode()).toEqual({ echo: false, lines: true })
    pty.write('x\r')
  })

  it('has its terminal to itself: what else the app starts meanwhile does not hold it open', async () => {
    const { pty, exited, closed, output } = await open('echo ready; read x', spawner())
    await eventually(() => expect(output()).toContain('ready'))
    const other = spawn('sleep', ['60'], { stdio: 'ignore' })
    onTestFinished(() => void other.kill('SIGKILL'))
    pty.write('x\r')
    await exited
    await closed
    expect(other.exitCode).toBeNull()
  })

  it('is known by its signal', async () => {
    const { exited } = await open('kill -KILL $$', spawner())
    expect(await exited).toEqual({ exitCode: 0, signal: 9 })
  })

  it('is started by the app itself when the helper is gone, and by a new helper the next time', async () => {
    const made = spawner()
    const first = await open('read x; exit 5', made)
    const helper = parentOf(first.pty.pid)
    process.kill(helper, 'SIGKILL')
    await first.exited
    const second = await open('read x', made)
    expect([process.pid, parentOf(second.pty.pid)]).not.toContain(helper)
    first.pty.close()
  })

  it('cannot be hung up on by what is typed to end the app: the helper leads a session of its own', async () => {
    const { pty } = await open('read x', spawner())
    const helper = parentOf(pty.pid)
    const stat = readFileSync(`/proc/${helper}/stat`, 'utf8')
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])).toBe(helper)
  })

  it('needs no helper on other systems', () => {
    expect(createSpawner('darwin')).toBeUndefined()
  })
})
