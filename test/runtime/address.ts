/**
 * Chromium aborts schemes that it does not know when they are driven over its protocol. So an address of a scheme of the app stands for one
 * under a reserved host: `countersign://app/x` is `https://app.countersign.invalid/x` to the page, and nobody else sees that.
 */
const RESERVED = '.invalid'

export function toPageUrl(url: string, schemes: ReadonlySet<string>): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/.exec(url)
  const [, scheme = '', host = '', rest = ''] = match ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}${RESERVED}${rest}` : url
}

export function toAppUrl(url: string, schemes: ReadonlySet<string>): string {
  const match = /^(blob:)?https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(?=[/?#]|$)(.*)$/.exec(url)
  const [, prefix = '', host = '', scheme = '', rest = ''] = match ?? []
  return schemes.has(scheme) ? `${prefix}${scheme}://${host}${rest}` : url
}

/** What WebFrameMain tells as the origin of an address. */
export function originOf(appUrl: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)/.exec(appUrl)
  return match?.[1] ?? 'null'
}
