import { randomBytes } from 'node:crypto'

/** The one content security policy of the page. `nonce` serves what must make a `<style>`, for this load only. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

export const newNonce = (): string => randomBytes(16).toString('base64url')

/** The page reads `document.querySelector('meta[name="csp-nonce"]').nonce`: as an attribute the browser hides it from selectors. */
export const withNonce = (html: string, nonce: string): string =>
  html.replace('<head>', `<head>\n    <meta name="csp-nonce" nonce="${nonce}">`)
