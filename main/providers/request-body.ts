/**
 * Writes the body of a request whose one long list grows from request to request. Each element is turned into bytes once
 * and remembered by identity, so that a request costs what is new in it and a copy of the rest. The bytes hold until the
 * next call: memory that is used again costs far less than memory that is new.
 */
export function createBodyWriter<Key extends string>(
  listKey: Key,
): (params: { readonly [K in Key]: readonly object[] }) => Uint8Array<ArrayBuffer> {
  const written = new WeakMap<object, Uint8Array>()
  let memory = new Uint8Array(FIRST_BYTES)
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
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (length > memory.length) memory = new Uint8Array(length * 2)
    return copyInto(memory, pieces)
  }
}

const FIRST_BYTES = 64 * 1024

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const END = encoder.encode(']}')

function copyInto(memory: Uint8Array<ArrayBuffer>, pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let offset = 0
  for (const piece of pieces) {
    memory.set(piece, offset)
    offset += piece.length
  }
  return memory.subarray(0, offset)
}
