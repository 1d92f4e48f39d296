import type { Launch } from './server-config'

const SECRET_WORDS: ReadonlySet<string> = new Set(
  'KEY KEYS APIKEY TOKEN TOKENS SECRET SECRETS PASSWORD PASSWD PASSPHRASE PASS PWD AUTH AUTHORIZATION CREDENTIAL CREDENTIALS COOKIE BEARER JWT PAT'.split(
    ' ',
  ),
)
const SECRET_ENDING = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY|ACCESSKEY|PRIVATEKEY)$/
/** As the last word of a name they speak about a key and are none: `TOKEN_LIMIT`, `SSH_KEY_PATH`, `AUTH_TYPE`. */
const ABOUT_ONE: ReadonlySet<string> = new Set(
  'PATH FILE DIR FOLDER URL URI HOST PORT ENDPOINT TYPE MODE METHOD SCHEME NAME HEADER PREFIX LIMIT COUNT SIZE TTL TIMEOUT ENABLED'.split(
    ' ',
  ),
)
/** Shorter ones would take ordinary words out of every text. */
const SHORTEST = 8

/** Whether the value of such a name is a secret. */
export function namesSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  return !ABOUT_ONE.has(words.at(-1) ?? '') && words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word))
}

/** What a launch gives a server that nobody else may read, as far as names tell. `named` are values that the launch took from variables. */
export function secretsOf(launch: Launch, named: Readonly<Record<string, string>>): readonly string[] {
  const given =
    launch.kind === 'stdio'
      ? [...Object.entries(launch.env), ...flagsOf(launch.args)]
      : [...Object.entries(launch.headers), ...queryOf(launch.url)]
  const values = [...Object.entries(named), ...given].flatMap(([name, value]) => (namesSecret(name) ? [bare(value)] : []))
  return [...new Set(values)].filter(isPlausible)
}

const bare = (value: string): string => value.trim().replace(/^(?:Bearer|Basic|Token)\s+/i, '')
const isPlausible = (value: string): boolean => value.length >= SHORTEST && !/^\d{1,12}$/.test(value)

/** `--api-key x` and `--api-key=x`. */
function flagsOf(args: readonly string[]): readonly (readonly [string, string])[] {
  return args.flatMap((arg, at) => {
    const [, name, joined] = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    const value = joined ?? args[at + 1]
    return name === undefined || value === undefined || (joined === undefined && value.startsWith('-')) ? [] : [[name, value] as const]
  })
}

const queryOf = (url: string): readonly (readonly [string, string])[] => [...(URL.parse(url)?.searchParams ?? [])]
