import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scanJournal } from '../../main/storage/journal-reader'
import { replay } from '../../main/task/replay'
import { tempFolder } from '../support/temp-folder'

/** What a person does at a terminal: the app itself never types into one, so its own pty cannot. */
interface PersonsTerminal {
  onData(listener: (data: string) => void): void
  onExit(listener: (exit: { exitCode: number }) => void): void
  write(keys: string): void
  kill(signal: string): void
  destroy(): void
}
// The part of node-pty's own types that is used; as an alias of its name the package's types are not found.
const { spawn } = createRequire(import.meta.url)('node-pty') as { spawn(file: string, args: string[], options: object): PersonsTerminal }
const program = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url))

/** The demo with a person at its terminal, up to the first question. */
async function demoAtTerminal(): Promise<{ readonly pty: PersonsTerminal; readonly exitCode: Promise<number>; readonly dataDir: string }> {
  const dataDir = await tempFolder()
  const pty = spawn(process.execPath, [program, 'demo', '--data-dir', dataDir], { cols: 100, rows: 30, cwd: dataDir, env: process.env })
  const exitCode = new Promise<number>((resolve) => {
    pty.onExit((exit) => resolve(exit.exitCode))
  })
  onTestFinished(() => {
    pty.kill('SIGKILL')
  })
  await new Promise<void>((resolve) => {
    let shown = ''
    pty.onData((data) => {
      shown += data
      if (shown.includes('or type what should be different')) resolve()
    })
  })
  return { pty, exitCode, dataDir }
}

describe.skipIf(process.platform === 'win32')('a person at the terminal', { timeout: 60_000 }, () => {
  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('cancels with %s while a question waits, with the status of a cancelled run', async (_, key) => {
    const { pty, exitCode } = await demoAtTerminal()
    pty.write(key)
    expect(await exitCode).toBe(130)
  })

  test('is cancelled when the terminal is closed, and can be resumed', async () => {
    const { pty, exitCode, dataDir } = await demoAtTerminal()
    // Closes the terminal as a window does that goes: what runs in it hears of that, and nothing can be written any more.
    pty.destroy()
    expect(await exitCode).toBe(130)
    const [taskId = ''] = await readdir(join(dataDir, 'tasks'))
    const { records } = await scanJournal(join(dataDir, 'tasks', taskId, 'journal.jsonl'))
    expect(replay(records.map((entry) => entry.record)).rows.at(-1)).toMatchObject({ ask: 'resume_task' })
  })

  test('rejects with a key, and the demo goes on', async () => {
    const { pty } = await demoAtTerminal()
    const went = new Promise<void>((resolve) => {
      let shown = ''
      pty.onData((data) => {
        shown += data
        if (/not|without|reject/i.test(shown) && shown.length > 200) resolve()
      })
    })
    pty.write('r')
    await went
  })
})
