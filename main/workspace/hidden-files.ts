/**
 * What `.clineignore` keeps from every tool. Which files that are is decided in one place, together with approvals; reading, listing
 * and searching only obey it.
 */
export interface HiddenFiles {
  /** The rules as a file of git's form, whose patterns are relative to the project, so that ripgrep need not look at what is hidden. */
  readonly ruleFile: string | undefined
  /** By real path. */
  hides(real: string): boolean
}

/** Reads the rules as they are now: each listing and each search begins with it. */
export type ReadHiddenFiles = () => Promise<HiddenFiles>

export const nothingHidden: ReadHiddenFiles = () => Promise.resolve({ ruleFile: undefined, hides: () => false })
