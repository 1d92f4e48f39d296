/** Longer arguments are refused: no tool needs them, and a runaway stream must not fill the memory. */
const MAX_CHARS = 16_000_000
const MAX_DEPTH = 200

/** Reads the arguments of a tool call while they stream. */
export interface ToolJson {
  feed(delta: string): void
  /** What is readable so far, for display only: the unfinished string counts as text. Nested values may still grow. */
  partial(): Record<string, unknown>
  /** The arguments, or `undefined` when the text is not one whole JSON object. No text at all is `{}`. */
  finish(): Record<string, unknown> | undefined
}

/** Every character is looked at once, however the text was cut. Never repairs anything. */
export function createToolJson(): ToolJson {
  const reader = newReader()
  return {
    feed: (delta) => read(reader, delta),
    partial: () => ({ ...reader.root }),
    finish: () => {
      if (reader.expects === 'nothing') return reader.root
      return reader.expects === 'root' ? {} : undefined
    },
  }
}

type Container =
  | { readonly kind: 'object'; readonly into: Record<string, unknown>; key: string }
  | { readonly kind: 'array'; readonly into: unknown[]; next: number }

type Expects =
  | 'root'
  | 'value'
  | 'value_or_end'
  | 'key'
  | 'key_or_end'
  | 'colon'
  | 'comma_or_end'
  | 'string'
  | 'key_string'
  | 'literal'
  /** The object is whole; only white space may follow. */
  | 'nothing'
  /** Not JSON. Stays so. */
  | 'broken'

interface Reader {
  expects: Expects
  readonly root: Record<string, unknown>
  readonly open: Container[]
  /** Characters of the string or literal that is being read. */
  token: string
  /** The first half of a surrogate pair whose second half has not come. */
  half: string
  /** An escape that was cut: `\`, or `\u` with fewer than four digits. */
  escape: string
  chars: number
}

const newReader = (): Reader => ({ expects: 'root', root: {}, open: [], token: '', half: '', escape: '', chars: 0 })

function read(reader: Reader, text: string): void {
  reader.chars += text.length
  if (reader.chars > MAX_CHARS) reader.expects = 'broken'
  let at = 0
  while (at < text.length && reader.expects !== 'broken') {
    if (reader.expects === 'string' || reader.expects === 'key_string') at = readString(reader, text, at)
    else if (reader.expects === 'literal') at = readLiteral(reader, text, at)
    else at = readStructure(reader, text, at)
  }
  // Once per feed, so that display sees the unfinished string: a rope grows, nothing is copied.
  if (reader.expects === 'string') place(reader, reader.token)
}

/** All but quotes, backslashes and control characters. */
const plainRun = /[ !#-[\]-\uffff]+/y

function readString(reader: Reader, text: string, start: number): number {
  if (reader.escape) return readEscape(reader, text, start)
  plainRun.lastIndex = start
  const run = plainRun.exec(text)
  if (run) {
    append(reader, run[0])
    return start + run[0].length
  }
  const char = text[start]
  if (char === '\\') reader.escape = '\\'
  else if (char === '"') endString(reader)
  else reader.expects = 'broken'
  return start + 1
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function readEscape(reader: Reader, text: string, at: number): number {
  const char = text[at] ?? ''
  if (reader.escape === '\\') {
    const plain = Object.hasOwn(simpleEscapes, char) ? simpleEscapes[char] : undefined
    if (plain !== undefined) endEscape(reader, plain)
    else if (char === 'u') reader.escape = '\\u'
    else reader.expects = 'broken'
    return at + 1
  }
  if (!/[0-9a-fA-F]/.test(char)) {
    reader.expects = 'broken'
    return at
  }
  reader.escape += char
  if (reader.escape.length === 6) endEscape(reader, String.fromCharCode(Number.parseInt(reader.escape.slice(2), 16)))
  return at + 1
}

function endEscape(reader: Reader, char: string): void {
  append(reader, char)
  reader.escape = ''
}

function endString(reader: Reader): void {
  const parent = reader.open.at(-1)
  reader.token += reader.half
  reader.half = ''
  if (reader.expects === 'key_string' && parent?.kind === 'object') {
    // Two values for one key: nobody can say which one was meant, so the call must not run.
    reader.expects = Object.hasOwn(parent.into, reader.token) ? 'broken' : 'colon'
    parent.key = reader.token
  } else {
    endValue(reader, reader.token)
  }
  reader.token = ''
}

function endValue(reader: Reader, value: unknown): void {
  place(reader, value)
  advance(reader)
  reader.expects = 'comma_or_end'
}

/** Puts a value where the text stands now: a second call replaces what an unfinished string left there. */
function place(reader: Reader, value: unknown): void {
  const parent = reader.open.at(-1)
  if (parent?.kind === 'array') parent.into[parent.next] = value
  // Not by assignment: `__proto__` must become a key like any other.
  else if (parent) Object.defineProperty(parent.into, parent.key, { value, enumerable: true, configurable: true, writable: true })
}

function advance(reader: Reader): void {
  const parent = reader.open.at(-1)
  if (parent?.kind === 'array') parent.next += 1
}

/**
 * Adds to the string that is being read. A surrogate pair may be cut in the middle, and half a character is no text, so
 * the first half waits. Looks at the new text only: asking a growing string for its last character would copy all of it.
 */
function append(reader: Reader, text: string): void {
  const last = text.charCodeAt(text.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  reader.token += reader.half + (isHalf ? text.slice(0, -1) : text)
  reader.half = isHalf ? text.slice(-1) : ''
}

const literalRun = /[-+.0-9a-zA-Z]+/y
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

function readLiteral(reader: Reader, text: string, start: number): number {
  literalRun.lastIndex = start
  const run = literalRun.exec(text)
  if (run) {
    reader.token += run[0]
    return start + run[0].length
  }
  const literal = parseLiteral(reader.token)
  reader.token = ''
  if (literal === undefined) reader.expects = 'broken'
  else endValue(reader, literal)
  return start
}

function parseLiteral(token: string): number | boolean | null | undefined {
  if (token === 'true') return true
  if (token === 'false') return false
  if (token === 'null') return null
  return number.test(token) ? Number(token) : undefined
}

function readStructure(reader: Reader, text: string, at: number): number {
  const char = text[at] ?? ''
  if (char === ' ' || char === '\n' || char === '\r' || char === '\t') return at + 1
  const step = steps[reader.expects]
  return step ? step(reader, char, at) : broken(reader, at)
}

type Step = (reader: Reader, char: string, at: number) => number

/** What each expectation makes of the next character that is no white space. Answers where to read on. */
const steps: Partial<Record<Expects, Step>> = {
  root: (reader, char, at) => (char === '{' ? push(reader, { kind: 'object', into: reader.root, key: '' }, at) : broken(reader, at)),
  value: startValue,
  value_or_end: (reader, char, at) => (char === ']' ? pop(reader, at) : startValue(reader, char, at)),
  key: startKey,
  key_or_end: (reader, char, at) => (char === '}' ? pop(reader, at) : startKey(reader, char, at)),
  colon: (reader, char, at) => {
    reader.expects = char === ':' ? 'value' : 'broken'
    return at + 1
  },
  comma_or_end: (reader, char, at) => {
    const kind = reader.open.at(-1)?.kind
    if (char === ',') {
      reader.expects = kind === 'object' ? 'key' : 'value'
      return at + 1
    }
    return char === (kind === 'object' ? '}' : ']') ? pop(reader, at) : broken(reader, at)
  },
}

function broken(reader: Reader, at: number): number {
  reader.expects = 'broken'
  return at + 1
}

function startKey(reader: Reader, char: string, at: number): number {
  reader.expects = char === '"' ? 'key_string' : 'broken'
  return at + 1
}

function startValue(reader: Reader, char: string, at: number): number {
  if (char === '"') {
    reader.expects = 'string'
    return at + 1
  }
  if (char === '{') return nest(reader, { kind: 'object', into: {}, key: '' }, at)
  if (char === '[') return nest(reader, { kind: 'array', into: [], next: 0 }, at)
  reader.expects = /[-\dtfn]/.test(char) ? 'literal' : 'broken'
  return at
}

function nest(reader: Reader, container: Container, at: number): number {
  place(reader, container.into)
  advance(reader)
  return push(reader, container, at)
}

function push(reader: Reader, container: Container, at: number): number {
  reader.open.push(container)
  reader.expects = container.kind === 'object' ? 'key_or_end' : 'value_or_end'
  if (reader.open.length > MAX_DEPTH) reader.expects = 'broken'
  return at + 1
}

function pop(reader: Reader, at: number): number {
  reader.open.pop()
  reader.expects = reader.open.length === 0 ? 'nothing' : 'comma_or_end'
  return at + 1
}
