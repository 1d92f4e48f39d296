import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { taskTerminal } from '../../../support/task-terminal'

/** Runs a script of Node: it can print any bytes. */
async function print(script: string, lineLimit = 500) {
  const test = await taskTerminal()
  const lines: string[] = []
  const running = await test.terminal.run({ command: `"${process.execPath}" -e '${script}'`, cwd: test.cwd })
  running.onLines((text) => lines.push(text))
  const exit = await running.exited
  return { ...test, exit, running, lines: lines.join(''), output: running.output(lineLimit) }
}
const out = 'const out = (text) => process.stdout.write(text);'

describe('what the model gets of an output', () => {
  it('is plain text without colours, titles and bells', async () => {
    const { output } = await print(`${out} out("\\x1b]0;title\\x07\\x1b[1;31mred\\x1b[0m and \\x1b[38;5;208morange\\x1b[m\\x1b[K\\x07\\n")`)
    expect(output).toBe('red and orange')
  })

  it('of a progress bar is its last state', async () => {
    const { output, lines } = await print(
      `${out} out("begin\\n"); for (let at = 0; at <= 100; at++) out("\\rloading " + at + "%"); out("\\ndone\\n")`,
    )
    expect(output).toBe('begin\nloading 100%\ndone')
    expect(lines).toBe('begin\nloading 100%\ndone\n')
  })

  it('of lines that are drawn over is what stands there in the end', async () => {
    const { output } = await print(`${out} out("a: wait\\nb: wait\\n\\x1b[2A\\r\\x1b[2Ka: ok\\n\\x1b[2Kb: ok\\nend\\n")`)
    expect(output).toBe('a: ok\nb: ok\nend')
  })

  it('joins again what the width of the screen broke', async () => {
    const { output } = await print(`${out} out("\\rx".repeat(1) + "y".repeat(300) + "\\nz\\n")`)
    expect(output).toBe(`x${'y'.repeat(300)}\nz`)
  })

  it('keeps all lines of a long output that was drawn over once', async () => {
    const { output, lines } = await print(`${out} out("50%\\r100%\\n"); for (let at = 0; at < 2000; at++) out("line " + at + "\\n")`, 4000)
    expect(output.split('\n').slice(1)).toEqual(Array.from({ length: 2000 }, (_, at) => `line ${at}`))
    expect(lines.split('\n').filter((line) => line.startsWith('line'))).toHaveLength(2000)
  })

  it('names hidden text, and does not give it', async () => {
    const { output } = await print(`${out} out("seen \\x1b[8mhidden orders\\x1b[0m seen\\n")`)
    expect(output).toBe('seen [hidden text] seen')
  })

  it('holds the other screen that a program has not left, under what was there before', async () => {
    const { output } = await print(`${out} out("before\\n\\x1b[?1049h\\x1b[2J\\x1b[HMenu\\n")`)
    expect(output).toContain('before')
    expect(output).toContain('Menu')
  })

  it('copes with bytes that are no text', async () => {
    const { output, exit } = await print('process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x0a, 0xc3, 0xa4, 0x0a]))')
    expect(exit).toMatchObject({ exitCode: 0 })
    expect(output).toBe('a\ufffd\ufffd\ufffd\nä')
  })

  it('shortens a line of ten megabytes', async () => {
    const { output } = await print(`${out} out("x".repeat(10_000_000) + "\\nend\\n")`)
    expect(output).toBe(`${'x'.repeat(2000)}… [9998000 more characters]\nend`)
  })

  it('has head and tail when it is long, and the name of a file with all of it', async () => {
    const { output, logs, running } = await print(`${out} for (let at = 1; at <= 1000; at++) out("line " + at + "\\n")`, 10)
    const lines = output.split('\n')
    const log = join(logs, `task-${running.terminalId}.log`)
    expect(lines.slice(0, 5)).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5'])
    expect(lines[5]).toBe(`… [990 lines left out; all of it is in ${log}] …`)
    expect(lines.slice(6)).toEqual(['line 996', 'line 997', 'line 998', 'line 999', 'line 1000'])
    expect(await readFile(log, 'utf8')).toBe(Array.from({ length: 1000 }, (_, at) => `line ${at + 1}\n`).join(''))
  })

  it('leaves out NUL bytes, and is whole behind them', async () => {
    const { output } = await print(`${out} out("a\\0b\\n\\0\\0c\\n"); out("\\x1b[2J\\x1b[Hd\\0e\\n")`)
    expect(output).toContain('de')
    expect(output).not.toContain('\0')
  })

  it('after another screen that was left is what stood there before', async () => {
    const { output, lines } = await print(`${out} out("before\\n\\x1b[?1049hMenu\\n\\x1b[?1049lafter\\n")`)
    expect(output).toBe('before\nafter')
    expect(lines).not.toContain('Menu')
  })

  it('names no file when nothing is left out', async () => {
    const { output } = await print(`${out} out("a\\nb\\n")`)
    expect(output).toBe('a\nb')
  })
})

const FLOOD_MB = process.env['COUNTERSIGN_LONG'] === '1' ? 200 : 20

describe('a flood of output', { timeout: 60_000 }, () => {
  const megabytes = (count: number) =>
    `${out} const line = "0123456789".repeat(10) + "\\n"; for (let at = 0; at < ${count * 10_000}; at++) out(line); out("the end\\n")`

  // In a process of its own: what the tests themselves remember of a flood would count as well.
  it(`of ${FLOOD_MB} MB costs no memory to speak of`, async () => {
    const args = ['--import', './test/runtime/typescript.mjs', 'test/bench/flood-child.ts', String(FLOOD_MB)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../../../..') })
    const costs: unknown = JSON.parse(stdout)
    expect(costs).toMatchObject({ exitCode: 0, modelBytes: expect.any(Number), replayMb: expect.any(Number) })
    const { grownMb, modelBytes, replayMb } = costs as Record<string, number>
    expect(grownMb).toBeLessThan(128)
    expect(modelBytes).toBeLessThan(70_000)
    expect(replayMb).toBeLessThan(0.3)
  })

  it('loses neither its beginning nor its end', async () => {
    const { output, exit, running, logs } = await print(megabytes(20))
    expect(exit).toMatchObject({ exitCode: 0 })
    expect(output.startsWith('0123456789')).toBe(true)
    expect(output.endsWith('the end')).toBe(true)
    expect((await stat(join(logs, `task-${running.terminalId}.log`))).size).toBe(200_000 * 101 + 8)
  })

  it('reaches the chat in a bounded part', async () => {
    const { lines } = await print(megabytes(20))
    expect(lines).toContain('…\n')
    expect(lines.length).toBeLessThan(15_000_000)
  })

  it('of a screen that is drawn over holds the program up instead of filling the memory', async () => {
    const before = process.memoryUsage().rss
    const { output } = await print(`${out} for (let at = 0; at < 300_000; at++) out("\\rstep " + at + " \\x1b[32mok\\x1b[0m"); out("\\n")`)
    expect(output).toBe('step 299999 ok')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

describe('a program that asks the terminal', () => {
  it('gets no answer typed in: nothing that is printed can reach the shell', async () => {
    const test = await taskTerminal()
    const running = await test.terminal.run({
      command: 'printf "\\033[6n\\033[c\\033[21t\\033]0;touch MARK\\a"; read -t 1 answer || echo none',
      cwd: test.cwd,
    })
    await running.exited
    expect(running.output(500)).toContain('none')
  })
})
