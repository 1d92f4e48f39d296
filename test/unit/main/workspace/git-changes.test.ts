import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitChanges } from '../../../../main/workspace/git-changes'
import { tempFolder } from '../../../support/temp-folder'

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd,
    stdio: 'pipe',
  })

async function repository(): Promise<string> {
  const cwd = await tempFolder()
  git(cwd, 'init', '-q')
  await writeFile(join(cwd, 'a.txt'), 'one\n')
  await writeFile(join(cwd, 'gone.txt'), 'old\n')
  await writeFile(join(cwd, 'same.txt'), 'same\n')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
  await writeFile(join(cwd, 'a.txt'), 'two\r\n')
  await mkdir(join(cwd, 'src'))
  await writeFile(join(cwd, 'src', 'new.txt'), 'new\n')
  await writeFile(join(cwd, 'picture'), Buffer.from([1, 0, 2]))
  await writeFile(join(cwd, 'hidden.txt'), 'secret\n')
  await rm(join(cwd, 'gone.txt'))
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'second')
  return cwd
}

const look = (cwd: string, from: string, to?: string) =>
  gitChanges({ cwd, from, to, hides: (real) => real.endsWith('hidden.txt'), signal: new AbortController().signal })

describe('what changed in a repository', () => {
  it('between two commits: texts as they were and are, without what is hidden or no text', async () => {
    expect(await look(await repository(), 'HEAD~1', 'HEAD')).toEqual({
      ok: true,
      value: {
        files: [
          { path: 'a.txt', before: 'one\n', after: 'two\n' },
          { path: 'gone.txt', before: 'old\n', after: undefined },
          { path: 'src/new.txt', before: undefined, after: 'new\n' },
        ],
        leftOut: 1,
      },
    })
  })

  it('since a commit: by what stands on the disk, and nothing of the repository is run', async () => {
    const cwd = await repository()
    const mark = join(cwd, '..', `mark-${process.pid}`)
    git(cwd, 'config', 'filter.evil.clean', `touch ${mark}; cat`)
    git(cwd, 'config', 'diff.evil.textconv', `touch ${mark}; cat`)
    git(cwd, 'config', 'core.fsmonitor', `touch ${mark}`)
    await mkdir(join(cwd, '.git', 'info'), { recursive: true })
    await writeFile(join(cwd, '.git', 'info', 'attributes'), '* filter=evil diff=evil\n')
    await writeFile(join(cwd, 'same.txt'), 'other\n')
    expect(await look(cwd, 'HEAD')).toEqual({
      ok: true,
      value: { files: [{ path: 'same.txt', before: 'same\n', after: 'other\n' }], leftOut: 0 },
    })
    expect(await look(join(cwd, 'src'), 'HEAD~1', 'HEAD')).toMatchObject({ value: { files: [{ path: 'new.txt' }] } })
    expect(existsSync(mark)).toBe(false)
  })

  it('is refused with a sentence where there is no such commit, whatever it looks like', async () => {
    const cwd = await repository()
    expect(await look(cwd, 'nowhere')).toEqual({ ok: false, error: 'There is no commit "nowhere" in a git repository here.' })
    expect(await look(cwd, '--output=x')).toMatchObject({ ok: false })
    expect(await look(await tempFolder(), 'HEAD')).toMatchObject({ ok: false })
    expect(existsSync(join(cwd, 'x'))).toBe(false)
  })
})
