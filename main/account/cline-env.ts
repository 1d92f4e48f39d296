/** Where the Cline API is. `selfHosted` is whatever address a person gave. */
export interface ClineEnv {
  readonly environment: 'production' | 'staging' | 'local' | 'selfHosted'
  /** The web app, for links. Neither address ends with a slash or with `/v1`. */
  readonly appBaseUrl: string
  readonly apiBaseUrl: string
}

type Variables = Readonly<Record<string, string | undefined>>

const environments = {
  production: { appBaseUrl: 'https://app.cline.bot', apiBaseUrl: 'https://api.cline.bot' },
  staging: { appBaseUrl: 'https://staging-app.cline.bot', apiBaseUrl: 'https://core-api.staging.int.cline.bot' },
  local: { appBaseUrl: 'http://localhost:3000', apiBaseUrl: 'http://localhost:7777' },
} as const

/**
 * The environment that the variables name; `baseUrl`, from the command line, comes before them. Throws a BadAddressError for an
 * address that cannot be used: a token must never go to another place than the one that was meant.
 */
export function readClineEnv(variables: Variables, baseUrl?: string): ClineEnv {
  if (baseUrl?.trim()) return selfHosted(baseUrl.trim(), '--base-url')
  const given = variables['CLINE_API_BASE_URL']?.trim()
  if (given) return selfHosted(given, 'CLINE_API_BASE_URL')
  const name = variables['CLINE_ENVIRONMENT']
  return name === 'staging' || name === 'local'
    ? { environment: name, ...environments[name] }
    : { environment: 'production', ...environments.production }
}

/** One sentence for people. */
export class BadAddressError extends Error {
  override readonly name = 'BadAddressError'
}

function selfHosted(given: string, source: string): ClineEnv {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.username || url?.password)
    throw new BadAddressError(`${source} holds an address with a user name or a password: give one such as https://api.cline.bot.`)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new BadAddressError(`${source} holds "${given}", which is no web address: give one such as https://api.cline.bot.`)
  const base = `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '')
  return { environment: 'selfHosted', appBaseUrl: base, apiBaseUrl: base }
}
