import { dirname, join } from 'node:path'
import type { CommandEffect, CommandMark, CommandProgram, JudgedCommand, PathEffect } from '../../shared/effects'
import type { CommandJudgement, ProgramJudgement } from './command-judgement'
import { countFiles, exists, findPaths, holds, isMountPoint } from './paths-on-disk'
import type { PathUse } from './path-use'
import { isProtected } from './protected-paths'
import { repositoryTrouble } from './repository-trouble'
import { scriptsOf } from './script-files'

/** What a command's paths are looked up with. */
export interface DiskFacts {
  readonly resolve: (path: string) => Promise<PathEffect>
  /** Real path of the project's folder. */
  readonly project: string
  readonly home: string
  readonly path: string
}

/** Files that are counted below what would be deleted. */
const MAX_COUNTED = 20_000

/** Adds to a judgement what only the disk can say: where paths lead, what patterns stand for, how much would be deleted. */
export async function lookAtCommand(effect: CommandEffect, judgement: CommandJudgement, facts: DiskFacts): Promise<JudgedCommand> {
  const seen = await Promise.all(judgement.programs.map((program) => lookAtProgram(program, facts)))
  const troubles = seen.flatMap(({ trouble, program }) => (trouble === undefined || !program.isHarmless ? [] : [trouble]))
  const foreign = judgement.isHarmless ? foreignPath(facts) : undefined
  const why = foreign ?? troubles[0]
  const isHarmless = judgement.isHarmless && why === undefined
  const worst = seen.find(({ program }) => program.why === judgement.why)
  const stops = seen.flatMap(({ stop }) => (stop === undefined ? [] : [stop]))
  const unseen = unseenDeletion(effect.command, judgement)
  return {
    ...effect,
    harmless: isHarmless,
    why: brief(why ?? worst?.mark.why ?? judgement.why),
    reads: unique(seen.flatMap(({ reads }) => reads)),
    writes: unique(seen.flatMap(({ writes }) => writes)),
    deletes: unique(seen.flatMap(({ deletes }) => deletes)),
    network: [...new Set(judgement.programs.flatMap(({ network }) => network))],
    mentions: unique(
      (
        await findPaths(
          judgement.programs.flatMap(({ mentions }) => mentions),
          facts.resolve,
        )
      ).paths,
    ),
    programs: await Promise.all(judgement.programs.map(asSeen)),
    marks: seen.filter(({ program }) => program.end > program.start).map(({ mark }) => mark),
    ...(stops[0] === undefined ? {} : { stop: stops[0] }),
    ...(unseen === undefined ? {} : { needsPerson: unseen }),
  }
}

async function asSeen(program: ProgramJudgement): Promise<CommandProgram> {
  const scripts = await scriptsOf(program)
  const { words, isHarmless: harmless, isPlain: plain, kind, isRedirect } = program
  return {
    words: [...words],
    harmless,
    plain,
    ...(isRedirect ? { redirect: true } : {}),
    ...(kind === 'unknown' && words.length === 0 && !isRedirect ? { unread: true } : {}),
    ...(scripts.length === 0 ? {} : { scripts: [...scripts] }),
  }
}

interface SeenProgram {
  readonly program: ProgramJudgement
  readonly reads: readonly PathEffect[]
  readonly writes: readonly PathEffect[]
  readonly deletes: readonly PathEffect[]
  readonly mark: CommandMark
  readonly stop: string | undefined
  readonly trouble: string | undefined
}

async function lookAtProgram(program: ProgramJudgement, facts: DiskFacts): Promise<SeenProgram> {
  const [reads, writes, deletes] = await Promise.all([
    findPaths(program.reads, facts.resolve),
    findPaths(program.writes, facts.resolve),
    findPaths(program.deletes, facts.resolve),
  ])
  const stop = (await reasonToStopDeleting(program.deletes, facts)) ?? reasonToStopWriting(writes.paths)
  const found = [reads, writes, deletes].find(({ problem }) => problem !== undefined)
  const trouble = found?.problem ?? (await troubleAround(program, facts))
  // What never runs need not be counted: it may be a whole disk.
  const counted = program.kind === 'deletes' && deletes.paths.length > 0 && stop === undefined
  const why = counted ? `${program.why} (${await countAll(program.deletes, deletes.paths)})` : program.why
  const isGrave = program.isGrave || [...writes.paths, ...deletes.paths].some(({ real, inside }) => !inside || isProtected(real))
  const { start, end, kind } = program
  const mark: CommandMark = { start, end, kind, why: brief(trouble ?? why), ...(isGrave ? { grave: true } : {}) }
  return { program, reads: reads.paths, writes: writes.paths, deletes: deletes.paths, stop, trouble, mark }
}

async function countAll(uses: readonly PathUse[], paths: readonly PathEffect[]): Promise<string> {
  const counts = await Promise.all(paths.map(({ real }) => countFiles(real, MAX_COUNTED)))
  const sum = counts.reduce<number | undefined>(
    (total, count) => (total === undefined || count === undefined ? undefined : total + count),
    0,
  )
  const about = uses.some(({ reach }) => reach === 'below') ? 'at most ' : ''
  if (sum === undefined) return `more than ${MAX_COUNTED.toLocaleString('en')} files`
  if (sum === 0) return 'no files now'
  return `${about}${sum.toLocaleString('en')} ${sum === 1 ? 'file' : 'files'}`
}

/** Folders that nobody means to delete, in whatever mode. */
async function reasonToStopDeleting(uses: readonly PathUse[], facts: DiskFacts): Promise<string | undefined> {
  for (const use of uses) {
    const { paths } = await findPaths([use], facts.resolve)
    for (const path of paths) {
      const reason = reasonAgainst(path, use, facts) ?? (await reasonOfMount(path, use, facts))
      if (reason !== undefined) return reason
    }
  }
  return undefined
}

function reasonAgainst({ real, inside }: PathEffect, { reach, isPattern }: PathUse, { project, home }: DiskFacts): string | undefined {
  const isAbove = real === '/' || real === home || project.startsWith(`${real}/`)
  if (isAbove) return `deletes ${real}, which holds the project or your home folder`
  if (reach !== 'one' && !inside) return `deletes a whole folder outside the project: ${real}`
  return reach === 'tree' && real === project && !isPattern ? 'deletes the whole project' : undefined
}

async function reasonOfMount({ real }: PathEffect, { reach }: PathUse, { project }: DiskFacts): Promise<string | undefined> {
  const isMount = reach !== 'one' && real !== project && (await isMountPoint(real))
  return isMount ? `deletes everything on another disk: ${real}` : undefined
}

/** Disks and the kernel's own settings. */
function reasonToStopWriting(paths: readonly PathEffect[]): string | undefined {
  const device = paths.find(
    ({ real }) => /^\/(?:dev|proc|sys)\//.test(real) && !/^\/dev\/(?:null|zero|tty|stdout|stderr|fd\/[0-2]|shm\/.+|pts\/\d+)$/.test(real),
  )
  return device ? `writes to a device or to the kernel: ${device.real}` : undefined
}

/** What the project holds that makes a harmless program run others. */
async function troubleAround(
  { repositories, unless, words, reads }: ProgramJudgement,
  { project }: DiskFacts,
): Promise<string | undefined> {
  for (const folder of repositories) {
    const trouble = await repositoryTrouble(folder, project)
    if (trouble !== undefined) return trouble
  }
  for (const folder of unless.length === 0 ? [] : [project, ...reads.flatMap((use) => use.folders)]) {
    const file = await decidingFile(folder, unless, project)
    if (file !== undefined) return `${words[0]} runs what ${file} in the project names`
  }
  return undefined
}

/** The first of these files in a folder or above it, within the project. */
async function decidingFile(folder: string, rules: readonly string[], project: string): Promise<string | undefined> {
  for (let each = folder; each.length >= project.length; each = dirname(each)) {
    const found = await Promise.all(rules.map((rule) => decides(join(each, rule))))
    const rule = rules[found.indexOf(true)]
    if (rule !== undefined) return rule.replace(/#.*/, '')
  }
  return undefined
}

async function decides(rule: string): Promise<boolean> {
  const [file = '', part] = rule.split('#')
  return part === undefined ? exists(file) : holds(file, part)
}

/** With such a PATH, the name of a program may mean a file of the project. */
function foreignPath({ path, project }: DiskFacts): string | undefined {
  const bad = path.split(':').find((entry) => !entry.startsWith('/') || entry === project || entry.startsWith(`${project}/`))
  return bad === undefined ? undefined : `programs may come from ${bad === '' ? 'the folder it stands in' : bad}, which is on the PATH`
}

/** Deleting whole folders that nobody can name beforehand. */
function unseenDeletion(command: string, { programs }: CommandJudgement): string | undefined {
  if (programs.some(({ deletesUnseen }) => deletesUnseen)) return 'deletes folders that nobody can name beforehand; write their paths out'
  const isRead = programs.some(({ kind }) => kind === 'deletes')
  return !isRead && /\brm\s[^;|&\n]*-\w*[rR]|\bRemove-Item\b|\brd\s+\/s|\brmdir\s+\/s|\s-delete\b/i.test(command)
    ? 'seems to delete folders, in a way that could not be read; write it as a plain command'
    : undefined
}

const MAX_REASON = 300

/** A reason is one sentence: it quotes no page of text. */
const brief = (why: string): string => (why.length > MAX_REASON ? `${why.slice(0, MAX_REASON)}…` : why)

const unique = (paths: readonly PathEffect[]): PathEffect[] => [...new Map(paths.map((path) => [path.real, path])).values()]
