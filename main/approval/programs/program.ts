import type { Word } from '../shell-words'

/**
 * A program of which it is known with which arguments it only reads. Whatever is not listed asks.
 *
 * `flags`, separated by blanks: `-l` alone, `-n=` with a value (attached or the next word), `--color?` with an attached
 * value or none, `-f@` with the path of a file that it reads. Letters may be joined: `-la`.
 */
export interface Program {
  readonly flags?: string
  /**
   * What its other words are. `paths`: files that it reads, else its input. `paths or here`: else the folder it stands in.
   * `pattern, paths`: the first is no path. `text`: nothing that it opens. `inert`: text, and no word whatever can make it
   * do anything but print.
   */
  readonly words: 'none' | 'text' | 'inert' | 'paths' | 'paths or here' | 'pattern, paths' | 'pattern, paths or here'
  /** With `-e` and the like there is no pattern among the words. */
  readonly patternFlags?: readonly string[]
  /** A number may stand as a flag: `-20`. */
  readonly counts?: true
  /** Its words may begin with a plus: `+%Y` of date. */
  readonly plusWords?: true
  /** At most so many words. */
  readonly most?: number
  /** It has to be told one of these flags. */
  readonly needs?: readonly string[]
  /** Sub-commands by name; the flags above stand before them. */
  readonly commands?: Readonly<Record<string, Program>>
  /** It may stand without a sub-command. */
  readonly bare?: true
  /** It asks where the project has one of these files, which decide what is run; behind `#`, a text that must be in it. */
  readonly unless?: readonly string[]
  /** It reads the folder that it stands in, whatever its words are. */
  readonly here?: true
  /** Looks further into what it was given: why it asks, or undefined. */
  readonly check?: (call: ProgramCall) => string | undefined
}

/** A program's words, told apart. */
export interface ProgramCall {
  readonly name: string
  readonly subcommands: readonly string[]
  /** Values of flags in their order; a flag without a value has an empty one. */
  readonly flags: readonly { readonly name: string; readonly value: string }[]
  readonly operands: readonly Word[]
  /** Files that flags name. */
  readonly paths: readonly Word[]
}

export type Programs = Readonly<Record<string, Program>>
