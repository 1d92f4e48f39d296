import { applyEdits, createScanner, type Edit, findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser'

/** Takes one property out of a JSON text with comments, and nothing else: the comments around it stay. */
export function withoutProperty(text: string, at: JSONPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true })
  const property = root && findNodeAtLocation(root, at)?.parent
  if (!property || property.type !== 'property') return text
  const siblings = property.parent?.children ?? []
  const end = property.offset + property.length
  const comma = commaAfter(text, end)
  const before = siblings[siblings.indexOf(property) - 1]
  const removal = wholeLine(text, property.offset, comma === undefined ? end : comma + 1)
  // The last one has no comma behind it: then the one before it has one too many.
  const spare = comma === undefined && before ? commaAfter(text, endOf(before)) : undefined
  return applyEdits(text, [removal, ...(spare === undefined ? [] : [{ offset: spare, length: 1, content: '' }])])
}

const endOf = ({ offset, length }: Node): number => offset + length

/** Behind blanks and comments, if it is the next thing. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  const found = scanner.getTokenOffset()
  return text[found] === ',' ? found : undefined
}

/** With the line that it leaves empty. */
function wholeLine(text: string, start: number, end: number): Edit {
  const blanks = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0
  const rest = /^[ \t]*(?:\r?\n)/.exec(text.slice(end))?.[0].length
  const beginsLine = start === blanks || text[start - blanks - 1] === '\n'
  const [from, to] = beginsLine && rest !== undefined ? [start - blanks, end + rest] : [start, end]
  return { offset: from, length: to - from, content: '' }
}
