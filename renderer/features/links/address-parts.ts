export interface AddressParts {
  /** The host that would be asked, with its port, as the network writes it. */
  readonly host: string
  readonly whole: string
  /** What a person should know before, each a sentence. */
  readonly warnings: readonly string[]
}

/** What a person needs to judge a web address. `undefined` for anything that is none. */
export function partsOfAddress(text: string): AddressParts | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const warnings: string[] = []
  if (url.protocol === 'http:') warnings.push('The connection would not be encrypted.')
  if (url.username || url.password) warnings.push('The address holds a user name or a password. It may be meant to look like another site.')
  if (/(^|\.)xn--/.test(url.hostname)) warnings.push('The name of the site is written with letters of another script.')
  return { host: url.host, whole: url.href, warnings }
}
