import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTar } from '../../../../main/browser/read-tar'

it('reads the files of an archive that tar made, with their modes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'))
  mkdirSync(join(folder, 'lib', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'lib', 'program'), 'x'.repeat(1000))
  chmodSync(join(folder, 'lib', 'program'), 0o755)
  writeFileSync(join(folder, 'lib', 'deep', 'empty'), '')
  const archive = execFileSync('tar', ['cf', '-', '--format=ustar', '-C', folder, 'lib'])
  rmSync(folder, { recursive: true })

  const files = readTar(archive).toSorted((a, b) => a.path.localeCompare(b.path))
  expect(files.map(({ path, bytes }) => [path, bytes.toString()])).toEqual([
    ['lib/deep/empty', ''],
    ['lib/program', 'x'.repeat(1000)],
  ])
  expect((files[1]?.mode ?? 0) & 0o777).toBe(0o755)
})

it.each(['../outside', '/absolute', 'a/../../b'])('refuses an archive that holds %s', (path) => {
  const header = Buffer.alloc(512)
  header.write(path)
  header.write('0000644\0', 100)
  header.write('00000000000\0', 124)
  header.write('0', 156)
  expect(() => readTar(Buffer.concat([header, Buffer.alloc(1024)]))).toThrow('outside its folder')
})
