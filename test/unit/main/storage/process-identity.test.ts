import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { currentProcess, lifeOf } from '../../../../main/storage/process-identity'
import { eventually } from '../../../support/eventually'

describe('a process', () => {
  test('knows itself', async () => {
    const identity = await currentProcess()
    expect(identity.pid).toBe(process.pid)
    expect(identity.startTime).not.toBe('')
    expect(await currentProcess()).toEqual(identity)
    expect(await lifeOf(identity)).toBe('alive')
  })

  test('is another one when only the number is the same', async () => {
    expect(await lifeOf({ ...(await currentProcess()), startTime: '1' })).toBe('dead')
  })

  test('is dead when there is none of that number', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    expect(await lifeOf({ ...(await currentProcess()), pid: child.pid ?? 0 })).toBe('dead')
  })

  test('on another machine is unknown, whatever its number', async () => {
    expect(await lifeOf({ ...(await currentProcess()), host: 'elsewhere' })).toBe('unknown')
  })

  test('whose start was never known is unknown as long as its number is in use', async () => {
    expect(await lifeOf({ ...(await currentProcess()), startTime: '' })).toBe('unknown')
  })

  test.skipIf(process.platform !== 'linux')('that has ended and only waits to be collected is dead', async () => {
    // The child ends only once its parent has become a program that collects nothing.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
    const { stdout } = parent
    if (!stdout) throw new Error('there is no pipe')
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string]
    await eventually(async () => expect(await readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'))
    parent.stdio[3]?.destroy()
    const statOf = async (): Promise<string[]> => (await readFile(`/proc/${line}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
    await eventually(async () => expect((await statOf())[0]).toBe('Z'))
    const identity = { ...(await currentProcess()), pid: Number(line), startTime: (await statOf())[19] ?? '' }
    expect(await lifeOf(identity)).toBe('dead')
  })
})
