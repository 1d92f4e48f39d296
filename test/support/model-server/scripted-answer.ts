/** What the model "says", in order. A bare string is text. */
export type Piece =
  | string
  | { readonly text: string }
  | { readonly thinking: string; readonly signature?: string }
  | { readonly redactedThinking: string }
  | ScriptedToolCall
  /** Nothing more is sent until the test calls `release()`. */
  | { readonly gate: true }

export interface ScriptedToolCall {
  readonly tool: string
  readonly input?: Record<string, unknown>
  /** The arguments as raw text, in place of `input`: for JSON that is broken or odd. */
  readonly json?: string
  /** How the text of the arguments is cut: into pieces of this many characters, or at these places. Whole unless given. */
  readonly cut?: number | readonly number[]
  /** `null` sends none, as some servers do. By default each call of a server gets an id of its own. */
  readonly id?: string | null
}

export interface ScriptedUsage {
  /** Tokens that were neither read from nor written to a cache. */
  readonly input: number
  readonly output: number
  readonly cacheReads?: number
  readonly cacheWrites?: number
  /** US dollars, as OpenRouter states it. */
  readonly cost?: number
}

/** How the bytes of the body go wrong. The first `at` bytes are sent. */
export interface Fault {
  readonly at: number
  /**
   * `hang` keeps the connection open and silent, `drop` closes it in the middle of the body, `reset` also throws away what
   * was not read yet, `end` closes the body as if all was well.
   */
  readonly kind: 'hang' | 'drop' | 'reset' | 'end'
}

/** One answer to one request. Either `pieces` (in whatever protocol was asked in) or a raw `body`. */
export interface ScriptedAnswer {
  readonly pieces?: readonly Piece[]
  /** As the protocol spells it; worked out from the pieces unless given. `null` leaves it out. */
  readonly stopReason?: string | null
  /** `null` sends none. */
  readonly usage?: ScriptedUsage | null
  /** Events that are sent as they are after the pieces and before the end: an error in mid-stream, for instance. */
  readonly rawEvents?: readonly string[]
  /** Leaves out what ends a stream: `message_stop`, or `[DONE]`. */
  readonly withoutEnd?: boolean

  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent in place of a stream; an object as JSON, text as it is (`headers` may say what it is). */
  readonly body?: string | Record<string, unknown>

  /** Waits for `release()` before the status line. */
  readonly waits?: boolean
  readonly fault?: Fault
  /** Writes the body in two parts, cut at this byte, the second in a write of its own. */
  readonly splitAt?: number
}

/** Text that says nothing but its own words: the shortest script. */
export const says = (...pieces: readonly Piece[]): ScriptedAnswer => ({ pieces })

/** A refusal in the shape of the protocol that is asked. */
export const refuses = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer => ({
  status,
  headers,
  body: { type: 'error', error: { type: code, code, message } },
})

export const defaultUsage: ScriptedUsage = { input: 10, output: 5 }

export function argumentPieces(call: ScriptedToolCall): string[] {
  const json = call.json ?? JSON.stringify(call.input ?? {})
  if (call.cut === undefined) return json ? [json] : []
  const cuts =
    typeof call.cut === 'number'
      ? Array.from({ length: Math.ceil(json.length / call.cut) }, (_, index) => index * Number(call.cut))
      : [0, ...call.cut]
  return cuts.map((start, index) => json.slice(start, cuts[index + 1])).filter((piece) => piece !== '')
}

/** `gate` stands between the events of a stream. */
export type StreamPart = string | typeof gate
export const gate = Symbol('waits for release()')
