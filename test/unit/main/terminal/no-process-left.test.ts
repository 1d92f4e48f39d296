import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTerminals } from '../../../../main/terminal/terminals'
import { processesWith } from '../../../support/processes'
import { taskTerminal } from '../../../support/task-terminal'
import { tempFolder } from '../../../support/temp-folder'
import { eventually } from '../../../support/eventually'

const node = `"${process.execPath}"`
/** Ways in which programs stay behind. `T` stands for a number that only they have in their arguments. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['a plain child', 'sleep T'],
  ['a job of the shell', 'sleep T & wait'],
  ['one that is not hung up on', 'nohup sleep T >/dev/null 2>&1 & wait'],
  ['one in a session of its own', 'setsid sleep T & sleep T'],
  ['an orphan in a session of its own', 'setsid sh -c "setsid sleep T &" & sleep T'],
  ['an orphan without a terminal', '(setsid nohup sleep T >/dev/null 2>&1 </dev/null &) ; sleep T'],
  ['one that the shell has disowned', "bash -c 'sleep T & disown; exec sleep T'"],
  ['one that has closed its files', '(exec <&- >/dev/null 2>&1; sleep T) & wait'],
  ['one that ignores the polite signals', "trap '' TERM HUP INT QUIT; READY; sleep T; sleep T"],
  ['a child that ignores the polite signals', `sh -c "trap '' TERM HUP INT; READY; while :; do sleep T; done"`],
  ['a stopped one', 'sleep T & kill -STOP $!; sleep T'],
  ['a pipeline', 'sleep T | sleep T | cat'],
  ['one that starts another when it is asked to end', `bash -c 'trap "setsid sleep T &" TERM; READY; while :; do sleep T & wait $!; done'`],
  ['a program that watches files', `${node} -e 'process.on("SIGTERM", () => 0); console.log("ready"); setInterval(() => 0, 1000)' T`],
  ['one under a time limit', 'timeout 9999 sleep T'],
  ['many at once', 'echo T T T T | xargs -n 1 -P 4 sleep'],
  ['one without the variables', 'env -i sleep T; true'],
  ['one behind a substitution', 'bash -c "cat <(sleep T)"'],
  ['a deep tree', 'sh -c "sh -c \\"sh -c \'sleep T; true\'; true\\"; true"; true'],
  ['a daemon', `${node} -e 'require("child_process").spawn("sleep", ["T"], { detached: true, stdio: "ignore" }).unref()' T; sleep T`],
]
/** Those with a handler of their own say by themselves when it is in place. */
const commandOf = (shape: string, tag: string): string =>
  (/READY|"ready"/.test(shape) ? shape : `READY; ${shape}`).replaceAll(/\bT\b/g, tag).replaceAll('READY', 'echo ready')
const readyOf = (running: { onLines(listener: (text: string) => void): () => void }): Promise<void> =>
  new Promise((resolve) => void running.onLines(() => resolve()))
/** Looks until they are there: the shell has said that it begins before it has. */
const appear = (tag: string) => eventually(() => expect(processesWith(tag).length).toBeGreaterThan(0))

describe.skipIf(process.platform !== 'linux')('of a command nothing is left', () => {
  it.each(SHAPES)('when it is cancelled: %s', async (_, shape) => {
    const { terminal, cwd } = await taskTerminal()
    const running = await terminal.run({ command: commandOf(shape, '865001'), cwd })
    await readyOf(running)
    await appear('865001')
    await running.end()
    expect(processesWith('865001')).toEqual([])
  })

  it('when its task ends: all of them', async () => {
    const { terminal, cwd } = await taskTerminal()
    await Promise.all(SHAPES.map(async ([, shape]) => readyOf(await terminal.run({ command: commandOf(shape, '865002'), cwd }))))
    await appear('865002')
    await terminal.endAll()
    expect(processesWith('865002')).toEqual([])
  })

  it('when the app is killed and started again: all of them, and nothing else is touched', { timeout: 60_000 }, async () => {
    const [logs, ledger, cwd] = [await tempFolder(), await tempFolder(), await tempFolder()]
    const stranger = spawn('sleep', ['865004'], { detached: true, stdio: 'ignore' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    const commands = SHAPES.map(([, shape]) => commandOf(shape, '865003'))
    const args = ['--import', './test/runtime/typescript.mjs', 'test/support/terminal-host.ts', logs, ledger, cwd, ...commands]
    const host = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '../../../..'), stdio: ['ignore', 'pipe', 'inherit'] })
    await once(host.stdout, 'data')
    host.kill('SIGKILL')
    await once(host, 'exit')
    const terminals = await createTerminals({ logs, ledger, env: {}, platform: process.platform })
    expect(terminals.shell).toBe('sh')
    expect(processesWith('865003')).toEqual([])
    expect(processesWith('865004')).toEqual([stranger.pid])
  })
})
