import { orAborted } from '../or-aborted'

/** How long the parts of a step may take, in ms. */
export interface BrowserLimits {
  /** From the start of the program until it can be driven. */
  readonly start: number
  /** From asking for a page until its text is there. */
  readonly navigation: number
  /** Of a click, a word typed, a turn of the wheel: until the page took it. */
  readonly input: number
  /** Until a page that changes all the time is looked at nevertheless. */
  readonly settle: number
  /** For a picture of the page. */
  readonly picture: number
}

export const usualLimits: BrowserLimits = { start: 20_000, navigation: 15_000, input: 7_000, settle: 4_000, picture: 6_000 }

/** What was to be done took too long, or cannot be done any more. The message is a sentence for the model. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError'
  /** True where the sentence repeats something that a page from elsewhere chose. */
  readonly isQuoting: boolean
  constructor(message: string, { isQuoting = false, cause }: { readonly isQuoting?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause })
    this.isQuoting = isQuoting
  }
}

/** Rejects with `words` when `work` takes longer, or with the signal's reason; what it gives later is nobody's any more. */
export async function within<Value>(ms: number, words: string, work: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new BrowserError(words)), ms)
  try {
    return await orAborted(work, signal ? AbortSignal.any([signal, over.signal]) : over.signal)
  } finally {
    clearTimeout(timer)
  }
}
