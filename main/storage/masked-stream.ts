/** Characters that are held back, and at most twice as many: no key is longer. */
const MAX_HELD = 8_192
/** Words that belong together in a key with its name: `api_key = …`, `Bearer …`. A line break is no end of a word: keys are wrapped. */
const WORDS_HELD = 3
/** A secret has few spaces within. */
const PLACES_TRIED = 5
/** Whole lines are not held back for longer, in ms. */
const QUIET_MS = 250
const STEPS = [128, 512, 2_048, MAX_HELD]

/** Text that arrives in pieces, without secrets. */
export interface MaskedStream {
  push(piece: string): void
  /** Nothing follows. */
  end(): void
}

/**
 * Masks a text that arrives in pieces as if it had arrived at once: its last words are held back until what follows them is there, so
 * that a secret which is cut between two pieces is found. `emit` gets the masked text in pieces of its own.
 */
export function maskedStream(mask: (text: string) => string, emit: (text: string) => void): MaskedStream {
  let held = ''
  const release = (length: number): void => {
    const masked = mask(held.slice(0, length))
    held = held.slice(length)
    if (masked !== '') emit(masked)
  }
  let timer: NodeJS.Timeout | undefined
  const releaseLines = (): void => {
    const place = held.lastIndexOf('\n') + 1
    if (isOutsideSecrets(held, place, mask)) release(place)
  }
  return {
    push: (piece) => {
      clearTimeout(timer)
      held += piece
      release(placeToCut(held, mask))
      timer = setTimeout(releaseLines, QUIET_MS)
    },
    end: () => {
      clearTimeout(timer)
      release(held.length)
    },
  }
}

/** Behind a space, with enough words after it, and not within a secret; anywhere but within a secret where too much would be held. */
function placeToCut(text: string, mask: (text: string) => string): number {
  const most = text.length - MAX_HELD
  const words = startsOfLastWords(text).slice(WORDS_HELD - 1)
  const places = [...words, most, ...STEPS.map((step) => most - step)].filter((place) => place > 0)
  const good = places.find((place) => isOutsideSecrets(text, place, mask))
  return good ?? (most > MAX_HELD ? most : 0)
}

const isOutsideSecrets = (text: string, place: number, mask: (text: string) => string): boolean =>
  mask(text.slice(0, place)) + mask(text.slice(place)) === mask(text)

/** Of the last of them first. */
function startsOfLastWords(text: string): readonly number[] {
  const starts: number[] = []
  for (let at = text.length; at > 0 && starts.length < WORDS_HELD + PLACES_TRIED; at--)
    if (isSpaceAt(text, at - 1) && !isSpaceAt(text, at)) starts.push(at)
  return starts
}

const isSpaceAt = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t'
