import { literal, textOf, type Word } from './shell-words'
import type { SimpleCommand } from './simple-command'

/** What a program does that starts another one. */
export interface Unwrapped {
  /** The words of what it starts. */
  readonly inner: readonly Word[]
  /** Why the wrapper itself asks, whatever is in it. */
  readonly why?: string
  /** With the rights of the administrator. */
  readonly isGrave: boolean
  /** Variables that it sets for what it starts. */
  readonly assignments?: SimpleCommand['assignments']
}

interface Wrapper {
  /** Flags that are harmless, written as in the tables of programs: `-n=` takes a value. */
  readonly flags?: string
  /** It has one word of its own before those of the program: a duration. */
  readonly own?: true
  /** It asks for this reason, whatever it starts. */
  readonly why?: string
  readonly setsVariables?: true
}

const asRoot: Wrapper = { why: 'runs with the rights of the administrator', setsVariables: true }

/** Programs that start the program in their words. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { setsVariables: true },
  nice: { flags: '-n= --adjustment=' },
  timeout: { flags: '-s= -k= -v --signal= --kill-after= --preserve-status --foreground --verbose', own: true },
  time: { flags: '-p' },
  command: {},
  builtin: {},
  stdbuf: { flags: '-o= -e= -i= --output= --error= --input=' },
  exec: { why: 'takes the place of the shell' },
  nohup: { why: 'goes on when the app has ended' },
  setsid: { why: 'goes on when the app has ended' },
  ionice: { flags: '-c= -n=', why: 'changes how the system treats it' },
  chrt: { own: true, why: 'changes how the system treats it' },
  taskset: { own: true, why: 'changes how the system treats it' },
  strace: { why: 'watches another program' },
  ltrace: { why: 'watches another program' },
  sudo: asRoot,
  doas: asRoot,
  pkexec: asRoot,
  busybox: { why: 'busybox runs programs of its own' },
  toybox: { why: 'toybox runs programs of its own' },
  unshare: { why: 'changes what the program sees of the system' },
  chroot: { own: true, why: 'changes what the program sees of the system' },
  flock: { own: true, why: 'writes a lock file' },
  watch: { why: 'runs again and again' },
}

/** Undefined when this program starts no other one by its words. */
export function unwrap({ words }: SimpleCommand): Unwrapped | undefined {
  const name = textOf(words[0])
  const wrapper = name !== undefined && Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (!wrapper || name === undefined) return undefined
  if (name === 'command' && ['-v', '-V'].includes(textOf(words[1]) ?? '')) return undefined
  return new WrapperReader(name, wrapper, words).read()
}

class WrapperReader {
  private readonly name: string
  private readonly wrapper: Wrapper
  private readonly words: readonly Word[]
  private at = 1
  private why: string | undefined

  constructor(name: string, wrapper: Wrapper, words: readonly Word[]) {
    this.name = name
    this.wrapper = wrapper
    this.words = words
    this.why = wrapper.why
  }

  read(): Unwrapped | undefined {
    while (this.text().startsWith('-') && this.text() !== '-') this.readFlag()
    const assignments = this.wrapper.setsVariables ? this.readAssignments() : []
    if (this.wrapper.own) this.readOwn()
    const inner = this.words.slice(this.at)
    const isBareEnv = this.name === 'env' && inner.length === 0 && assignments.length === 0 && this.why === undefined
    if (isBareEnv) return undefined
    if (inner.length === 0) this.why ??= `${this.name} is not known to be harmless alone`
    return { inner, assignments, isGrave: this.wrapper === asRoot, ...(this.why === undefined ? {} : { why: this.why }) }
  }

  /** A word of its own: one word, whatever it says. */
  private readOwn(): void {
    if (textOf(this.words[this.at]) === undefined) this.why ??= `nobody can say what ${this.text()} is for ${this.name}`
    this.at += 1
  }

  private text(): string {
    const word = this.words[this.at]
    return textOf(word) ?? word?.raw ?? ''
  }

  private readFlag(): void {
    const text = this.text()
    this.at += 1
    const known = ['--', ...(this.wrapper.flags ?? '').split(' ')]
    if (known.includes(text) || (this.name === 'nice' && /^-\d+$/.test(text))) return
    if (known.includes(`${text}=`)) {
      if (textOf(this.words[this.at]) === undefined) this.why ??= `nobody can say what stands behind ${text}`
      this.at += 1
      return
    }
    const flag = /^--[a-z-]+(?==)|^-[a-z](?=.)/.exec(text)?.[0]
    if (flag === undefined || !known.includes(`${flag}=`)) this.why ??= `${this.name} has a flag that is not known to be harmless: ${text}`
  }

  private readAssignments(): NonNullable<Unwrapped['assignments']> {
    const set: { name: string; value: Word }[] = []
    for (let word = this.words[this.at]; word !== undefined; word = this.words[this.at]) {
      const found = /^(\w+)=/.exec(textOf(word) ?? word.raw)
      if (!found) break
      const text = textOf(word)?.slice(found[0].length)
      set.push({
        name: found[1] ?? '',
        value: { ...word, raw: word.raw.slice(found[0].length), values: text === undefined ? [] : [literal(text)] },
      })
      this.at += 1
    }
    return set
  }
}
