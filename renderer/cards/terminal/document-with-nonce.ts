/**
 * The page for a library that makes `<style>` elements and writes `style` attributes, both of which the page's policy refuses. Seen through
 * this, styles carry the nonce and attributes are written through the style object, which the policy allows.
 */
export function documentWithNonce(page: Document, nonce: string): Document {
  const createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = page.createElement(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    element.setAttribute = (key, value) => {
      if (key === 'style') element.style.cssText = value
      else Element.prototype.setAttribute.call(element, key, value)
    }
    return element
  }
  return new Proxy(page, {
    get(target, key): unknown {
      if (key === 'createElement') return createElement
      // What belongs to the page refuses to be called on, or read from, anything but the page itself.
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
}

/** The nonce that this page was served with. Empty where there is no policy: in tests. */
export function nonceOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
}
