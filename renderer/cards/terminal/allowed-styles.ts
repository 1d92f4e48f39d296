/**
 * The emulator makes `<style>` elements and writes `style` attributes, both of which the page's policy refuses. Its own option for another
 * document does not reach all of its parts, so the two places are helped here. Neither lets anything else in the page do the same.
 */

/** Runs `act`; the `<style>` elements that are made meanwhile carry the nonce. */
export function withNoncedStyles(page: Document, nonce: string, act: () => void): void {
  const plain: unknown = Reflect.get(page, 'createElement')
  if (typeof plain !== 'function') throw new Error('A page makes elements.')
  const createElement = (...args: unknown[]): unknown => {
    const element: unknown = Reflect.apply(plain, page, args)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  Object.defineProperty(page, 'createElement', { configurable: true, value: createElement })
  try {
    act()
  } finally {
    Reflect.deleteProperty(page, 'createElement')
  }
}

/**
 * Gives the part of an open terminal that draws rows a maker of elements whose `style` attribute is written through the style object, which
 * the policy allows. Reaches into the emulator, whose version is pinned; where that has moved, true colours are missing and nothing more.
 */
export function letRowsKeepStyles(terminal: object, page: Document): void {
  const rowFactory = ['_core', '_renderService', '_renderer', 'value', '_rowFactory'].reduce(partOf, terminal)
  if (rowFactory) Reflect.set(rowFactory, '_document', { createElement: (name: string) => stylable(page.createElement(name)) })
}

/** The nonce that this page was served with. Empty where there is no policy: in tests. */
export function nonceOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
}

function partOf(whole: object | undefined, name: string): object | undefined {
  const part: unknown = whole && Reflect.get(whole, name)
  return typeof part === 'object' && part !== null ? part : undefined
}

function stylable(element: HTMLElement): HTMLElement {
  element.setAttribute = (key, value) => {
    if (key === 'style') element.style.cssText = value
    else Element.prototype.setAttribute.call(element, key, value)
  }
  return element
}
