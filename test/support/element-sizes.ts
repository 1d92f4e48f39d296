const VIEWPORT_PX = 600
const ROW_PX = 24

/**
 * The DOM of the tests has no layout. This gives every element a height, and the rows of a list a small one, so that virtual lists
 * draw rows. Returns what undoes it.
 */
export function giveElementsSizes(): () => void {
  const undo = [replaceHeight(HTMLElement.prototype, 'offsetHeight'), replaceHeight(HTMLElement.prototype, 'clientHeight')]
  return () => {
    for (const each of undo) each()
  }
}

function replaceHeight(prototype: object, name: string): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name)
  const get = function (this: Element) {
    return this.hasAttribute('data-index') ? ROW_PX : VIEWPORT_PX
  }
  Object.defineProperty(prototype, name, { configurable: true, get })
  return () => {
    if (before) Object.defineProperty(prototype, name, before)
    else Reflect.deleteProperty(prototype, name)
  }
}
