/**
 * Does work under a signal of its own, which follows another one until the work is over. For a library that goes on listening to the
 * signal of a request which is long answered, and would then cancel it.
 */
export async function whileUnderWay<Value>(signal: AbortSignal, work: (own: AbortController) => Promise<Value>): Promise<Value> {
  const own = new AbortController()
  const follow = (): void => own.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  try {
    return await work(own)
  } finally {
    signal.removeEventListener('abort', follow)
  }
}
