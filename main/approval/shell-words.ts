import type { ShellNode } from './bash-grammar'

/**
 * What a word can become. `glob`: all names that match a pattern, `name`: one of them. `stream`: the output of a command that is judged itself.
 * `found`: names that an earlier program found below a folder that was judged. `derived`: closed, but fit only to be printed.
 */
export interface Value {
  readonly text: string
  readonly kind: 'literal' | 'glob' | 'name' | 'stream' | 'found' | 'derived'
}

/** A word of a command line. Open words (`open` says why) have no values. */
export interface Word {
  readonly start: number
  readonly end: number
  /** As it is written. */
  readonly raw: string
  /** More than one for the variable of a loop. */
  readonly values: readonly Value[]
  readonly open?: string
}

/** What variables hold, by name. Whatever is not here is not known. */
export type Variables = ReadonlyMap<string, readonly Value[]>

export const literal = (text: string): Value => ({ text, kind: 'literal' })

/** The text of a word that can be only one thing. */
export function textOf(word: Word | undefined): string | undefined {
  const [only, ...others] = word?.values ?? []
  return only?.kind === 'literal' && others.length === 0 ? only.text : undefined
}

/** A piece of a word: its alternatives, and whether braces make words of their own of them. */
interface Piece {
  readonly values: readonly Value[]
  readonly splits: boolean
}

const MAX_VALUES = 100
const MAX_PIECES = 200

/** Reads one word as the shell would, from its text alone. Braces make several. */
export function readWords(text: string, node: Pick<ShellNode, 'start' | 'end'>, variables: Variables): Word[] {
  const raw = text.slice(node.start, node.end)
  const base = { start: node.start, end: node.end, raw }
  if (PLAIN.test(raw)) return [{ ...base, values: [literal(raw)] }]
  const pieces = new WordReader(raw, variables).read()
  if (typeof pieces === 'string') return [{ ...base, values: [], open: pieces }]
  if (pieces.length > MAX_PIECES) return [{ ...base, values: [], open: 'a word of it has too many parts' }]
  const values = pieces.reduce<readonly Value[] | undefined>((all, piece) => combine(all, piece.values), [literal('')])
  if (!values) return [{ ...base, values: [], open: `${raw} stands for too many words` }]
  const splits = pieces.some((piece) => piece.splits)
  if (splits && pieces.some((piece) => !piece.splits && piece.values.length > 1)) return [{ ...base, values: [], open: OPEN_BRACES }]
  return splits ? values.map((value) => ({ ...base, values: [value] })) : [{ ...base, values }]
}

/** Nothing in it means anything to a shell. Most words are so. */
const PLAIN = /^[\w./,@%+-][\w./:@%+=,-]*$/

const OPEN_BRACES = 'braces are used in a way that is not known'

function combine(all: readonly Value[] | undefined, next: readonly Value[]): readonly Value[] | undefined {
  if (!all || all.length * next.length > MAX_VALUES) return undefined
  return all.flatMap((left) => next.map((right) => join(left, right)))
}

function join(left: Value, right: Value): Value {
  if (left.text === '' && left.kind === 'literal') return right
  if (right.text === '' && right.kind === 'literal') return left
  const text = left.text + right.text
  if (left.kind === 'literal' && right.kind === 'literal') return literal(text)
  // A quoted star in a pattern is no star: nothing here can say so.
  const onlyGlobs = [left, right].every(({ text: part, kind }) =>
    kind === 'literal' ? !/[*?[\]\\]/.test(part) || part === ']' : kind === 'glob',
  )
  return { text, kind: onlyGlobs ? 'glob' : 'derived' }
}

/** Thrown inside the reader only: the word is open. */
class Open extends Error {
  readonly why: string
  constructor(why: string) {
    super(why)
    this.why = why
  }
}

/** Characters that a shell splits or expands when a value without quotes holds them. */
const SAFE_UNQUOTED = /^[\w./:@%+=,-]*$/

class WordReader {
  private readonly raw: string
  private readonly variables: Variables
  private readonly pieces: Piece[] = []
  private at = 0

  constructor(raw: string, variables: Variables) {
    this.raw = raw
    this.variables = variables
  }

  /** Pieces, or why it is open. */
  read(): readonly Piece[] | string {
    try {
      if (/^<\((?!\()/.test(this.raw))
        return this.raw.endsWith(')') ? [{ values: [{ text: this.raw, kind: 'stream' }], splits: false }] : UNREAD
      if (/^(?:=.|\^)/.test(this.raw)) return `${this.raw} means different things in different shells`
      if (this.raw.startsWith('~')) this.readHome()
      while (this.at < this.raw.length) this.readUnquoted()
      return this.pieces
    } catch (error) {
      if (error instanceof Open) return error.why
      throw error
    }
  }

  private add(text: string, kind: Value['kind'] = 'literal'): void {
    this.pieces.push({ values: [{ text, kind }], splits: false })
  }

  private readHome(): void {
    if (!/^~(?:\/|$)/.test(this.raw)) throw new Open(`${this.raw} is another person's folder`)
    this.at = 1
    this.addVariable('HOME', false)
  }

  private readUnquoted(): void {
    const char = this.raw.charAt(this.at)
    switch (char) {
      case '\\':
        return this.readEscape()
      case "'":
        return this.readSingleQuotes()
      case '"':
        return this.readDoubleQuotes()
      case '$':
        return this.readDollar(false)
      case '{':
        return this.readBraces()
      case '*':
      case '?':
      case '[':
        this.at += 1
        return this.add(char, 'glob')
      default:
        return this.readPlain(char)
    }
  }

  private readPlain(char: string): void {
    if (/[\s()<>|&;`]/.test(char)) throw new Open(char === '`' ? SUBSTITUTION : UNREAD)
    if (char === '~' && /[=:]$/.test(this.raw.slice(0, this.at)))
      throw new Open('~ in the middle of a word means different things in different shells')
    const run = /^[\w./,@%+-]+/.exec(this.raw.slice(this.at))?.[0] ?? char
    this.at += run.length
    this.add(run)
  }

  private readEscape(): void {
    const next = this.raw.charAt(this.at + 1)
    if (next === '') throw new Open(UNREAD)
    this.at += 2
    if (next !== '\n') this.add(next)
  }

  private readSingleQuotes(): void {
    const end = this.raw.indexOf("'", this.at + 1)
    if (end < 0) throw new Open(UNREAD)
    const text = this.raw.slice(this.at + 1, end)
    // One shell takes the quote as escaped there, the others do not.
    if (text.endsWith('\\')) throw new Open('a backslash stands before a closing quote')
    this.at = end + 1
    this.add(text)
  }

  private readDoubleQuotes(): void {
    this.at += 1
    this.add('')
    while (this.raw.charAt(this.at) !== '"') {
      const char = this.raw.charAt(this.at)
      if (char === '') throw new Open(UNREAD)
      if (char === '`') throw new Open(SUBSTITUTION)
      if (char === '$') this.readDollar(true)
      else if (char === '\\' && /[$`"\\\n]/.test(this.raw.charAt(this.at + 1))) this.readEscape()
      else {
        const run = /^[^"$`\\]+/.exec(this.raw.slice(this.at))?.[0] ?? char
        this.add(run)
        this.at += run.length
      }
    }
    this.at += 1
  }

  private readDollar(quoted: boolean): void {
    const rest = this.raw.slice(this.at)
    const sum = /^\$\(\([\d\s+*%/-]*\)\)/.exec(rest)
    if (sum) return this.take(sum[0], { text: sum[0], kind: 'derived' })
    if (rest.startsWith('$(pwd)')) {
      this.at += '$(pwd)'.length
      return this.addVariable('PWD', !quoted)
    }
    if (rest.startsWith('$?')) return this.take('$?', { text: '$?', kind: 'derived' })
    const [whole, braced, bare] = /^\$(?:\{(\w+)\}|([A-Za-z_]\w*))/.exec(rest) ?? []
    if (whole !== undefined) return this.readVariable(whole, braced ?? bare ?? '', quoted)
    const open = OPEN_DOLLARS.find(([pattern]) => pattern.test(quoted ? rest.replace(/^\$['"]/, '$ ') : rest))
    if (open) throw new Open(open[1])
    this.at += 1
    this.add('$')
  }

  private readVariable(whole: string, name: string, quoted: boolean): void {
    this.at += whole.length
    // zsh reads these as part of the variable.
    if (/^(?:\[|:[A-Za-z&])/.test(this.raw.slice(this.at)))
      throw new Open(`what follows ${whole} means different things in different shells`)
    this.addVariable(name, !quoted)
  }

  private take(whole: string, value: Value): void {
    this.at += whole.length
    this.pieces.push({ values: [value], splits: false })
  }

  private addVariable(name: string, unquoted: boolean): void {
    const values = this.variables.get(name)
    if (!values || values.length === 0) throw new Open(`nobody can say what $${name} is`)
    const isSplit = unquoted && values.some(({ text, kind }) => (kind === 'literal' ? !SAFE_UNQUOTED.test(text) : kind !== 'derived'))
    if (isSplit) throw new Open(`$${name} without quotes would be split into words`)
    // A name that was found by a pattern stands for itself; with more text around it, it is another one.
    const whole = this.raw.replace(/^"|"$/g, '')
    const alone = whole === `$${name}` || whole === `\${${name}}`
    this.pieces.push({
      values: values.map((value) =>
        value.kind === 'literal' ? value : { ...value, kind: alone && value.kind === 'glob' ? 'name' : 'derived' },
      ),
      splits: false,
    })
  }

  private readBraces(): void {
    const rest = this.raw.slice(this.at)
    const [whole, inside = ''] = /^\{([^{}]*)\}/.exec(rest) ?? []
    if (whole === undefined) throw new Open(OPEN_BRACES)
    this.at += whole.length
    if (/^\d+\.\.\d+$/.test(inside)) return this.take('', { text: whole, kind: 'derived' })
    if (!inside.includes(',') && !inside.includes('..')) {
      if (!/^[\w./-]*$/.test(inside)) throw new Open(OPEN_BRACES)
      return this.add(whole)
    }
    if (!/^[\w./@%+=,*?-]+$/.test(inside)) throw new Open(OPEN_BRACES)
    const values = inside.split(',').map((text): Value => ({ text, kind: /[*?]/.test(text) ? 'glob' : 'literal' }))
    this.pieces.push({ values, splits: true })
  }
}

/** What a dollar begins that is never closed, and why. */
const OPEN_DOLLARS: readonly (readonly [RegExp, string])[] = [
  [/^\$\(/, 'the output of a command becomes part of it'],
  [/^\$\[/, 'it computes in a way that can run commands'],
  [/^\$\{/, 'a variable is changed while it is read'],
  [/^\$['"]/, 'it uses a way of quoting that not every shell has'],
  [/^\$[\w@*#!$-]/, 'a variable of the shell itself is used'],
]

const UNREAD = 'a word of it could not be read'
const SUBSTITUTION = 'the output of a command becomes part of it'
