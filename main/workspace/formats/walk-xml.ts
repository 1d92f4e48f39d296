import { SaxesParser } from 'saxes'

export interface XmlTag {
  /** Without its prefix. */
  readonly name: string
  /** The value of an attribute, found by its name without a prefix. */
  attribute(name: string): string | undefined
}

export interface XmlWalk {
  open?(tag: XmlTag): void
  close?(name: string): void
  text?(text: string): void
  /** Asked between pieces: true ends the walk. */
  isDone?(): boolean
}

const PIECE_LENGTH = 64 * 1024
/** Office nests some tens deep; what nests deeper is made to do harm. */
const MAX_DEPTH = 2000

/**
 * Walks through a text of XML without building a tree. No entity but the five of XML is expanded, nothing is fetched.
 * Gives false when the text is not well formed: what came before was walked.
 */
export function walkXml(xml: string, walk: XmlWalk): boolean {
  const parser = new SaxesParser()
  let depth = 0
  let ok = true
  parser.on('error', () => {
    ok = false
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) ok = false
    else if (ok) walk.open?.({ name: bare(name), attribute: (wanted) => attributeOf(attributes, wanted) })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    if (ok) walk.close?.(bare(name))
  })
  parser.on('text', (text) => {
    if (ok) walk.text?.(text)
  })
  for (let at = 0; at < xml.length && ok; at += PIECE_LENGTH) {
    if (walk.isDone?.()) return true
    parser.write(xml.slice(at, at + PIECE_LENGTH))
  }
  if (ok) parser.close()
  return ok
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  for (const [name, value] of Object.entries(attributes)) if (bare(name) === wanted) return value
  return undefined
}
