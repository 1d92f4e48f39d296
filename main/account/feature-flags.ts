import { z } from 'zod'
import { parseJson } from '../../shared/parse-json'
import { BadAddressError, type ClineEnv } from './cline-env'
import { HttpError, sendHttp } from '../network/http-request'

/** Flags that parts of this program ask for, as they stand while nobody has said otherwise. */
const defaults = { webtools: false } as const
export type FeatureFlag = keyof typeof defaults

type Variables = Readonly<Record<string, string | undefined>>

export interface FlagParts {
  /** May throw a BadAddressError. */
  readonly env: () => ClineEnv
  readonly variables: Variables
  /** The flags are others now. */
  readonly changed: () => void
  /** ms since 1970. */
  readonly now?: () => number
  readonly service?: string
}

const TTL_MS = 60 * 60_000
/** Until a service that gave no answer is asked again: it must not slow down every request. */
const PAUSE_MS = 5 * 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
const SERVICE = 'https://data.cline.bot'

/**
 * Which features the account has switched on. Asked of the flag service once an hour and user; until it has answered, the defaults
 * hold, and where it does not answer again, what it said before. At an address of one's own nobody is asked: there, and only there,
 * `CLINE_FEATURE_FLAGS` says what is on. The service wants the key of its project (`CLINE_FEATURE_FLAGS_KEY`); without one nobody is
 * asked either.
 */
export class FeatureFlagsService {
  readonly #parts: FlagParts
  readonly #fixed: Readonly<Record<string, boolean>>
  #known: Known | undefined
  #asking: Asking | undefined

  constructor(parts: FlagParts) {
    this.#parts = parts
    this.#fixed = parts.variables['CLINE_API_BASE_URL']?.trim() ? readOverride(parts.variables['CLINE_FEATURE_FLAGS'] ?? '') : {}
  }

  isEnabled(flag: FeatureFlag): boolean {
    return this.#fixed[flag] ?? this.#known?.flags[flag] ?? defaults[flag]
  }

  /** Asks for the flags of this user if what is known is of another or too old. Never rejects: what is known then stays. */
  async poll(userId: string): Promise<void> {
    const key = this.#parts.variables['CLINE_FEATURE_FLAGS_KEY']
    if (!key || this.#isSelfHosted()) return
    const now = (this.#parts.now ?? Date.now)()
    if (this.#known?.userId === userId && now < this.#known.until) return
    if (this.#asking?.userId !== userId) this.#asking = this.#ask(key, userId, now)
    await this.#asking.done
  }

  /** Nobody is signed in any more. An answer that is still to come is nobody's. */
  forget(): void {
    this.#asking = undefined
    if (this.#known === undefined) return
    this.#known = undefined
    this.#parts.changed()
  }

  /** At an address that cannot be used nobody is asked either. */
  #isSelfHosted(): boolean {
    try {
      return this.#parts.env().environment === 'selfHosted'
    } catch (error) {
      if (error instanceof BadAddressError) return true
      throw error
    }
  }

  #ask(key: string, userId: string, at: number): Asking {
    const done = fetchFlags(this.#parts.service ?? SERVICE, key, userId).then((flags) => {
      // Another user was asked about since, or nobody is signed in any more.
      if (this.#asking !== asking) return
      this.#asking = undefined
      const earlier = this.#known?.userId === userId ? this.#known.flags : {}
      this.#known = { userId, until: at + (flags ? TTL_MS : PAUSE_MS), flags: flags ?? earlier }
      this.#parts.changed()
    })
    const asking: Asking = { userId, done }
    return asking
  }
}

interface Known {
  readonly userId: string
  /** When they are asked for again, in ms since 1970. */
  readonly until: number
  readonly flags: Readonly<Record<string, boolean>>
}

interface Asking {
  readonly userId: string
  readonly done: Promise<void>
}

const Answer = z.object({ flags: z.record(z.string(), z.object({ enabled: z.boolean() })) })

async function fetchFlags(service: string, key: string, userId: string): Promise<Record<string, boolean> | undefined> {
  try {
    const { status, bytes } = await sendHttp({
      method: 'POST',
      url: `${service}/flags/?v=2`,
      headers: { 'Content-Type': 'application/json' },
      body: { api_key: key, distinct_id: userId },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    const answer = status === 200 ? Answer.safeParse(parseJson(bytes.toString('utf8'))).data : undefined
    return answer && Object.fromEntries(Object.entries(answer.flags).map(([name, { enabled }]) => [name, enabled]))
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

/** `webtools=true,other=false`; whatever else is written is no flag. */
function readOverride(text: string): Record<string, boolean> {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()))
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name && (value === 'true' || value === 'false') ? [[name, value === 'true']] : [])),
  )
}
