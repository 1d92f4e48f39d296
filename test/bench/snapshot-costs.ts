import { execFileSync } from 'node:child_process'
import { mkdir, readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskFiles } from '../../main/changes/disk-files'
import { createImageStore } from '../../main/changes/image-store'
import { TaskChanges } from '../../main/changes/task-changes'
import { listProject } from '../../main/workspace/list-project'
import { diffTexts } from '../../main/workspace/text-diff'
import { median, table } from './statistics'

interface SnapshotCosts {
  readonly files: number
  /** Milliseconds around one edit of a file: keeping what it held, and telling what came of it. */
  readonly editMs: number
  /** Milliseconds that `git add -A` and a commit of the same edit take. */
  readonly gitMs: number
  /** Milliseconds of looking at the project before and after a command, once what it holds is known. */
  readonly commandMs: number
  /** The first look. What files hold is kept beside it. */
  readonly firstLookMs: number
  readonly gitStatusMs: number
}

const FILES_PER_FOLDER = 100
const EDITS = 9

/** The goal: an edit's way back against git's. A look after a command goes on beside what follows; it is told against `git status`. */
const MAX_EDIT_TO_GIT = 0.05

/** Prints what keeping the way back costs. Gives the reasons why a goal was missed. */
export async function benchSnapshots(): Promise<string[]> {
  const costs = [await measureSnapshots(1_000), await measureSnapshots(50_000)] as const
  console.log('\nKeeping the way back, ms')
  const head = ['files', 'around an edit', 'git add -A, commit', 'after a command', 'git status', 'first look']
  const numbers = costs.map((cost) => [cost.editMs, cost.gitMs, cost.commandMs / 2, cost.gitStatusMs, cost.firstLookMs])
  console.log(
    table(
      head,
      costs.map(({ files }, at) => [String(files), ...(numbers[at] ?? []).map((each) => each.toFixed(1))]),
    ),
  )
  const large = costs[1]
  const [edit, look] = [large.editMs / large.gitMs, large.commandMs / 2 / large.gitStatusMs]
  console.log(`Edit ÷ git ${edit.toFixed(3)} (goal: at most ${MAX_EDIT_TO_GIT}); look ÷ git status ${look.toFixed(2)}`)
  return edit <= MAX_EDIT_TO_GIT
    ? []
    : [`Keeping the way back of an edit takes ${edit.toFixed(3)} of what git takes (at most ${MAX_EDIT_TO_GIT})`]
}

/** What keeping the way back costs in a project of `files` small files, beside what git takes for the same. */
async function measureSnapshots(files: number): Promise<SnapshotCosts> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const cwd = join(root, 'project')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y.invalid', ...args], { cwd, stdio: 'ignore' })
  const commit = (message: string): void => {
    git('add', '-A')
    git('commit', '-qm', message)
  }
  try {
    await layOut(cwd, files)
    git('init', '-q')
    commit('first')
    const changes = open(cwd, join(root, 'images'))
    const real = join(cwd, 'f0', '0.txt')
    const edits: number[] = []
    const commits: number[] = []
    for (let at = 0; at < EDITS; at += 1) {
      edits.push(await timed(() => edit(changes, real, `edited ${at}\n`)))
      commits.push(await timed(() => commit(`edit ${at}`)))
    }
    const look = async () => {
      const { ended } = await changes.commandBegins()
      ended()
      await changes.list()
    }
    const firstLookMs = await timed(look)
    await changes.settled()
    const looks: number[] = []
    for (let at = 0; at < 3; at += 1) looks.push(await timed(look))
    await changes.settled()
    const gitStatusMs = await timed(() => void git('status', '--porcelain'))
    return { files, editMs: median(edits), gitMs: median(commits), commandMs: median(looks), firstLookMs, gitStatusMs }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

function open(cwd: string, images: string): TaskChanges {
  return new TaskChanges({
    cwd,
    images: createImageStore(images),
    files: createDiskFiles(cwd),
    list: listProject,
    diff: (before, after) => diffTexts(before, after, 10_000),
    record: () => undefined,
    changed: () => undefined,
  })
}

/** Without the write itself, which a bare edit needs too. */
async function edit(changes: TaskChanges, real: string, text: string): Promise<void> {
  const noted = await changes.writeBegins({ path: 'f0/0.txt', real })
  await noted.keep(await readFile(real), Buffer.from(text))
  await writeFile(real, text)
  await noted.done()
}

async function layOut(cwd: string, files: number): Promise<void> {
  for (let folder = 0; folder * FILES_PER_FOLDER < files; folder += 1) {
    const path = join(cwd, `f${folder}`)
    await mkdir(path, { recursive: true })
    const names = Array.from({ length: FILES_PER_FOLDER }, (_, at) => join(path, `${at}.txt`))
    await Promise.all(names.map((name) => writeFile(name, `${name}\n`.repeat(20))))
  }
}

async function timed(work: () => Promise<unknown> | void): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
