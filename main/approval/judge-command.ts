import { type BashGrammar, isMissing, type MissingGrammar } from './bash-grammar'
import { type CommandJudgement, NOTHING, type ProgramJudgement, unknownPlace } from './command-judgement'
import { isRecursive, judgeProgram, judgeRedirect } from './judge-program'
import { badPath, type PathUse, pathUses } from './path-use'
import { findProgram } from './programs/all'
import { readFind } from './programs/find'
import { judgeTest } from './shell-tests'
import { readText, readWrapped } from './shell-text'
import { walkShell } from './shell-walk'
import { literal, textOf, type Variables, type Word } from './shell-words'
import type { SimpleCommand } from './simple-command'
import { unwrap } from './wrappers'
import { readXargs, type XargsCall } from './xargs'

/** What a command line is judged with. */
export interface CommandContext {
  readonly grammar: BashGrammar | MissingGrammar
  /** As in `process.platform`. */
  readonly platform: string
  /** Absolute folder that it would run in. */
  readonly cwd: string
  /** The person's environment: only a few variables of it are looked at. */
  readonly env: Readonly<Record<string, string | undefined>>
}

const MAX_LENGTH = 2_000
const MAX_PROGRAMS = 50
const MAX_DEPTH = 4
/** Characters that are not seen, or that turn the direction of writing around, or are blanks for some readers only. */
const ODD = /[^\P{C}\t\n]|[\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]|(?! )\p{Zs}/u
const MANY_BLANKS = /[ \t]{100,}/

/** Variables whose values are known. */
const KNOWN_VARIABLES = ['HOME', 'USER', 'LOGNAME', 'PATH', 'LANG', 'SHELL', 'TMPDIR', 'CDPATH']

/** Judges one command line from its text. Pure, total: whatever it does not understand is not harmless. */
export function judgeCommand(command: string, context: CommandContext): CommandJudgement {
  const problem = problemOfText(command, context)
  const whole = { start: 0, end: command.length }
  if (problem !== undefined) return conclude([unknownPlace(whole, problem)])
  return conclude(new LineJudge(context).judgeText(command, context.cwd, 0))
}

function problemOfText(command: string, { platform, grammar }: CommandContext): string | undefined {
  if (platform === 'win32') return 'no command is known to be harmless in this shell'
  if (command.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH.toLocaleString('en')} characters`
  if (ODD.test(command)) return 'it holds characters that are not seen, or not as what they are'
  if (MANY_BLANKS.test(command)) return 'a part of it stands far away behind blanks'
  return isMissing(grammar) ? grammar.missing : undefined
}

/** The reason is one sentence: of several effects it names what can least be taken back. */
const GRAVITY: readonly ProgramJudgement['kind'][] = ['deletes', 'network', 'runs', 'writes', 'reads', 'unknown']

function conclude(programs: readonly ProgramJudgement[]): CommandJudgement {
  const risky = programs.filter(({ isHarmless }) => !isHarmless)
  const gravest = risky.find(({ isGrave }) => isGrave) ?? GRAVITY.flatMap((kind) => risky.find((program) => program.kind === kind) ?? [])[0]
  if (gravest) return { isHarmless: false, why: gravest.why, programs }
  return programs.length === 0
    ? { isHarmless: false, why: 'there is no command in it', programs }
    : { isHarmless: true, why: 'it only reads', programs }
}

/** Variables that a program may be given: they change how it prints and nothing else. */
const HARMLESS_VARIABLES = /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|CI)$/

/** What must be looked at below the folders that names come from. */
const reachOf = ({ areWhole, areFiles }: XargsCall): PathUse['reach'] => (!areWhole ? 'names' : areFiles ? 'one' : 'links')

class LineJudge {
  private readonly context: CommandContext
  private count = 0

  constructor(context: CommandContext) {
    this.context = context
  }

  /** Judges a text with offsets of its own. */
  judgeText(text: string, folder: string, depth: number): readonly ProgramJudgement[] {
    const whole = { start: 0, end: text.length }
    if (depth > MAX_DEPTH) return [unknownPlace(whole, 'it is wrapped too often')]
    const { grammar } = this.context
    const root = isMissing(grammar) ? undefined : grammar.parse(text)
    if (!root) return [unknownPlace(whole, 'it could not be read as a command of the shell')]
    const line = walkShell(text, root, this.variables(folder), folder)
    const commands = line.commands.flatMap((command) => this.judgeSimple(command, depth))
    const tests = line.tests.map(({ start, end, words, folders, isDouble }) => {
      const { problem, paths } = judgeTest(words, isDouble)
      const bad = problem ?? badPath(paths)
      if (bad !== undefined) return unknownPlace({ start, end }, bad)
      return {
        ...NOTHING,
        start,
        end,
        kind: 'reads',
        isHarmless: true,
        why: 'only tests',
        words: ['test'],
        reads: pathUses(paths, folders),
      } as const
    })
    return [...commands, ...tests, ...line.problems.map((problem) => unknownPlace(problem, problem.why))].sort((a, b) => a.start - b.start)
  }

  private variables(folder: string): Variables {
    const known = KNOWN_VARIABLES.flatMap((name) => {
      const value = this.context.env[name]
      return value === undefined ? [] : [[name, [literal(value)]] as const]
    })
    return new Map([...known, ['PWD', [literal(folder)]]])
  }

  private judgeSimple(command: SimpleCommand, depth: number): readonly ProgramJudgement[] {
    this.count += 1
    if (this.count > MAX_PROGRAMS) return [unknownPlace(command, 'it runs too many programs to be looked at')]
    const redirects = command.redirects.map((redirect) => judgeRedirect(redirect, command.folders))
    const assignments = command.assignments.flatMap(({ name, value }) => {
      const isHarmless = HARMLESS_VARIABLES.test(name) && (value.raw === '' || /^[\w.:@-]*$/.test(textOf(value) ?? '/'))
      return isHarmless ? [] : [unknownPlace(command, `it sets ${name}, which can change what programs do`)]
    })
    const elsewhere = this.folderReads(command)
    return [...assignments, ...redirects, ...elsewhere, ...(command.words.length === 0 ? [] : this.judgeWords(command, depth))]
  }

  /** A program in another folder than the line began in is seen as reading that folder. */
  private folderReads(command: SimpleCommand): readonly ProgramJudgement[] {
    const folders = command.folders.filter((folder) => folder !== this.context.cwd)
    if (folders.length === 0 || textOf(command.words[0]) === 'cd') return []
    const reads = [{ path: '.', folders, isPattern: false, reach: 'one' }] as const
    return [
      { ...NOTHING, start: command.start, end: command.start, kind: 'reads', isHarmless: true, why: 'stands in another folder', reads },
    ]
  }

  private judgeWords(command: SimpleCommand, depth: number): readonly ProgramJudgement[] {
    if (depth > MAX_DEPTH) return [unknownPlace(command, 'it is wrapped too often')]
    const name = textOf(command.words[0])
    const inner = unwrap(command)
    if (inner) {
      const own = inner.why === undefined ? [] : [{ ...unknownPlace(command, inner.why), isGrave: inner.isGrave }]
      const started = { ...command, words: inner.inner, assignments: inner.assignments ?? [], redirects: [] }
      return [...own, ...this.judgeSimple(started, depth + 1)]
    }
    switch (name) {
      case 'cd':
        return [
          {
            ...NOTHING,
            start: command.start,
            end: command.end,
            kind: 'reads',
            isHarmless: true,
            why: 'changes the folder',
            words: command.words.map(({ raw }) => raw),
            isPlain: true,
          },
        ]
      case 'command':
        return [
          {
            ...judgeProgram({ ...command, words: [this.word(command, 'which'), ...command.words.slice(2)] }),
            words: command.words.map(({ raw }) => raw),
          },
        ]
      case 'bash':
      case 'sh':
      case 'zsh':
      case 'dash':
        return this.judgeShell(command, depth)
      case 'find':
        return this.judgeFind(command, depth)
      case 'xargs':
        return this.judgeXargs(command, depth)
      case 'git':
        return this.judgeGit(command)
      default:
        return [judgeProgram(command)]
    }
  }

  private word({ start, end }: SimpleCommand, text: string): Word {
    return { start, end, raw: text, values: [literal(text)] }
  }

  /** A shell that is given its commands as one text. Other ways of starting it ask. */
  private judgeShell(command: SimpleCommand, depth: number): readonly ProgramJudgement[] {
    const text = readText(command)
    if (text === undefined) return [judgeProgram(command)]
    const [folder, ...others] = command.folders
    if (folder === undefined || others.length > 0) return [unknownPlace(command, 'nobody can say in which folder it runs')]
    const shift = ({ start, end }: SimpleCommand) => ({ start, end })
    return this.judgeText(text, folder, depth + 1).map((judged) => ({
      ...judged,
      ...shift(command),
      isPlain: judged.isHarmless && judged.isPlain,
    }))
  }

  private judgeFind(command: SimpleCommand, depth: number): readonly ProgramJudgement[] {
    const call = readFind(command.words.slice(1))
    const { folders } = command
    const bad = call.problem ?? badPath([...call.roots, ...call.compared])
    const roots = call.roots.length === 0 ? [this.word(command, '.')] : call.roots
    const base = { ...NOTHING, start: command.start, end: command.end }
    const written = call.written.map((target) => judgeRedirect({ kind: 'writes', target }, folders))
    const started = call.started.flatMap((words) =>
      this.judgeStarted({ ...command, words, input: 'file' }, { names: roots, reach: call.onlyFiles ? 'one' : 'links', depth }),
    )
    const own: ProgramJudgement = call.deletes
      ? {
          ...base,
          kind: 'deletes',
          isHarmless: false,
          why: `deletes what it finds below ${roots.map(({ raw }) => raw).join(' ')}`,
          words: command.words.map((word) => textOf(word) ?? word.raw),
          deletes: pathUses(roots, folders, 'below'),
        }
      : {
          ...base,
          kind: bad === undefined ? 'reads' : 'unknown',
          isHarmless: bad === undefined,
          why: bad ?? 'only reads',
          words: command.words.map((word) => textOf(word) ?? word.raw),
          isPlain: bad === undefined,
          reads: pathUses([...roots, ...call.compared], folders),
        }
    return [own, ...written, ...started]
  }

  /** A program that is given names which another one found. */
  private judgeStarted(
    command: SimpleCommand,
    found: { readonly names: readonly Word[]; readonly reach: PathUse['reach']; readonly depth: number },
  ): readonly ProgramJudgement[] {
    const judged = this.judgeSimple({ ...command, redirects: [], assignments: [] }, found.depth + 1)
    return judged.map((each): ProgramJudgement => {
      if (each.kind === 'deletes')
        return { ...each, deletes: pathUses(found.names, command.folders, 'below'), deletesUnseen: false, isPlain: false }
      const isInert = findProgram(each.words[0] ?? '')?.words === 'inert'
      if (!each.isHarmless) return { ...each, isPlain: false }
      return found.reach === 'one' || isInert
        ? each
        : { ...each, reads: [...each.reads, ...pathUses(found.names, command.folders, found.reach)] }
    })
  }

  private judgeXargs(command: SimpleCommand, depth: number): readonly ProgramJudgement[] {
    const call = readXargs(command)
    const started = { ...command, words: call.inner, input: 'file' } as const
    const isInert = findProgram(textOf(call.inner[0]) ?? '')?.words === 'inert'
    const judged = this.judgeStarted(started, { names: call.names ?? [], reach: reachOf(call), depth })
    const unseen = judged.map((each) => (each.kind === 'deletes' && !call.names ? { ...each, deletesUnseen: isRecursive(started) } : each))
    const why =
      call.problem ??
      (call.names || isInert ? undefined : 'xargs passes on names that nobody can see beforehand; "find … -print0 | xargs -0" is judged')
    return why === undefined ? unseen : [...unseen, unknownPlace(command, why)]
  }

  /** `-C` changes the folder that git stands in; nothing else may stand before its sub-command but what the table knows. */
  private judgeGit(command: SimpleCommand): readonly ProgramJudgement[] {
    const wrapped = readWrapped(command)
    if (wrapped === undefined) return [judgeProgram(command)]
    if (typeof wrapped === 'string') return [{ ...judgeProgram(command), ...unknownPlace(command, wrapped) }]
    const reads = pathUses([wrapped.folder], command.folders)
    const judged = judgeProgram(wrapped.command)
    return [{ ...judged, isPlain: judged.isHarmless && judged.isPlain, reads: [...judged.reads, ...reads] }]
  }
}
