import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createOutputLog } from '../../../../main/terminal/output-log'
import { tempWorkspace } from '../../../support/temp-workspace'

const place = async () => join(await tempWorkspace(), 'logs', 'x.log')

describe('the log of an output', () => {
  it('is no file as long as there is little and nobody asks for it', async () => {
    const path = await place()
    const log = createOutputLog(path)
    log.write('little')
    await log.flush()
    await expect(stat(path)).rejects.toThrow('ENOENT')
    expect(log.file()).toBe(path)
    expect(await readFile(path, 'utf8')).toBe('little')
  })

  it('goes on in the file, in order, also after it was asked for', async () => {
    const path = await place()
    const log = createOutputLog(path)
    log.write('a')
    log.file()
    log.write('b')
    log.write('c'.repeat(100_000))
    log.write('d')
    await log.flush()
    log.close()
    expect(await readFile(path, 'utf8')).toBe(`ab${'c'.repeat(100_000)}d`)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('is whole, and still named, when it is closed before it was waited for', async () => {
    const path = await place()
    const log = createOutputLog(path)
    log.write('x'.repeat(1_000_000))
    log.close()
    await log.flush()
    await log.flush()
    expect(log.file()).toBe(path)
    expect((await stat(path)).size).toBe(1_000_000)
  })

  it('takes a first piece that is large', async () => {
    const path = await place()
    const log = createOutputLog(path)
    log.write('x'.repeat(1_000_000))
    await log.flush()
    expect((await stat(path)).size).toBe(1_000_000)
  })

  it('names no file for no output, nor one that cannot be written', async () => {
    expect(createOutputLog(await place()).file()).toBeUndefined()
    const folder = await tempWorkspace({ logs: 'a file stands where the folder should be' })
    const log = createOutputLog(join(folder, 'logs', 'x.log'))
    log.write('text')
    expect(log.file()).toBeUndefined()
    log.write('x'.repeat(200_000))
    await log.flush()
  })
})
