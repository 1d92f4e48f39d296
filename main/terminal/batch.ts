/** Gathers text that comes in quick succession and hands it on at most once in `everyMs`. */
export interface Batch {
  add(text: string): void
  /** Hands on at once what waits. */
  flush(): void
}

/** Of more than `maxLength` characters in one batch only the first are handed on, with a sign that there was more. */
export function createBatch(everyMs: number, maxLength: number, handOn: (text: string) => void): Batch {
  let waiting: string[] = []
  let length = 0
  const flush = (): void => {
    const text = waiting.join('') + (length > maxLength ? '…\n' : '')
    waiting = []
    length = 0
    if (text !== '') handOn(text)
  }
  const beat = createBeat(everyMs, flush)
  return {
    add: (text) => {
      length += text.length
      if (length <= maxLength) waiting.push(text)
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
