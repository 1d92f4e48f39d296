import type { ShellNode } from './bash-grammar'
import { changeFolder, folderUnion } from './shell-folders'
import { type Place, readRedirect, type RedirectSink } from './shell-redirects'
import { CASE_ENDS, SEPARATORS, SPECIAL_VARIABLES, UNKNOWN_NODES } from './shell-syntax'
import { readTest } from './shell-tests'
import { readWords, type Value, type Variables, type Word } from './shell-words'
import type { Problem, ShellLine, ShellTest, SimpleCommand } from './simple-command'

/** Finds every program that a parsed command line would run, and every place that cannot be judged. Pure. */
export function walkShell(text: string, root: ShellNode, variables: Variables, folder: string): ShellLine {
  const walk = new ShellWalk(text)
  const place: Place = { variables, folders: [folder], input: 'none', upstream: undefined, repeats: false }
  walk.statements(root, place)
  walk.checkAllWasRead()
  return { commands: walk.commands, tests: walk.tests, problems: walk.problems }
}

/** Where walking stands after a statement: the folders that hold if it went well, and those that hold either way. */
interface After {
  readonly well: readonly string[]
  readonly any: readonly string[]
}

class ShellWalk implements RedirectSink {
  readonly commands: SimpleCommand[] = []
  readonly tests: ShellTest[] = []
  readonly problems: Problem[] = []
  readonly text: string
  private readonly covered: Pick<ShellNode, 'start' | 'end'>[] = []

  constructor(text: string) {
    this.text = text
  }

  cover(node: Pick<ShellNode, 'start' | 'end'>): void {
    this.covered.push({ start: node.start, end: node.end })
  }

  report(node: Pick<ShellNode, 'start' | 'end'>, why: string): void {
    this.cover(node)
    this.problems.push({ start: node.start, end: node.end, why })
  }

  /** Whatever lies between the words that were read must be blank: else the tree and the shell may differ. */
  checkAllWasRead(): void {
    let at = 0
    for (const { start, end } of [...this.covered].sort((a, b) => a.start - b.start)) {
      if (start > at) this.checkBlank(at, start)
      at = Math.max(at, end)
    }
    this.checkBlank(at, this.text.length)
  }

  private checkBlank(start: number, end: number): void {
    if (!/^(?:[ \t\n]|\\\n)*$/.test(this.text.slice(start, end))) this.problems.push({ start, end, why: 'a part of it could not be read' })
  }

  /** Statements one after the other. */
  statements(node: ShellNode, place: Place): After {
    let { folders } = place
    for (const child of node.children) {
      if (child.isNamed) folders = this.statement(child, { ...place, folders }).any
      else if (node.type === 'case_item' && CASE_ENDS.has(this.text.slice(child.start, child.end))) this.cover(child)
      else this.separator(child)
    }
    return { well: folders, any: folders }
  }

  private separator(node: ShellNode): void {
    const token = this.text.slice(node.start, node.end)
    if (token === '&') return this.report(node, 'it runs in the background')
    if (!SEPARATORS.has(token)) return this.report(node, `${token.trim()} is not understood here`)
    this.cover(node)
  }

  private statement(node: ShellNode, place: Place): After {
    switch (node.type) {
      case 'comment':
        return this.comment(node, place)
      case 'command':
        return this.command(node, place, [])
      case 'redirected_statement':
        return this.redirected(node, place)
      case 'pipeline':
        return this.pipeline(node, place)
      case 'list':
        return this.list(node, place)
      case 'negated_command':
      case 'do_group':
      case 'else_clause':
      case 'elif_clause':
      case 'if_statement':
        return this.statements(node, place)
      case 'subshell':
        this.statements(node, place)
        return stay(place)
      default:
        return this.compound(node, place)
    }
  }

  private compound(node: ShellNode, place: Place): After {
    switch (node.type) {
      case 'compound_statement':
        return this.text.startsWith('((', node.start)
          ? this.refuse(node, 'it computes in a way that can run commands', place)
          : this.statements(node, place)
      case 'while_statement':
        return this.statements(node, { ...place, repeats: true, variables: this.variablesRead(node, place.variables) })
      case 'for_statement':
        return this.loop(node, place)
      case 'case_statement':
        return this.choice(node, place)
      case 'test_command':
        return this.test(node, place)
      default:
        return this.refuse(node, UNKNOWN_NODES[node.type] ?? 'it is written in a way that is not known here', place)
    }
  }

  private refuse(node: ShellNode, why: string, place: Place): After {
    this.report(node, why)
    return stay(place)
  }

  private comment(node: ShellNode, place: Place): After {
    const isComment = /^#[^\n]*$/.test(this.text.slice(node.start, node.end)) && /(?:^|[\s;])$/.test(this.text.slice(0, node.start))
    if (isComment) this.cover(node)
    return isComment ? stay(place) : this.refuse(node, 'a part of it could not be read', place)
  }

  private list(node: ShellNode, place: Place): After {
    const [left, operator, right] = node.children
    if (!left || !operator || !right || node.children.length !== 3) return this.refuse(node, 'a part of it could not be read', place)
    const first = this.statement(left, place)
    this.separator(operator)
    const token = this.text.slice(operator.start, operator.end)
    const second = this.statement(right, { ...place, folders: token === '&&' ? first.well : first.any })
    const any = folderUnion(first.any, second.any)
    return { well: token === '&&' ? second.well : any, any }
  }

  private pipeline(node: ShellNode, place: Place): After {
    let upstream: SimpleCommand | undefined
    let isFirst = true
    let any = place.folders
    for (const child of node.children) {
      if (!child.isNamed) this.separator(child)
      else {
        const before = this.commands.length
        // zsh runs the last program of a pipe in the shell itself.
        any = folderUnion(any, this.statement(child, isFirst ? place : { ...place, input: 'pipe', upstream }).any)
        upstream = this.commands.length === before + 1 ? this.commands.at(-1) : undefined
        isFirst = false
      }
    }
    return { well: any, any }
  }

  private redirected(node: ShellNode, place: Place): After {
    const body = node.children.find((child) => child.field === 'body')
    const redirects = node.children.filter((child) => child !== body)
    if (body?.type === 'command') return this.command(body, place, redirects)
    if (redirects.some((redirect) => redirect.type === 'heredoc_redirect'))
      return this.refuse(node, 'a text is fed to more than one program', place)
    const opened = this.redirects(redirects, place)
    if (opened.length > 0 || !body)
      this.commands.push({ ...EMPTY, start: node.start, end: node.end, redirects: opened, folders: place.folders })
    if (!body) return stay(place)
    return this.statement(body, opened.some(({ kind }) => kind === 'reads') ? { ...place, input: 'file', upstream: undefined } : place)
  }

  private redirects(nodes: readonly ShellNode[], place: Place): SimpleCommand['redirects'] {
    return nodes.flatMap((node) => readRedirect(node, this, place))
  }

  private command(node: ShellNode, place: Place, outer: readonly ShellNode[]): After {
    const words: Word[] = []
    const assignments: { name: string; value: Word }[] = []
    const redirects = [...outer]
    for (const child of node.children) {
      if (child.type === 'variable_assignment') assignments.push(this.assignment(child, place))
      else if (child.type.endsWith('_redirect')) redirects.push(child)
      else
        words.push(
          ...this.words(child.type === 'command_name' && child.children.length === 1 ? (child.children[0] ?? child) : child, place),
        )
    }
    this.checkGaps([...node.children, ...outer])
    const opened = this.redirects(redirects, place)
    const fed = opened.some(({ kind }) => kind === 'reads') || redirects.some(({ type }) => type.startsWith('here'))
    const { folders, upstream } = place
    const command = {
      start: node.start,
      end: node.end,
      words,
      assignments,
      redirects: opened,
      folders,
      input: fed ? 'file' : place.input,
      upstream,
    } as const
    const changed = changeFolder(command, place)
    if (changed.kind === 'problem') return this.refuse(node, changed.why, place)
    this.commands.push(command)
    return changed.kind === 'same' ? stay(place) : { well: changed.folders, any: folderUnion(place.folders, changed.folders) }
  }

  /** Words of one program stand on one line, but for an escaped line end; a here-document's body comes after it. */
  private checkGaps(parts: readonly ShellNode[]): void {
    const sorted = [...parts].sort((a, b) => a.start - b.start)
    sorted.slice(1).forEach((part, index) => {
      const before = sorted[index]
      if (!before || before.type === 'heredoc_redirect') return
      const gap = this.text.slice(before.end, part.start)
      const touches = gap === '' && (part.type.endsWith('_redirect') || before.type.endsWith('_redirect'))
      if (!touches && !/^(?:[ \t]|\\\n)+$/.test(gap)) this.report({ start: before.end, end: part.start }, 'a part of it could not be read')
    })
  }

  words(node: ShellNode, place: Place): Word[] {
    this.cover(node)
    this.substitutions(node, place)
    return readWords(this.text, node, place.variables)
  }

  private assignment(node: ShellNode, place: Place): { name: string; value: Word } {
    const [name = '', ...rest] = this.text.slice(node.start, node.end).split('=')
    this.cover(node)
    this.substitutions(node, place)
    const start = node.start + name.length + 1
    const [value] =
      rest.join('=') === ''
        ? [{ start, end: node.end, raw: '', values: [] }]
        : readWords(this.text, { start, end: node.end }, place.variables)
    return { name, value: value ?? { start, end: node.end, raw: '', values: [], open: 'a part of it could not be read' } }
  }

  /** Commands inside of a word run whatever becomes of the word. */
  substitutions(node: ShellNode, place: Place): void {
    if (node.type === 'command_substitution' || node.type === 'process_substitution') {
      this.substitution(node, place)
      return
    }
    for (const child of node.children) this.substitutions(child, place)
  }

  private substitution(node: ShellNode, place: Place): void {
    if (this.text.charAt(node.start) === '>') this.report(node, 'its output is fed to another program')
    const inside = node.children.slice(1, -1)
    const fresh: Place = { ...place, input: 'none', upstream: undefined }
    if (inside.some(({ type }) => type.endsWith('_redirect'))) this.report(node, 'a file is read into it')
    else this.statements({ ...node, children: inside }, fresh)
  }

  private loop(node: ShellNode, place: Place): After {
    const values: Value[] = []
    let variable = ''
    let isOpen = false
    for (const child of node.children.filter(({ type }) => type !== 'do_group')) {
      if (child.field === 'variable') variable = this.text.slice(child.start, child.end)
      if (child.field === 'value') {
        const words = this.words(child, place)
        isOpen ||= words.some(({ open }) => open !== undefined)
        values.push(...words.flatMap((word) => word.values))
      } else if (child.isNamed) this.cover(child)
      else this.separator(child)
    }
    if (node.children.some(({ type }) => type === 'select')) return this.refuse(node, 'it waits for a choice', place)
    if (SPECIAL_VARIABLES.test(variable)) return this.refuse(node, `$${variable} steers the shell itself`, place)
    const variables = new Map(place.variables).set(variable, isOpen ? [] : values)
    const body = node.children.find(({ type }) => type === 'do_group')
    return body ? this.statements(body, { ...place, variables, repeats: true }) : this.refuse(node, 'a part of it could not be read', place)
  }

  /** What `read` puts into variables is not known. */
  private variablesRead(node: ShellNode, variables: Variables): Variables {
    const condition = node.children.find(({ field, type }) => field === 'condition' && type === 'command')
    const words = condition ? this.text.slice(condition.start, condition.end).split(/\s+/) : []
    const left = new Map(variables)
    if (words.includes('read')) for (const word of words) left.delete(word)
    return left
  }

  private choice(node: ShellNode, place: Place): After {
    let any = place.folders
    for (const child of node.children) {
      if (child.type === 'case_item') any = folderUnion(any, this.choiceItem(child, place).any)
      else if (child.field === 'value') this.addTest(child, this.words(child, place), place)
      else if (child.isNamed) this.report(child, 'a part of it could not be read')
      else this.separator(child)
    }
    return { well: any, any }
  }

  private choiceItem(node: ShellNode, place: Place): After {
    const patterns = node.children.filter(({ field }) => field === 'value')
    for (const pattern of patterns) {
      const isPlain = /^[\w.*?@%+=:,/'"-]+$/.test(this.text.slice(pattern.start, pattern.end))
      if (isPlain) this.cover(pattern)
      else this.report(pattern, 'the pattern of a case is not known')
    }
    return this.statements({ ...node, children: node.children.filter((child) => !patterns.includes(child)) }, place)
  }

  private test(node: ShellNode, place: Place): After {
    const read = readTest(this.text, node, place.variables)
    if (!read) return this.refuse(node, 'a test in it is not known', place)
    this.cover(node)
    this.substitutions(node, place)
    this.tests.push({ start: node.start, end: node.end, folders: place.folders, ...read })
    return stay(place)
  }

  private addTest(node: ShellNode, words: readonly Word[], place: Place): void {
    const open = words.find((word) => word.open !== undefined)
    if (open) this.problems.push({ start: node.start, end: node.end, why: open.open ?? '' })
    else this.tests.push({ start: node.start, end: node.end, words: [], isDouble: false, folders: place.folders })
  }
}

const stay = ({ folders }: Place): After => ({ well: folders, any: folders })

const EMPTY: SimpleCommand = {
  start: 0,
  end: 0,
  words: [],
  assignments: [],
  redirects: [],
  folders: [],
  input: 'none',
  upstream: undefined,
}
