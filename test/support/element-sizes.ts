const VIEWPORT_PX = 600
const ROW_PX = 24

/** The DOM of the tests has no layout: rows of a list get one height, everything else another, so that virtual lists draw rows. Returns what undoes it. */
export function giveElementsSizes(): () => void {
  const before = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset['index'] === undefined ? VIEWPORT_PX : ROW_PX
    },
  })
  return () => {
    if (before) Object.defineProperty(HTMLElement.prototype, 'offsetHeight', before)
    else Reflect.deleteProperty(HTMLElement.prototype, 'offsetHeight')
  }
}
