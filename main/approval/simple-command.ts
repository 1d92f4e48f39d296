import type { Word } from './shell-words'

/** A redirection that opens a file. */
export interface Redirect {
  readonly kind: 'reads' | 'writes'
  readonly target: Word
}

/** One program with its words, as it stands in a command line. */
export interface SimpleCommand {
  readonly start: number
  readonly end: number
  readonly words: readonly Word[]
  /** Variables set for this one program. */
  readonly assignments: readonly { readonly name: string; readonly value: Word }[]
  readonly redirects: readonly Redirect[]
  /** Folders that it may stand in, absolute. More than one where nobody knows whether a `cd` went well. */
  readonly folders: readonly string[]
  /** What it reads when it names no file. */
  readonly input: 'none' | 'file' | 'pipe'
  /** The program before it in a pipe. */
  readonly upstream: SimpleCommand | undefined
}

/** A place in the command text that nobody can judge, and why. */
export interface Problem {
  readonly start: number
  readonly end: number
  readonly why: string
}

/** A test in brackets, with its words. */
export interface ShellTest {
  readonly start: number
  readonly end: number
  readonly words: readonly Word[]
  /** In double brackets. */
  readonly isDouble: boolean
  readonly folders: readonly string[]
}

/** Everything that a command line would run. */
export interface ShellLine {
  readonly commands: readonly SimpleCommand[]
  readonly tests: readonly ShellTest[]
  readonly problems: readonly Problem[]
}
