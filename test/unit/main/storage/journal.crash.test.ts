import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readJournal } from '../../../../main/storage/journal-reader'
import { startChild } from './support/child'
import { tempFolder } from '../../../support/temp-folder'

const newPath = async (): Promise<string> => join(await tempFolder(), 'journal.jsonl')
const numbersIn = async (path: string): Promise<unknown[]> => (await readJournal(path)).records.map(({ record }) => record['number'])
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

describe.skipIf(process.platform !== 'linux')('a file size limit of the system', () => {
  test('is survived: nothing is lost, and writing goes on when it is lifted', async () => {
    const path = await newPath()
    const child = startChild('write-until-full.ts', [path], ['sh', '-c', 'ulimit -S -f 8; exec "$@"', 'sh'])
    expect(await child.line()).toBe('failure full')
    const count = Number((await child.line())?.split(' ')[1])
    child.send('again')
    expect(await child.line()).toBe(`refused ${count}`)
    execFileSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited:unlimited'])
    child.send('again')
    expect(await child.line()).toBe('recovered')
    expect(await child.line()).toBe(`written ${count}`)
    expect(await readJournal(path)).toMatchObject({ damage: { skippedRecords: 0, tornTail: false } })
    expect(await numbersIn(path)).toEqual(upTo(count))
  })
})

describe('kill -9', () => {
  const kills = process.env['COUNTERSIGN_LONG'] ? 1_000 : 20

  test('loses nothing that was reported as durable', { timeout: kills * 10_000 }, async () => {
    const path = await newPath()
    let reported = 0
    for (let kill = 1; kill <= kills; kill++) {
      const child = startChild('append-records.ts', [path, String((kill % 5) * 1_000 + 10)])
      const reports = 1 + ((kill * 7) % 23)
      for (let count = 0; count < reports; count++) reported = Number((await child.line()) ?? reported)
      await child.kill()
      for (let line = await child.line(); line !== undefined; line = await child.line()) reported = Number(line)
      const numbers = await numbersIn(path)
      expect(numbers).toEqual(upTo(numbers.length))
      expect(numbers.length).toBeGreaterThanOrEqual(reported)
    }
  })
})
