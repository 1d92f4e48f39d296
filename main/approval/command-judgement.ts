import type { CommandMark } from '../../shared/effects'
import type { PathUse } from './path-use'

/** What one program of a command line would do, as far as its words say. */
export interface ProgramJudgement {
  readonly start: number
  readonly end: number
  readonly kind: CommandMark['kind']
  /** Known to do nothing but read. */
  readonly isHarmless: boolean
  /** It runs what comes from the network, or with the rights of the administrator. */
  readonly isGrave: boolean
  /** It is no program, but a file that a redirection writes. */
  readonly isRedirect: boolean
  /** In words for a person, without a subject: `deletes build`. */
  readonly why: string
  /** Its words, the program's name first; as written where nobody knows what they become. */
  readonly words: readonly string[]
  /** Its words are all that it is given, and none can turn out a flag: a rule may allow it by them. */
  readonly isPlain: boolean
  /** Folders that it may stand in, where that decides what it runs. */
  readonly folders: readonly string[]
  readonly reads: readonly PathUse[]
  readonly writes: readonly PathUse[]
  readonly deletes: readonly PathUse[]
  /** Words of a program that is not known to only read, as if they were paths. */
  readonly mentions: readonly PathUse[]
  readonly network: readonly string[]
  /** It deletes whole folders, and nobody can say which. */
  readonly deletesUnseen: boolean
  /** Folders in which git would read its settings. */
  readonly repositories: readonly string[]
  /** Files of the project that decide what really runs. */
  readonly unless: readonly string[]
}

/** A whole command line, judged from its text alone: paths are named here, not looked at. */
export interface CommandJudgement {
  readonly isHarmless: boolean
  /** Why it is not harmless, or that it only reads. */
  readonly why: string
  readonly programs: readonly ProgramJudgement[]
}

export const NOTHING: Omit<ProgramJudgement, 'start' | 'end' | 'why' | 'kind' | 'isHarmless'> = {
  isGrave: false,
  isRedirect: false,
  words: [],
  isPlain: false,
  folders: [],
  reads: [],
  writes: [],
  deletes: [],
  mentions: [],
  network: [],
  deletesUnseen: false,
  repositories: [],
  unless: [],
}

/** Something of a command line that nobody can judge. */
export function unknownPlace({ start, end }: { readonly start: number; readonly end: number }, why: string): ProgramJudgement {
  return { ...NOTHING, start, end, why, kind: 'unknown', isHarmless: false }
}
