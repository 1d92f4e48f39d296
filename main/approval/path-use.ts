import type { Value, Word } from './shell-words'

/** A path that a command would touch, as written, with the folders that it may be seen from. */
export interface PathUse {
  readonly path: string
  readonly folders: readonly string[]
  /** The path is a pattern. */
  readonly isPattern: boolean
  /** `tree`: with everything below it. `below`: only things below it. `links`: and so where links below it lead. `names`: with plain names only. */
  readonly reach: 'one' | 'tree' | 'below' | 'links' | 'names'
}

/** Paths that a word may name; the output of a judged command and what was found below a judged folder are none. */
export function pathUses(words: readonly Word[], folders: readonly string[], reach: PathUse['reach'] = 'one'): readonly PathUse[] {
  return words.flatMap((word) =>
    word.values.filter(namesPath).map(({ text, kind }) => ({ path: text, folders, isPattern: kind === 'glob' || kind === 'name', reach })),
  )
}

const namesPath = ({ kind, text }: Value): boolean =>
  (kind === 'literal' || kind === 'glob' || kind === 'name') && text !== '-' && text !== ''

/** A word that cannot be taken for a path, and why. */
export function badPath(words: readonly Word[]): string | undefined {
  const open = words.find((word) => word.open !== undefined)
  if (open) return open.open
  const derived = words.find((word) => word.values.some(({ kind }) => kind === 'derived'))
  return derived ? `nobody can say which file ${derived.raw} is` : undefined
}
