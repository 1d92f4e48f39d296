/** What a screen has shown, with its control sequences, so that it can be drawn again: the newest part of it. */
export interface Replay {
  add(data: string): void
  /** Characters in all, also those no longer kept. */
  readonly length: number
  /** The last so many characters, or fewer if not so many are kept. */
  newest(count: number): string
}

/** So much is always kept, if there was so much. */
export const KEPT_LENGTH = 256 * 1024
/** Dropped pieces are cut off the list now and then, not one by one. */
const CUT_AT = 1024

export function createReplay(): Replay {
  let pieces: string[] = []
  let first = 0
  let kept = 0
  let length = 0
  const dropOldest = (): void => {
    kept -= pieces[first]?.length ?? 0
    pieces[first] = ''
    first += 1
    if (first < CUT_AT) return
    pieces = pieces.slice(first)
    first = 0
  }
  return {
    add: (data) => {
      pieces.push(data)
      kept += data.length
      length += data.length
      while (kept - (pieces[first]?.length ?? 0) >= KEPT_LENGTH) dropOldest()
    },
    get length() {
      return length
    },
    newest: (count) => {
      if (count <= 0) return ''
      let from = pieces.length
      for (let gathered = 0; from > first && gathered < count; ) {
        from -= 1
        gathered += pieces[from]?.length ?? 0
      }
      return pieces.slice(from).join('').slice(-count)
    },
  }
}
