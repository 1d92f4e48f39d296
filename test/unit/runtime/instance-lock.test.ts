import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Arrival, lockInstance, socketOf } from '../../runtime/instance-lock'

const arrival = (cwd: string): Arrival => ({ argv: ['node', 'app'], cwd, data: null })
const runner = join(import.meta.dirname, '../../runtime/fixtures/try-instance.mjs')

describe('the lock of an instance', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'instance-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const tryInOtherProcess = (): string => execFileSync(process.execPath, [runner, folder], { encoding: 'utf8' }).trim()

  it('is held by one process and free after it', () => {
    const lock = lockInstance(folder, arrival('/first'), () => undefined)
    expect(lock.isFirst).toBe(true)
    lock.release()
    expect(tryInOtherProcess()).toBe('first')
  })

  it('of a process that is gone is taken over, by one only', () => {
    // The process of this call has ended when the call is over, and had no time to release anything.
    expect(tryInOtherProcess()).toBe('first')
    expect(lockInstance(folder, arrival('/next'), () => undefined).isFirst).toBe(true)
  })

  it('is not taken from one that lives, and that one hears who came', async () => {
    const { promise, resolve } = Promise.withResolvers<Arrival>()
    const first = lockInstance(folder, arrival('/first'), resolve)
    const second = spawn(process.execPath, [runner, folder, 'hello'])
    const said = text(second.stdout)
    expect(await promise).toMatchObject({ data: 'hello' })
    expect(await said).toBe('not first\n')
    first.release()
  })
  it.each(['', 'GET / HTTP/1.1', 'null', '{"argv":"rm"}', '[1'])('is not shaken by %j from another program', async (words) => {
    const heard: Arrival[] = []
    const first = lockInstance(folder, arrival('/first'), (who) => void heard.push(who))
    const socket = connect(socketOf(join(folder, 'instance.lock')))
    socket.end(words)
    socket.resume()
    await once(socket, 'close')
    expect(heard).toEqual([])
    first.release()
  })
})
