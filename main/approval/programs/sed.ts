import { textOf } from '../shell-words'
import type { ProgramCall } from './program'

/** Why a call of sed asks: its script may hold only what changes the text that it prints. */
export function checkSed({ flags, operands }: ProgramCall): string | undefined {
  const given = flags.filter(({ name }) => name === '-e' || name === '--expression').map(({ value }) => value)
  const first = given.length > 0 ? given : [textOf(operands[0])]
  return first.every((script) => script !== undefined && isHarmlessScript(script))
    ? undefined
    : 'sed has a script that is not known to only print'
}

/** A small part of the language: addresses, blocks, the commands that print or change the text in hand, `s` and `y`. */
function isHarmlessScript(script: string): boolean {
  const reader = new ScriptReader(script)
  return reader.readAll()
}

/** A delimiter in brackets ends the expression for some and not for others: brackets must be closed before it. */
const HAS_PLAIN_BRACKETS = /^(?:[^[\\]|\\[^]|\[\^?\]?(?:\[:\w+:\]|[^\][\\])*\])*$/

class ScriptReader {
  private readonly script: string
  private at = 0
  private depth = 0
  private delimiter = '/'

  constructor(script: string) {
    this.script = script
  }

  readAll(): boolean {
    while (this.at < this.script.length) {
      if (this.skip(/[\s;]+/y)) continue
      if (this.skip(/\}/y)) {
        this.depth -= 1
        if (this.depth < 0) return false
        continue
      }
      if (!this.readCommand()) return false
    }
    return this.depth === 0
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.script)
    if (!found || found[0] === '') return false
    this.at += found[0].length
    return true
  }

  private readCommand(): boolean {
    if (this.readAddress() === 'bad') return false
    if (this.skip(/[ \t]*,[ \t]*/y) && this.readAddress() !== 'read') return false
    this.skip(/[ \t]*!?[ \t]*/y)
    if (!this.skip(/\{/y)) return this.readVerb()
    this.depth += 1
    return true
  }

  private readVerb(): boolean {
    if (this.skip(/s/y)) return this.readPart() && this.readLastPart() && this.readSubstituteFlags()
    if (this.skip(/y/y)) return this.readPart() && this.readLastPart() && this.atEnd()
    return (this.skip(/[pPdDnNgGhHx=]/y) || this.skip(/[qQl] ?\d*/y)) && this.atEnd()
  }

  /** What may follow a command: nothing, a separator, a closing brace. */
  private atEnd(): boolean {
    return /^[ \t]*(?:$|[;\n}])/.test(this.script.slice(this.at))
  }

  private readAddress(): 'read' | 'none' | 'bad' {
    if (this.skip(/\d+(?:~\d+)?|\$|[+~]\d+/y)) return 'read'
    if (this.script.charAt(this.at) !== '/') return 'none'
    return this.readPart() && this.skipDelimiter('/') && !this.skip(/M+/y) ? (this.skip(/I/y), 'read') : 'bad'
  }

  private skipDelimiter(delimiter: string): boolean {
    if (this.script.charAt(this.at) !== delimiter) return false
    this.at += 1
    return true
  }

  /** From a delimiter up to before the next one. Both readings of a bracket must agree. */
  private readPart(): boolean {
    this.delimiter = this.script.charAt(this.at)
    if (this.delimiter === '' || /[\\\n\w\s]/.test(this.delimiter)) return false
    const part = this.readToDelimiter()
    return part !== undefined && HAS_PLAIN_BRACKETS.test(part)
  }

  /** From the middle delimiter to over the last one. */
  private readLastPart(): boolean {
    return this.readToDelimiter() !== undefined && this.skipDelimiter(this.delimiter)
  }

  private readToDelimiter(): string | undefined {
    if (!this.skipDelimiter(this.delimiter)) return undefined
    const from = this.at
    while (this.at < this.script.length && this.script.charAt(this.at) !== this.delimiter)
      this.at += this.script.charAt(this.at) === '\\' ? 2 : 1
    return this.at < this.script.length ? this.script.slice(from, this.at) : undefined
  }

  private readSubstituteFlags(): boolean {
    this.skip(/[gpiI0-9]+/y)
    return this.atEnd()
  }
}
