import { readArguments } from './arguments'
import { NOTHING, type ProgramJudgement, unknownPlace } from './command-judgement'
import { badPath, type PathUse, pathUses } from './path-use'
import { bareName, findProgram } from './programs/all'
import { findKnownEffect, type KnownEffect } from './programs/known-effects'
import type { Program, ProgramCall } from './programs/program'
import { judgeTest } from './shell-tests'
import { textOf, type Value, type Word } from './shell-words'
import type { Redirect, SimpleCommand } from './simple-command'

/** Judges one program that wraps no other: by the tables of what only reads, else by what is known of it. */
export function judgeProgram(command: SimpleCommand): ProgramJudgement {
  const name = textOf(command.words[0])
  if (name === undefined) return unknownPlace(command, command.words[0]?.open ?? 'nobody can say which program it runs')
  const bare = bareName(name)
  const program = findProgram(bare)
  const reading = program ? readProgram(bare, program, command) : `${bare} is not on the list of programs that only read`
  return typeof reading === 'string' ? judgeByEffect(bare, command, reading) : reading
}

/** Files that a redirection opens. */
export function judgeRedirect({ kind, target }: Redirect, folders: readonly string[]): ProgramJudgement {
  const problem = badPath([target])
  const isRedirect = kind === 'writes'
  if (problem !== undefined || target.values.length !== 1)
    return { ...unknownPlace(target, `${kind} a file by redirection that nobody can name`), isRedirect }
  const uses = pathUses([target], folders)
  const base = { ...NOTHING, start: target.start, end: target.end }
  if (kind === 'reads') return { ...base, kind: 'reads', isHarmless: true, why: `reads ${target.raw}`, reads: uses }
  return { ...base, isRedirect, kind: 'writes', isHarmless: false, why: `writes ${target.raw} by redirection`, writes: uses }
}

/** A judgement if it only reads, else why it asks. */
function readProgram(name: string, program: Program, command: SimpleCommand): ProgramJudgement | string {
  if (name === 'test') return readTest(command)
  const given = readArguments(name, program, command.words.slice(1))
  if (!given.ok) return given.why
  const { call, program: last } = given
  const paths = pathWords(last, call)
  const problem =
    program.check?.(call) ??
    last.check?.(call) ??
    badPath([...paths, ...call.paths]) ??
    badText(last, call, paths) ??
    waits(last, paths, { input: command.input, call })
  if (problem !== undefined) return problem
  return {
    ...NOTHING,
    start: command.start,
    end: command.end,
    kind: 'reads',
    isHarmless: true,
    why: 'only reads',
    ...wordsOf(command.words, name),
    reads: readPaths(last, call, { paths, folders: command.folders }),
    repositories: name === 'git' ? command.folders : [],
    unless: program.unless ?? [],
  }
}

function readPaths(
  program: Program,
  call: ProgramCall,
  { paths, folders }: { readonly paths: readonly Word[]; readonly folders: readonly string[] },
): readonly PathUse[] {
  const isHere = program.here === true || (paths.length === 0 && (program.words.endsWith('or here') || goesDown(call)))
  const here: readonly PathUse[] = isHere ? [{ path: '.', folders, isPattern: false, reach: 'one' }] : []
  const patterns = program.words === 'inert' || program.words === 'text' ? call.operands.filter(isPattern) : []
  return [...pathUses([...paths, ...call.paths, ...patterns], folders), ...here]
}

function readTest(command: SimpleCommand): ProgramJudgement | string {
  const { problem, paths } = judgeTest(command.words.slice(1), false)
  const bad = problem ?? badPath(paths)
  if (bad !== undefined) return bad
  const reads = pathUses(paths, command.folders)
  return {
    ...NOTHING,
    start: command.start,
    end: command.end,
    kind: 'reads',
    isHarmless: true,
    why: 'only tests',
    ...wordsOf(command.words, 'test'),
    reads,
  }
}

function pathWords({ words, patternFlags }: Program, { operands, flags }: ProgramCall): readonly Word[] {
  if (words === 'paths' || words === 'paths or here') return operands
  if (!words.startsWith('pattern')) return []
  return flags.some(({ name }) => patternFlags?.includes(name)) ? operands : operands.slice(1)
}

const isPattern = (word: Word): boolean => word.values.some(({ kind }) => kind === 'glob')

/** Words that are no paths must be whole words: a pattern in their place would make several of them. */
function badText({ words }: Program, { name, operands }: ProgramCall, paths: readonly Word[]): string | undefined {
  if (words === 'inert') return undefined
  const texts = operands.filter((word) => !paths.includes(word))
  const bad = texts.find((word) => word.values.length === 0 || word.values.some(({ kind }) => kind !== 'literal' && kind !== 'derived'))
  if (bad) return `nobody can say what ${bad.raw} is for ${name}`
  return words.startsWith('pattern') && texts.some((word) => textOf(word) === undefined)
    ? `nobody can say what ${name} looks for`
    : undefined
}

function waits(
  { words }: Program,
  paths: readonly Word[],
  { input, call }: { readonly input: SimpleCommand['input']; readonly call: ProgramCall },
): string | undefined {
  const readsInput = (words === 'paths' || words === 'pattern, paths') && paths.every((word) => textOf(word) === '-')
  return readsInput && input === 'none' && !needsNoInput(call) ? `${call.name} would wait for input` : undefined
}

const hasFlag = ({ flags }: ProgramCall, ...names: readonly string[]): boolean => flags.some(({ name }) => names.includes(name))

/** Without a path it goes down from the folder that it stands in. */
const goesDown = (call: ProgramCall): boolean => call.name.endsWith('grep') && hasFlag(call, '-r', '--recursive')

const needsNoInput = (call: ProgramCall): boolean =>
  call.name === 'df' || goesDown(call) || ((call.name === 'jq' || call.name === 'yq') && hasFlag(call, '-n', '--null-input'))

function judgeByEffect(name: string, command: SimpleCommand, reason: string): ProgramJudgement {
  const plain = [
    name,
    ...command.words
      .slice(1)
      .map(textOf)
      .filter((text) => text !== undefined && !text.startsWith('-')),
  ].map(String)
  const known = findKnownEffect(plain)
  const mentions = mentionedPaths(command)
  const base = {
    ...NOTHING,
    start: command.start,
    end: command.end,
    isHarmless: false,
    ...wordsOf(command.words, name),
    folders: command.folders,
    mentions,
  }
  const fetched = fetchedBy(name, command)
  if (fetched !== undefined) return { ...base, kind: 'runs', isGrave: true, why: `runs what ${fetched} fetches from the network: ${name}` }
  if (!known) return { ...base, kind: 'unknown', why: reason }
  const shown = command.words
    .slice(1)
    .filter(({ raw }) => !raw.startsWith('-'))
    .slice(known.length - 1)
  const why = known.effect.why.replace('{words}', shown.map(({ raw }) => raw).join(' ')).trim()
  const touched = touchedPaths(known.effect, command)
  const deletesUnseen = known.effect.kind === 'deletes' && isRecursive(command) && shown.some((word) => badPath([word]) !== undefined)
  const isNetwork = known.effect.kind === 'network'
  return { ...base, ...touched, kind: known.effect.kind, why, network: isNetwork ? [name] : [], deletesUnseen }
}

/** What runs the text that it is given. */
const RUNS_ITS_INPUT = /^(?:(?:ba|z|da|k|fi|c|tc|a)?sh|eval|source|\.|python[\d.]*|node|deno|ruby|perl|php|lua|osascript)$/
const FETCHING_WORD = /(?:<\(|\$\(|`)\s*(curl|wget|http|https|fetch)\b/

/** The program by which what this one runs comes from the network: before it in the pipe, or in its words. */
function fetchedBy(name: string, command: SimpleCommand): string | undefined {
  if (!RUNS_ITS_INPUT.test(name)) return undefined
  for (let before = command.upstream; before; before = before.upstream) {
    const first = textOf(before.words[0]) ?? ''
    if (findKnownEffect([first])?.effect.kind === 'network') return first
  }
  return command.words.map(({ raw }) => FETCHING_WORD.exec(raw)?.[1]).find((found) => found !== undefined)
}

/** Any word may be a path for a program that is not known; also behind `=` and `@`. */
function mentionedPaths({ words, folders }: SimpleCommand): readonly PathUse[] {
  const values = words
    .slice(1)
    .flatMap((word) => word.values.filter(({ kind }) => kind === 'literal' || kind === 'glob' || kind === 'name'))
  return values.flatMap(({ text, kind }) => {
    const parts = [text, /[=@](.+)$/s.exec(text)?.[1], /^-[A-Za-z](.+)$/s.exec(text)?.[1]].filter(
      (part) => part !== undefined && part !== '',
    )
    return parts.map((part): PathUse => ({ path: part ?? '', folders, isPattern: kind !== 'literal', reach: 'one' }))
  })
}

/** Its words for rules, as written where they are no plain text; not plain when one of them may be several words or a flag. */
function wordsOf(words: readonly Word[], name: string): Pick<ProgramJudgement, 'words' | 'isPlain'> {
  const isOpen = words.some((word) => textOf(word) === undefined && (word.values.length !== 1 || word.values.some(couldBeFlag)))
  return { words: [name, ...words.slice(1).map((word) => textOf(word) ?? word.raw)], isPlain: !isOpen }
}

/** Unless it begins with a character that no flag begins with, and that the shell leaves alone. */
const couldBeFlag = ({ text }: Value): boolean => !/^[\w./@:,+%]/.test(text)

export const isRecursive = ({ words }: Pick<SimpleCommand, 'words'>): boolean =>
  words.slice(1).some(({ values }) => values.some(({ text }) => text === '--recursive' || /^-[a-zA-Z]*[rR]/.test(text)))

function touchedPaths({ paths, kind }: KnownEffect, command: SimpleCommand): Partial<Pick<ProgramJudgement, 'writes' | 'deletes'>> {
  const { words, folders } = command
  const ended = words.findIndex((word) => textOf(word) === '--')
  const operands = words.slice(1).filter((word, index) => (ended >= 0 && index + 1 > ended) || !(textOf(word) ?? word.raw).startsWith('-'))
  const reach = isRecursive(command) ? 'tree' : 'one'
  switch (paths) {
    case 'all':
      return kind === 'deletes' ? { deletes: pathUses(operands, folders, reach) } : { writes: pathUses(operands, folders) }
    case 'but first':
      return { writes: pathUses(operands.slice(1), folders, reach) }
    case 'last':
      return { writes: pathUses(operands.slice(-1), folders) }
    case 'moves':
      return { writes: pathUses(operands.slice(-1), folders), deletes: pathUses(operands.slice(0, -1), folders) }
    case 'of=': {
      const target = operands.map(textOf).find((text) => text?.startsWith('of='))
      return target === undefined ? {} : { writes: [{ path: target.slice(3), folders, isPattern: false, reach: 'one' }] }
    }
    case undefined:
      return {}
    default:
      return {}
  }
}
