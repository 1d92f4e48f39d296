/**
 * Until commands are parsed by a real grammar, only this short list may pass unasked: programs that only read, with
 * literal words and no shell operator. Whatever is not understood here is asked.
 */

export type CommandJudgement =
  /** Only reads; `paths` are the words that name files or folders, to be judged by their real paths. */
  { readonly kind: 'reads'; readonly paths: readonly string[] } | { readonly kind: 'unknown'; readonly reason: string }

interface ReadOnlyProgram {
  /** Flags it may have; letters of a group (`-la`) are looked at one by one. */
  readonly flags: readonly string[]
  /** True when its flags are followed by a number, or are one (`-20`). */
  readonly takeCounts?: boolean
  /** What its other words are: paths (of the folder it stands in when there are none), plain text, or a pattern before paths. */
  readonly words: 'paths' | 'paths_or_here' | 'text' | 'pattern_then_paths' | 'none'
}

export const readOnlyPrograms: ReadonlyMap<string, ReadOnlyProgram> = new Map<string, ReadOnlyProgram>([
  ['pwd', { flags: ['-L', '-P'], words: 'none' }],
  ['whoami', { flags: [], words: 'none' }],
  ['uname', { flags: ['-a', '-s', '-r', '-m', '-n'], words: 'none' }],
  ['nproc', { flags: [], words: 'none' }],
  ['echo', { flags: ['-n'], words: 'text' }],
  ['ls', { flags: ['-l', '-a', '-A', '-h', '-t', '-r', '-R', '-1', '-S', '-d', '-F', '--all', '--almost-all'], words: 'paths_or_here' }],
  ['cat', { flags: ['-n', '-A', '-b', '-s'], words: 'paths' }],
  ['head', { flags: ['-n', '-c'], takeCounts: true, words: 'paths' }],
  ['tail', { flags: ['-n', '-c'], takeCounts: true, words: 'paths' }],
  ['wc', { flags: ['-l', '-w', '-c', '-m'], words: 'paths' }],
  ['stat', { flags: [], words: 'paths' }],
  ['du', { flags: ['-s', '-h', '-a', '-c'], words: 'paths_or_here' }],
  ['basename', { flags: [], words: 'text' }],
  ['dirname', { flags: [], words: 'text' }],
  ['realpath', { flags: [], words: 'paths' }],
  ['cmp', { flags: ['-s'], words: 'paths' }],
  ['diff', { flags: ['-u', '-r', '-q', '-w', '-b'], words: 'paths' }],
  ['sha256sum', { flags: [], words: 'paths' }],
  ['md5sum', { flags: [], words: 'paths' }],
  ['grep', { flags: ['-n', '-r', '-i', '-l', '-c', '-v', '-w', '-E', '-F', '-H', '-h', '-o', '-q', '-s'], words: 'pattern_then_paths' }],
])

const MAX_LENGTH = 2_000
/** A bare word: nothing that any shell expands, joins, redirects or substitutes. `=` is out at the start, where it would assign. */
const BARE = /^[A-Za-z0-9_./:,@%+=-]+$/
const COUNT = /^[+-]?\d+$/

/** Judges one command line for a POSIX shell. Pure: paths are only named here, not looked at. */
export function judgeCommand(command: string, platform: string): CommandJudgement {
  if (platform === 'win32') return unknown('no command is known to be harmless in this shell')
  const words = command.length > MAX_LENGTH ? undefined : splitWords(command.replace(/^[ \t]+|[ \t]+$/g, ''))
  if (!words) return unknown('it is more than one plain command')
  const [name = '', ...rest] = words
  const program = readOnlyPrograms.get(name)
  if (!program) return unknown(`${name === '' ? 'it' : name} is not on the list of programs that only read`)
  const operands = takeOperands(program, rest)
  if (!operands) return unknown(`${name} has an argument that is not known to be harmless`)
  const paths = pathsOf(program, operands)
  return paths ? { kind: 'reads', paths } : unknown(`${name} would wait for input`)
}

const unknown = (reason: string): CommandJudgement => ({ kind: 'unknown', reason })

/** Literal words, bare or wholly in single quotes. Anything else gives undefined. */
function splitWords(command: string): string[] | undefined {
  const words: string[] = []
  const pieces = command.match(/'[^']*'|[^\s']+|\s+/gu) ?? []
  // A quote that is never closed is in no piece.
  if (pieces.join('') !== command) return undefined
  for (const piece of pieces) {
    if (/^[ \t]+$/.test(piece)) continue
    const quoted = piece.startsWith("'") && piece.endsWith("'") && piece.length > 1
    const word = quoted ? piece.slice(1, -1) : piece
    if (quoted ? /[^\x20-\x7e]/.test(word) : !BARE.test(word)) return undefined
    words.push(word)
  }
  // Words that touch without a blank (`a'b'`) were joined by the shell; here they would look like two.
  return words.length > 0 && !/[^\s]'[^']*'|'[^']*'[^\s]/u.test(command) ? words : undefined
}

function takeOperands(program: ReadOnlyProgram, words: readonly string[]): string[] | undefined {
  const operands: string[] = []
  let takesCount = false
  for (const word of words) {
    const isFlag = word.startsWith('-') && word !== '-'
    if (!isFlag) {
      if (!(takesCount && COUNT.test(word))) operands.push(word)
      takesCount = false
      continue
    }
    if (!isAllowedFlag(program, word)) return undefined
    takesCount = program.takeCounts === true && (word === '-n' || word === '-c')
  }
  return program.words === 'none' && operands.length > 0 ? undefined : operands
}

function isAllowedFlag(program: ReadOnlyProgram, word: string): boolean {
  if (program.flags.includes(word)) return true
  if (word.startsWith('--')) return false
  const count = /^-([nc])?\d+$/.test(word) && program.flags.includes('-n')
  return (
    count ||
    word
      .slice(1)
      .split('')
      .every((letter) => program.flags.includes(`-${letter}`))
  )
}

/** Undefined when it would wait for input instead of reading a file. */
function pathsOf(program: ReadOnlyProgram, operands: readonly string[]): readonly string[] | undefined {
  if (program.words === 'text' || program.words === 'none') return []
  const paths = program.words === 'pattern_then_paths' ? operands.slice(1) : operands
  if (paths.length > 0) return paths
  return program.words === 'paths_or_here' ? ['.'] : undefined
}
