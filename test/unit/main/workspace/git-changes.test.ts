import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

  it('since an older commit: also what was added by now, in a commit, in the index or in the folder alone', async () => {
    const cwd = await repository()
    await writeFile(join(cwd, 'staged.txt'), 'staged\n')
    git(cwd, 'add', 'staged.txt')
    await writeFile(join(cwd, '.gitignore'), 'build\n')
    await mkdir(join(cwd, 'build'))
    await writeFile(join(cwd, 'build', 'out.txt'), 'made\n')
    await rm(join(cwd, 'src', 'new.txt'))
    await writeFile(join(cwd, 'src', 'newer.txt'), 'newer\n')
    expect(await look(cwd, 'HEAD~1')).toEqual({
      ok: true,
      value: {
        files: [
          { path: '.gitignore', before: undefined, after: 'build\n' },
          { path: 'a.txt', before: 'one\n', after: 'two\n' },
          { path: 'gone.txt', before: 'old\n', after: undefined },
          { path: 'src/newer.txt', before: undefined, after: 'newer\n' },
          { path: 'staged.txt', before: undefined, after: 'staged\n' },
        ],
        leftOut: 1,
      },
    })
    expect(await look(join(cwd, 'src'), 'HEAD~1')).toMatchObject({ value: { files: [{ path: 'newer.txt' }], leftOut: 0 } })
  })

  it('since a commit: a checkout with other line ends is no change, and a large file is left out only when it is one', async () => {
    const cwd = await repository()
    await writeFile(join(cwd, 'large.txt'), 'x'.repeat(2_000_000))
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'third')
    await writeFile(join(cwd, 'same.txt'), 'same\r\n')
    expect(await look(cwd, 'HEAD')).toEqual({ ok: true, value: { files: [], leftOut: 0 } })
    await writeFile(join(cwd, 'large.txt'), 'y'.repeat(2_000_000))
    expect(await look(cwd, 'HEAD')).toEqual({ ok: true, value: { files: [], leftOut: 1 } })
  })

  it.skipIf(process.platform === 'win32')('reads nothing outside of the folder, however the names lead there', async () => {
    const outside = await tempFolder()
    await writeFile(join(outside, 'new.txt'), 'of somebody else\n')
    await writeFile(join(outside, 'more.txt'), 'of somebody else\n')
    const cwd = await repository()
    await rm(join(cwd, 'src'), { recursive: true })
    await symlink(outside, join(cwd, 'src'))
    await symlink(join(outside, 'more.txt'), join(cwd, 'link.txt'))
    expect(await look(cwd, 'HEAD')).toEqual({
      ok: true,
      value: { files: [{ path: 'src/new.txt', before: 'new\n', after: undefined }], leftOut: 0 },
    })
  })

  it('says so where there is no git', async () => {
    const cwd = await repository()
    vi.stubEnv('PATH', join(cwd, 'nowhere'))
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await look(cwd, 'HEAD')).toEqual({
      ok: false,
      error: 'What changed is read with git, which was not found: install it first.',
    })
  })

  it('is refused with a sentence where there is no such commit, whatever it looks like', async () => {
    const cwd = await repository()
    expect(await look(cwd, 'nowhere')).toEqual({ ok: false, error: 'There is no commit "nowhere" in a git repository here.' })
    expect(await look(cwd, '--output=x')).toMatchObject({ ok: false })
    expect(await look(await tempFolder(), 'HEAD')).toMatchObject({ ok: false })
    expect(existsSync(join(cwd, 'x'))).toBe(false)
  })
})
