import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { readHiddenFiles } from '../../main/approval/hidden-files'
import { createFiles } from '../../main/workspace/files'
import { createSearch } from '../../main/workspace/search'
import { median, table } from './statistics'

const FILES = 200_000
const FILES_IN_FOLDER = 45
const HITS_EVERY = 2000
const REPS = 7
const QUICK_REPS = 25
const MS_PER_TICK = 10
/** In parts of what ripgrep itself costs in the same run. */
const MAX_CPU = 1.1
const MAX_FIRST_HITS = 1.3
const MAX_FIRST_NAMES = 1.3
const FIRST_HITS = 20
const FIRST_NAMES = 200
const signal = new AbortController().signal

interface Cost {
  readonly ms: number
  readonly cpuMs: number
}
type Work = () => unknown

/** Searching and listing a tree of 200,000 files, beside plain ripgrep. Gives the goals that were missed. */
export async function benchSearch(wanted: ReadonlySet<string>): Promise<string[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-tree-')))
  try {
    makeTree(root)
    const missed: string[] = []
    if (wanted.has('search')) missed.push(...(await benchSearches(root)))
    if (wanted.has('list')) missed.push(...(await benchLists(root)))
    return missed
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function benchSearches(root: string): Promise<string[]> {
  const searching = createSearch(root, () => readHiddenFiles(root))
  const path = await createFiles(root).resolve('.')
  const search = async (regex: string, limit: number, count: number): Promise<void> => {
    const found = await searching.search({ path, regex, limit }, signal)
    if (!found.ok || found.value.matches.length !== count) throw new Error(`The search for ${regex} did not find ${count}.`)
  }
  const hits = FILES / HITS_EVERY
  const rare = await interleaved(
    () => ripgrep(`--line-number needle ${root}`),
    () => search('needle', 300, hits),
    REPS,
  )
  const none = await interleaved(
    () => ripgrep(`--line-number nowhere ${root}`),
    () => search('nowhere', 300, 0),
    REPS,
  )
  const first = await interleaved(
    () => ripgrep(`--line-number value ${root} | head -n ${FIRST_HITS}`),
    () => search('value', FIRST_HITS, FIRST_HITS),
    QUICK_REPS,
  )
  console.log(`\nSearch in ${FILES} files, median of ${REPS} (of ${QUICK_REPS} for the first hits); the tool also reads what is found`)
  return report([
    { what: `CPU of a search with ${hits} hits`, unit: 'cpuMs', pair: rare, most: MAX_CPU },
    { what: 'CPU of a search without a hit', unit: 'cpuMs', pair: none, most: MAX_CPU },
    { what: 'Time of a search without a hit', unit: 'ms', pair: none },
    { what: `Time to the first ${FIRST_HITS} hits`, unit: 'ms', pair: first, most: MAX_FIRST_HITS },
  ])
}

async function benchLists(root: string): Promise<string[]> {
  const files = createFiles(root, () => readHiddenFiles(root))
  const path = await files.resolve('.')
  const list = async (limit: number): Promise<void> => {
    const listed = await files.list(path, { recursive: true, limit }, signal)
    if (!listed.ok || listed.value.entries.length < FIRST_NAMES) throw new Error('The listing is too short.')
  }
  const first = await interleaved(
    () => ripgrep(`--files ${root} | head -n ${FIRST_NAMES}`),
    () => list(FIRST_NAMES),
    QUICK_REPS,
  )
  console.log(`\nListing ${FILES} files, median of ${QUICK_REPS}`)
  return report([{ what: `Time to the first ${FIRST_NAMES} names`, unit: 'ms', pair: first, most: MAX_FIRST_NAMES }])
}

interface Line {
  readonly what: string
  readonly unit: keyof Cost
  readonly pair: Pair
  readonly most?: number
}

function report(lines: readonly Line[]): string[] {
  const measured = lines.map((line) => {
    const [plain, ours] = [line.pair.plain, line.pair.ours].map((costs) => median(costs.map((cost) => cost[line.unit])))
    return { ...line, plain, ours, ratio: ours / plain }
  })
  const rows = measured.map(({ what, plain, ours, ratio, most }) => [
    what,
    plain.toFixed(1),
    ours.toFixed(1),
    ratio.toFixed(2),
    most === undefined ? '' : `≤ ${most}`,
  ])
  console.log(table(['ms', 'ripgrep', 'the tool', 'ratio', 'goal'], rows))
  return measured
    .filter(({ ratio, most }) => most !== undefined && !(ratio <= most))
    .map(({ what, ratio, most }) => `${what}: × ${ratio.toFixed(2)} that of ripgrep (at most × ${most})`)
}

interface Pair {
  readonly plain: readonly Cost[]
  readonly ours: readonly Cost[]
}

/** Both take turns, so that noise falls on both alike. The first turn only warms up. */
async function interleaved(plain: Work, ours: Work, reps: number): Promise<Pair> {
  const pair: { plain: Cost[]; ours: Cost[] } = { plain: [], ours: [] }
  for (let rep = 0; rep <= reps; rep += 1) {
    const costs = [await costOf(plain), await costOf(ours)] as const
    if (rep === 0) continue
    pair.plain.push(costs[0])
    pair.ours.push(costs[1])
  }
  return pair
}

async function costOf(work: Work): Promise<Cost> {
  const [cpuBefore, before] = [cpuMs(), performance.now()]
  await work()
  return { ms: performance.now() - before, cpuMs: cpuMs() - cpuBefore }
}

/** Of this process, and of its children that have ended. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK
}

/** On the command line, as a person would. */
function ripgrep(args: string): void {
  spawnSync('sh', ['-c', `"${rgPath}" ${args}`], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Files of about 340 bytes in some 4,400 folders. */
function makeTree(root: string): void {
  for (let at = 0; at < FILES; at += FILES_IN_FOLDER) {
    const number = at / FILES_IN_FOLDER
    const folder = join(root, `part-${number % 30}`, `group-${Math.floor(number / 30)}`)
    mkdirSync(folder, { recursive: true })
    for (let file = at; file < Math.min(at + FILES_IN_FOLDER, FILES); file += 1)
      writeFileSync(join(folder, `file-${file}.ts`), textOf(file))
  }
}

const textOf = (file: number): string =>
  `export const value${file} = ${file}\n${'// some more text, so that there is something to read\n'.repeat(5)}${file % HITS_EVERY === 0 ? 'needle\n' : ''}`
