import type { Program, ProgramCall } from './programs/program'
import { textOf, type Word } from './shell-words'

export type ReadArguments =
  | { readonly ok: true; readonly program: Program; readonly call: ProgramCall }
  | { readonly ok: false; readonly why: string }

interface FlagKind {
  readonly takes: 'nothing' | 'value' | 'attached' | 'path'
}

/** Tells flags from words by a program's table. Anything that is not in the table makes it fail. */
export function readArguments(name: string, program: Program, words: readonly Word[]): ReadArguments {
  const reader = new ArgumentReader(name, program, words)
  const why = reader.read()
  return why === undefined ? { ok: true, program: reader.program, call: reader.call() } : { ok: false, why }
}

class ArgumentReader {
  program: Program
  private readonly name: string
  private readonly words: readonly Word[]
  private readonly subcommands: string[] = []
  private readonly flags: { name: string; value: string }[] = []
  private readonly operands: Word[] = []
  private readonly paths: Word[] = []
  private kinds: ReadonlyMap<string, FlagKind>
  private at = 0
  private onlyWords = false

  constructor(name: string, program: Program, words: readonly Word[]) {
    this.name = name
    this.program = program
    this.words = words
    this.kinds = flagKinds(program)
  }

  call(): ProgramCall {
    const { name, subcommands, flags, operands, paths } = this
    return { name, subcommands, flags, operands, paths }
  }

  /** Why it asks, or undefined. */
  read(): string | undefined {
    while (this.at < this.words.length) {
      const word = this.words[this.at]
      this.at += 1
      const why = word === undefined ? undefined : this.readWord(word)
      if (why !== undefined) return why
    }
    return this.missing()
  }

  private get shown(): string {
    return [this.name, ...this.subcommands].join(' ')
  }

  private readWord(word: Word): string | undefined {
    if (word.open !== undefined) return word.open
    const text = textOf(word)
    if (this.onlyWords || !word.values.some((value) => looksLikeFlag(value.text))) return this.readOperand(word, text)
    if (this.program.words === 'inert') return this.readOperand(word, text)
    if (text === undefined && this.isPatternValue(word)) return this.readLong(word.values[0]?.text ?? '')
    if (text === undefined) return `${word.raw} could be a flag of ${this.shown}`
    if (text === '--') {
      this.onlyWords = true
      return undefined
    }
    return text.startsWith('--') ? this.readLong(text) : this.readShort(text)
  }

  /** `--include=*.ts` without quotes: whatever it becomes, it is a value of that flag. */
  private isPatternValue({ values }: Word): boolean {
    const [flag] = /^--[a-z-]+(?==)/.exec(values[0]?.text ?? '') ?? []
    return values.length === 1 && values[0]?.kind === 'glob' && flag !== undefined && this.kinds.get(flag)?.takes === 'value'
  }

  private readOperand(word: Word, text: string | undefined): string | undefined {
    const { commands, words, plusWords } = this.program
    if (commands && this.operands.length === 0 && !this.onlyWords) {
      const next = text !== undefined && Object.hasOwn(commands, text) ? commands[text] : undefined
      if (next && text !== undefined) return this.enter(text, next)
    }
    if (words === 'none') return `${this.shown} ${word.raw} is not known to only read`
    const isPlus = !plusWords && words !== 'inert' && word.values.some((value) => value.text.startsWith('+'))
    if (isPlus) return `${this.shown} has a word that could be a command of its own: ${word.raw}`
    this.operands.push(word)
    return undefined
  }

  private enter(text: string, next: Program): undefined {
    this.subcommands.push(text)
    this.program = next
    this.kinds = flagKinds(next)
    return undefined
  }

  private readLong(text: string): string | undefined {
    const equals = text.indexOf('=')
    const flag = equals < 0 ? text : text.slice(0, equals)
    const kind = this.kinds.get(flag)
    if (!kind) return this.unknown(text)
    if (equals < 0) return kind.takes === 'value' || kind.takes === 'path' ? this.takeNext(flag, kind) : this.take(flag, '')
    if (kind.takes === 'nothing') return this.unknown(text)
    return this.takeAttached(flag, kind, text.slice(equals + 1))
  }

  private readShort(text: string): string | undefined {
    if (this.program.counts && /^-\d+$/.test(text)) return this.take('-count', text.slice(1))
    const whole = this.kinds.get(text)
    if (whole && text.length > 2) return whole.takes === 'nothing' ? this.take(text, '') : this.takeNext(text, whole)
    for (let at = 1; at < text.length; at += 1) {
      const flag = `-${text.charAt(at)}`
      const kind = this.kinds.get(flag)
      if (!kind) return this.unknown(text)
      const rest = text.slice(at + 1)
      if (kind.takes === 'nothing') this.take(flag, '')
      else if (kind.takes === 'attached') return this.take(flag, rest)
      else return rest === '' ? this.takeNext(flag, kind) : this.takeAttached(flag, kind, rest)
    }
    return undefined
  }

  private take(name: string, value: string): undefined {
    this.flags.push({ name, value })
    return undefined
  }

  private takeAttached(flag: string, { takes }: FlagKind, value: string): undefined {
    if (takes === 'path') this.paths.push({ start: 0, end: 0, raw: value, values: [{ text: value, kind: 'literal' }] })
    return this.take(flag, value)
  }

  private takeNext(flag: string, { takes }: FlagKind): string | undefined {
    const word = this.words[this.at]
    this.at += 1
    if (!word) return `${this.shown} has nothing behind ${flag}`
    if (word.open !== undefined) return word.open
    if (takes === 'path') this.paths.push(word)
    const text = textOf(word)
    if (text === undefined && (takes !== 'path' || word.values.some(({ kind }) => kind !== 'stream')))
      return `nobody can say what stands behind ${flag} of ${this.shown}`
    return this.take(flag, text ?? '')
  }

  private unknown(flag: string): string {
    return `${this.shown} has a flag that is not known to be harmless: ${flag}`
  }

  private missing(): string | undefined {
    const { needs, most, commands, words, bare } = this.program
    if (needs && !needs.some((flag) => this.flags.some(({ name }) => name === flag))) return `${this.shown} is not known to only read`
    // A pattern, and what is found, may be several words.
    const isMany = (word: Word) => word.values.some(({ kind }) => kind === 'glob' || kind === 'found')
    if (most !== undefined && (this.operands.length > most || this.operands.some(isMany)))
      return `${this.shown} has more words than are known to be harmless`
    if (commands && words === 'none' && !bare && this.flags.length === 0) return `${this.shown} is not known to only read`
    return undefined
  }
}

const looksLikeFlag = (text: string): boolean => text.startsWith('-') && text !== '-'

/** Read once for each table. */
const readKinds = new WeakMap<Program, ReadonlyMap<string, FlagKind>>()

function flagKinds(program: Program): ReadonlyMap<string, FlagKind> {
  const known = readKinds.get(program)
  if (known) return known
  const names = (program.flags ?? '').split(' ').filter((flag) => flag !== '')
  const kinds = new Map(
    names.map((flag): [string, FlagKind] => {
      const takes = TAKES[flag.at(-1) ?? '']
      return takes ? [flag.slice(0, -1), { takes }] : [flag, { takes: 'nothing' }]
    }),
  )
  readKinds.set(program, kinds)
  return kinds
}

const TAKES: Readonly<Record<string, FlagKind['takes']>> = { '=': 'value', '?': 'attached', '@': 'path' }
