import type { ShellNode } from './bash-grammar'
import type { Variables, Word } from './shell-words'
import type { Redirect, SimpleCommand } from './simple-command'

/** What holds where a statement stands. */
export interface Place {
  readonly variables: Variables
  readonly folders: readonly string[]
  readonly input: SimpleCommand['input']
  readonly upstream: SimpleCommand | undefined
  /** Inside of a loop. */
  readonly repeats: boolean
}

/** Who reads the words of a redirection and hears of what is wrong with it. */
export interface RedirectSink {
  readonly text: string
  cover(node: Pick<ShellNode, 'start' | 'end'>): void
  report(node: Pick<ShellNode, 'start' | 'end'>, why: string): void
  words(node: ShellNode, place: Place): Word[]
  substitutions(node: ShellNode, place: Place): void
}

/** Reads a redirection of any kind. Gives the files that it opens; descriptors and `/dev/null` are none. */
export function readRedirect(node: ShellNode, sink: RedirectSink, place: Place): readonly Redirect[] {
  switch (node.type) {
    case 'file_redirect':
      return readFileRedirect(node, sink, place)
    case 'herestring_redirect':
      return readHereString(node, sink, place)
    case 'heredoc_redirect':
      readDocument(node, sink, place)
      return []
    default:
      return unknown(node, sink)
  }
}

const READS = new Set(['<'])
const WRITES = new Set(['>', '>>', '>|', '&>', '&>>'])
const COPIES = new Set(['>&', '<&'])

const UNKNOWN = 'a redirection of it is not known'

function readFileRedirect(node: ShellNode, sink: RedirectSink, place: Place): readonly Redirect[] {
  const operator = node.children.find(({ isNamed }) => !isNamed)
  const descriptor = node.children.find(({ type }) => type === 'file_descriptor')
  for (const part of [operator, descriptor]) if (part) sink.cover(part)
  const targets = node.children.filter(({ field }) => field === 'destination')
  const words = targets.flatMap((target) => sink.words(target, place))
  const [word] = words
  const number = descriptor ? sink.text.slice(descriptor.start, descriptor.end) : ''
  if (!word || words.length > 1 || !/^[012]?$/.test(number)) return unknown(node, sink)
  return readTarget(node, operator ? sink.text.slice(operator.start, operator.end) : '', { word, sink })
}

function readTarget(
  node: ShellNode,
  token: string,
  { word, sink }: { readonly word: Word; readonly sink: RedirectSink },
): readonly Redirect[] {
  if (READS.has(token)) return [{ kind: 'reads', target: word }]
  if (WRITES.has(token)) return word.raw === '/dev/null' ? [] : [{ kind: 'writes', target: word }]
  if (COPIES.has(token) && /^[012]$/.test(word.raw)) return []
  if (token === '>&') return [{ kind: 'writes', target: word }]
  return unknown(node, sink)
}

function unknown(node: ShellNode, sink: RedirectSink): readonly Redirect[] {
  sink.report(node, UNKNOWN)
  return []
}

function readHereString(node: ShellNode, sink: RedirectSink, place: Place): readonly Redirect[] {
  for (const child of node.children) {
    if (!child.isNamed) sink.cover(child)
    else {
      const open = sink.words(child, place).find((word) => word.open !== undefined)
      if (open) sink.report(node, open.open ?? '')
    }
  }
  return []
}

/** A text in the command line itself. Unless its end mark is quoted, the shell expands what is in it. */
function readDocument(node: ShellNode, sink: RedirectSink, place: Place): void {
  const part = (type: string) => node.children.find((child) => child.type === type)
  const [start, body, end] = [part('heredoc_start'), part('heredoc_body'), part('heredoc_end')]
  const known = node.children.filter((child) => child === start || child === body || child === end || !child.isNamed)
  if (!start || !end || known.length !== node.children.length || !hasPlainEnd(sink.text, { start, body, end })) {
    sink.report(node, 'a text in it could not be read')
    return
  }
  for (const child of known) sink.cover(child)
  const mark = sink.text.slice(start.start, start.end)
  const content = body ? sink.text.slice(body.start, body.end) : ''
  if (/^['"]/.test(mark) || !/[$`\\]/.test(content)) return
  if (body) sink.substitutions(body, place)
  sink.report(node, 'the shell puts something into a text in it')
}

/** The lines of the text are those that the shell would take: up to the first line that is the mark and nothing else. */
function hasPlainEnd(text: string, { start, body, end }: { start: ShellNode; body: ShellNode | undefined; end: ShellNode }): boolean {
  const written = text.slice(start.start, start.end)
  const [, name] = /^(?:(\w+)|'\w+'|"\w+")$/.exec(written) ? [written, written.replace(/^['"]|['"]$/g, '')] : []
  const firstLine = text.indexOf('\n', start.end)
  if (name === undefined || firstLine < 0 || text.slice(end.start, end.end).trim() !== name) return false
  if (text.slice(start.start - 3, start.start).includes('-')) return false
  const lines = text.slice(firstLine + 1).split('\n')
  const last = lines.indexOf(name)
  const length = lines.slice(0, last).reduce((sum, line) => sum + line.length + 1, 0)
  const contentStart = body ? body.start : end.start
  return last >= 0 && firstLine + 1 + length === end.start && contentStart >= firstLine
}
