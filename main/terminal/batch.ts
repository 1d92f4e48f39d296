/** Gathers text that comes in quick succession and hands it on at most once in `everyMs`. */
export interface Batch {
  add(text: string): void
  /** Hands on at once what waits. */
  flush(): void
}

/** Of more than `maxLength` characters in one batch only the newest are handed on, behind a sign that there was more. */
export function createBatch(everyMs: number, maxLength: number, handOn: (text: string) => void): Batch {
  let waiting: string[] = []
  let length = 0
  let isCut = false
  const cut = (): void => {
    isCut = true
    const newest = waiting.join('').slice(-maxLength)
    // From the beginning of a line on, where there is one.
    const whole = newest.slice(newest.indexOf('\n') + 1)
    waiting = [whole === '' ? newest : whole]
    length = waiting[0]?.length ?? 0
  }
  const flush = (): void => {
    if (length > maxLength) cut()
    const text = (isCut ? '…\n' : '') + waiting.join('')
    waiting = []
    length = 0
    isCut = false
    if (text !== '') handOn(text)
  }
  const beat = createBeat(everyMs, flush)
  return {
    add: (text) => {
      length += text.length
      waiting.push(text)
      // Not at each piece: what is kept is copied.
      if (length > 2 * maxLength) cut()
      beat.wake()
    },
    flush: () => beat.now(),
  }
}

/** Does something at most once in `everyMs`, and once more after the last wake. */
export interface Beat {
  wake(): void
  now(): void
}

export function createBeat(everyMs: number, act: () => void): Beat {
  let timer: NodeJS.Timeout | undefined
  const now = (): void => {
    clearTimeout(timer)
    timer = undefined
    act()
  }
  return {
    wake: () => {
      timer ??= setTimeout(now, everyMs)
    },
    now,
  }
}
