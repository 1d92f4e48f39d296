const VIEWPORT_PX = 600
const ROW_PX = 24
const CONTENT_PX = 1_000_000

/**
 * The DOM of the tests has no layout. This gives every element a height, the rows of a list a small one, and boxes that scroll much content, so that virtual
 * lists draw rows. Returns what undoes it.
 */
export function giveElementsSizes(): () => void {
  const ownHeight = (element: Element) => (element.hasAttribute('data-index') ? ROW_PX : VIEWPORT_PX)
  const undo = [
    replaceHeight('offsetHeight', ownHeight),
    replaceHeight('clientHeight', ownHeight),
    replaceHeight('scrollHeight', () => CONTENT_PX),
  ]
  return () => {
    for (const each of undo) each()
  }
}

function replaceHeight(name: string, height: (element: Element) => number): () => void {
  const { prototype } = HTMLElement
  const before = Object.getOwnPropertyDescriptor(prototype, name)
  const get = function (this: Element) {
    return height(this)
  }
  Object.defineProperty(prototype, name, { configurable: true, get })
  return () => {
    if (before) Object.defineProperty(prototype, name, before)
    else Reflect.deleteProperty(prototype, name)
  }
}
