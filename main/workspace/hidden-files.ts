/**
 * What `.clineignore` keeps from every tool. Which files that are is decided in one place, together with approvals; reading, listing
 * and searching only obey it.
 */
export interface HiddenFiles {
  /** The rules as a file of git's form, relative to the project, so that ripgrep need not look at what is hidden. */
  readonly ruleFile: string | undefined
  /** By real path. */
  hides(real: string): boolean
}

export const nothingHidden: HiddenFiles = { ruleFile: undefined, hides: () => false }
