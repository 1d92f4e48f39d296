/** Takes secrets out of texts that go to logs, errors and notices. Made once; it learns each key the process gets to know. */
export interface SecretMask {
  learn(secret: string): void
  maskSecrets(text: string): string
}

export const MASKED = '[secret]'

/** Shorter values would blank out ordinary words. */
const SHORTEST_SECRET = 6

export function createSecretMask(): SecretMask {
  const learned = new Map<string, RegExp>()
  return {
    learn(secret) {
      const value = secret.trim()
      if (value.length >= SHORTEST_SECRET && !learned.has(value)) learned.set(value, patternOf(value))
    },
    maskSecrets(text) {
      let masked = text
      for (const pattern of learned.values()) masked = masked.replace(pattern, MASKED)
      for (const [pattern, replacement] of knownShapes) masked = masked.replace(pattern, replacement)
      return masked
    },
  }
}

/** Shapes of keys that nobody told us of. Each is linear: no part can match the same text in two ways. */
const knownShapes: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)(\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1$2${MASKED}`],
  [/\bsk-[A-Za-z0-9_-]{8,}/g, MASKED],
  [/\b(?:gh[oprsu]_|github_pat_|glpat-|xox[abeprs]-|AIza|AKIA|ASIA|hf_|gsk_|npm_)[A-Za-z0-9_-]{10,}/g, MASKED],
  [/(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+)?/g, MASKED],
  [/((?:api|access|auth|secret|private)[_-]?(?:key|token)["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASKED}`],
  [/(\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}@/g, `$1${MASKED}@`],
]

/** Matches a secret however it may be written: plain, wrapped over lines, in JSON, in an address, in base64. */
function patternOf(secret: string): RegExp {
  const forms = new Set([
    wrapped(secret),
    escaped(JSON.stringify(secret).slice(1, -1)),
    percentEncoded(secret),
    ...base64Cores(secret).map(wrapped),
  ])
  return new RegExp([...forms].sort((a, b) => b.length - a.length).join('|'), 'g')
}

const LINE_BREAK = String.raw`(?:[\r\n]|\\[rn])*`

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
const wrapped = (text: string): string => Array.from(text, escaped).join(LINE_BREAK)

/** Any character may stand as itself or as its code, in upper or lower case. */
function percentEncoded(secret: string): string {
  return Array.from(secret, (character) => {
    const code = Buffer.from(character)
      .toString('hex')
      .replace(/../g, (byte) => `%${anyCase(byte)}`)
    return `(?:${escaped(character)}|${code})`
  }).join('')
}

const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/**
 * What base64 makes of the secret inside a longer text: three ways, by where it starts. The first and last characters
 * mix with the neighbours and are left out. Both alphabets.
 */
function base64Cores(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const cores = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const start = shift === 0 ? 0 : shift + 1
    const isWhole = (shift + bytes.length) % 3 === 0
    return text.slice(start, isWhole ? undefined : -1)
  })
  return [...cores, ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'))].filter((core) => core.length >= SHORTEST_SECRET)
}
