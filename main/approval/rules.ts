import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { JudgedCommand, PathEffect, ScriptState } from '../../shared/effects'
import type { Rule, RuleOffer, RuleSubject } from '../../shared/rules'
import { type JudgedEffects, reasonOfProtection, type RuleVerdict } from './policy'
import { coversProgram, isProgramOf, programPrefix } from './program-rules'
import { isProtected } from './protected-paths'
import { areBound, describeChange } from './script-files'

/** Where and when a rule is looked at. */
export interface RuleContext {
  readonly taskId: string
  /** Real path of the project's folder. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One thing that a call would do: a program that runs, or a path outside of the project. */
interface Deed {
  /** A program's literal words, for rules about programs. */
  readonly words: readonly string[]
  readonly path: PathEffect | undefined
  readonly access: 'read' | 'write'
  /** What of the project it runs. */
  readonly scripts: readonly ScriptState[]
}

/** What the person's rules say of a call: deny beats ask, ask beats allow. Pure. */
export function matchRules(rules: readonly Rule[], effects: JudgedEffects, context: RuleContext): RuleVerdict {
  const holding = rules.filter((rule) => holds(rule, context))
  for (const decision of ['deny', 'ask'] as const) {
    const rule = holding.find((each) => each.decision === decision && touches(each.subject, effects))
    if (rule) return { decision, reason: `your rule ${decision === 'deny' ? 'forbids' : 'asks for'} ${describeSubject(rule.subject)}` }
  }
  const doubted = holding.find(({ decision, subject }) => decision !== 'allow' && mayTouch(subject, effects))
  if (doubted) {
    const reason = `your rule ${doubted.decision === 'deny' ? 'forbids' : 'asks for'} ${describeSubject(doubted.subject)}, and nobody can say whether this runs it`
    return { decision: 'ask', reason }
  }
  const allowing = holding.filter(({ decision }) => decision === 'allow')
  const [used] = coverAll(allowing, effects, areBound)
  if (used) return { decision: 'allow', reason: `your rule allows ${describeSubject(used.rule.subject)}` }
  const fallen = coverAll(allowing, effects, () => true).find(({ rule, scripts }) => !areBound(scripts, rule.scripts ?? []))
  return { decision: undefined, reason: fallen ? reasonFallen(fallen) : '' }
}

const reasonFallen = ({ rule, scripts }: Use): string =>
  `your rule for ${describeSubject(rule.subject)} does not hold here: ${describeChange(scripts, rule.scripts ?? [])}`

/** A rule that covers something, and what of the project that runs. */
interface Use {
  readonly rule: Rule
  readonly scripts: readonly ScriptState[]
}

type Cover = (covers: (rule: Rule) => boolean, scripts: readonly ScriptState[]) => boolean

/** A rule of a task dies with it; one of a project holds in no other folder. */
export function holds({ scope, until }: Rule, { taskId, folder, now }: RuleContext): boolean {
  if (until !== undefined && now >= until) return false
  switch (scope.kind) {
    case 'task':
      return scope.taskId === taskId
    case 'project':
      return scope.folder === folder
    case 'always':
      return true
  }
}

/** True when anything that the call would do falls under this subject: enough for a rule that forbids or asks. */
function touches(subject: RuleSubject, { reads, writes, deletes, executes }: JudgedEffects): boolean {
  switch (subject.kind) {
    case 'command':
      return executes.some((command) => command.command === subject.command && command.cwd === subject.cwd)
    case 'program':
      return executes.some(({ programs }) => programs.some(({ words }) => isProgramOf(subject.words, words) === 'yes'))
    case 'folder': {
      const changed = [...writes, ...deletes, ...executes.flatMap((command) => [...command.writes, ...command.deletes])]
      const read = subject.access === 'read' ? [...reads, ...executes.flatMap((command) => command.reads)] : []
      return [...changed, ...read].some(({ real }) => isBelow(real, subject.path))
    }
  }
}

/** True where a command may be what a rule is about, and could not be read well enough to say. */
const mayTouch = (subject: RuleSubject, { executes }: JudgedEffects): boolean =>
  subject.kind === 'program' &&
  executes.some(({ programs }) => programs.some(({ words, unread }) => unread || isProgramOf(subject.words, words) === 'maybe'))

/** Rules that cover everything that would be asked about; none when anything is left. What the project's scripts do must be what it was. */
function coverAll(rules: readonly Rule[], effects: JudgedEffects, areSame: typeof areBound): readonly Use[] {
  if (effects.unknown || effects.network.length > 0) return []
  const used: Use[] = []
  const cover: Cover = (covers, scripts) => {
    const rule = rules.find((each) => covers(each) && areSame(scripts, each.scripts ?? []))
    if (rule) used.push({ rule, scripts })
    return rule !== undefined
  }
  const paths = [...effects.writes, ...effects.deletes].every((path) => cover(({ subject }) => coversPath(subject, path, 'write'), []))
  const reads = effects.reads.every((path) => cover(({ subject }) => coversPath(subject, path, 'read'), []))
  const commands = effects.executes.every((command) => coverCommand(command, cover))
  return paths && reads && commands ? used : []
}

/** Each of its programs must be covered, and what it writes by redirection: a rule for one program says nothing of the next. */
function coverCommand(command: JudgedCommand, cover: Cover): boolean {
  const isThis = ({ subject }: Rule): boolean =>
    subject.kind === 'command' && subject.command === command.command && subject.cwd === command.cwd
  if (cover(isThis, scriptsOfCommand(command))) return true
  // Where the model doubts what only reads, nothing less than this very command was approved.
  if (command.requiresApproval && command.harmless) return false
  return deedsOf(command).every((deed) => cover(({ subject }) => coversDeed(subject, deed), deed.scripts))
}

const scriptsOfCommand = ({ programs }: JudgedCommand): ScriptState[] => programs.flatMap(({ scripts = [] }) => scripts)

/** What has to be covered: programs that do more than read, and whatever is outside of the project. */
function deedsOf({ programs, reads, writes, deletes }: JudgedCommand): readonly Deed[] {
  const run = programs
    .filter(({ harmless }) => !harmless)
    .map(({ words, plain, scripts = [] }): Deed => ({ words: plain ? words : [], path: undefined, access: 'write', scripts }))
  const seen = reads.filter(({ inside }) => !inside).map((path): Deed => ({ words: [], path, access: 'read', scripts: [] }))
  const changed = [...writes, ...deletes]
    .filter(({ inside }) => !inside)
    .map((path): Deed => ({ words: [], path, access: 'write', scripts: [] }))
  return [...run, ...seen, ...changed]
}

function coversDeed(subject: RuleSubject, { words, path, access }: Deed): boolean {
  if (path) return coversPath(subject, path, access)
  return subject.kind === 'program' && coversProgram(subject.words, words)
}

function coversPath(subject: RuleSubject, { real }: PathEffect, access: 'read' | 'write'): boolean {
  if (subject.kind !== 'folder' || !isBelow(real, subject.path)) return false
  return access === 'read' ? true : subject.access === 'write' && !isProtected(real)
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** Rules that may be offered for a question: what they cover stands on the button. */
export function offersFor(effects: JudgedEffects): readonly RuleOffer[] {
  // A rule would not hold there: what is protected is asked about all the same, and so is what another rule asks for.
  if (reasonOfProtection(effects) !== undefined || effects.rules?.decision === 'ask') return []
  const [command, ...others] = effects.executes
  const offers = command && others.length === 0 ? commandOffers(command) : folderOffers(effects)
  return offers.map((offer) => ({ ...offer, id: createHash('sha256').update(JSON.stringify(offer.subjects)).digest('hex').slice(0, 16) }))
}

type NewOffer = Omit<RuleOffer, 'id'>

function commandOffers(command: JudgedCommand): readonly NewOffer[] {
  if (command.stop !== undefined) return []
  const scripts = scriptsOfCommand(command)
  const bound = scripts.length === 0 ? {} : { scripts }
  const exact: NewOffer = {
    subjects: [{ kind: 'command', command: command.command, cwd: command.cwd }],
    words: 'exactly this command, in this folder',
    ...bound,
  }
  const risky = command.programs.filter(({ harmless }) => !harmless)
  const outside = [...command.reads, ...command.writes, ...command.deletes].some(({ inside }) => !inside)
  const prefixes = risky.map(({ words, plain }) => (plain ? programPrefix(words) : undefined))
  const known = prefixes.filter((prefix) => prefix !== undefined)
  if (outside || known.length === 0 || known.length !== prefixes.length) return [exact]
  const unique = [...new Map(known.map((words) => [words.join(' '), words])).values()]
  const words = `${unique.map((each) => each.join(' ')).join(', ')} with any arguments`
  return [exact, { subjects: unique.map((each) => ({ kind: 'program', words: [...each] })), words, ...bound }]
}

function folderOffers({ reads, writes, deletes, unknown, network }: JudgedEffects): readonly NewOffer[] {
  const changed = [...writes, ...deletes]
  if (unknown || network.length > 0) return []
  const access = changed.length > 0 ? 'write' : 'read'
  const folders = [...new Set([...changed, ...(access === 'read' ? reads : [])].map(({ real }) => dirname(real)))]
  const [folder, ...more] = folders
  // A whole disk or everybody's home is no folder to allow.
  if (folder === undefined || more.length > 0 || folder.split('/').length < 4) return []
  const doing = access === 'write' ? 'changing any file' : 'reading any file'
  return [{ subjects: [{ kind: 'folder', path: folder, access }], words: `${doing} in the folder ${basename(folder)} (${folder})` }]
}

/** In words, for a reason. */
function describeSubject(subject: RuleSubject): string {
  switch (subject.kind) {
    case 'command':
      return `exactly "${subject.command}" in ${subject.cwd}`
    case 'program':
      return `${subject.words.join(' ')} with any arguments`
    case 'folder':
      return `${subject.access === 'write' ? 'changing' : 'reading'} files in ${subject.path}`
  }
}
