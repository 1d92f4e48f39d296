/**
 * Writes the body of a request whose one long list grows from request to request. Each element is turned into bytes once
 * and remembered by identity, so that a request costs what is new in it and a copy of the rest.
 */
export function createBodyWriter<Key extends string>(
  listKey: Key,
): (params: { readonly [K in Key]: readonly object[] }) => Uint8Array<ArrayBuffer> {
  const written = new WeakMap<object, Uint8Array>()
  const write = (element: object): Uint8Array => {
    const known = written.get(element)
    if (known) return known
    const bytes = encoder.encode(JSON.stringify(element))
    written.set(element, bytes)
    return bytes
  }
  return (params) => {
    const { [listKey]: list, ...rest } = params
    const start = JSON.stringify(rest).slice(0, -1)
    const pieces: Uint8Array[] = [encoder.encode(`${start}${start === '{' ? '' : ','}${JSON.stringify(listKey)}:[`)]
    for (const [index, element] of list.entries()) {
      if (index > 0) pieces.push(COMMA)
      pieces.push(write(element))
    }
    pieces.push(END)
    return join(pieces)
  }
}

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const END = encoder.encode(']}')

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    joined.set(piece, offset)
    offset += piece.length
  }
  return joined
}
