import type { PathEffect } from '../../shared/effects'
import type { JudgedEffects } from './policy'

/** Where this app keeps its settings, rules, tasks and keys, wherever the person has put that. Real paths. */
export interface OwnData {
  readonly folder: string
  /** Folders below it that hold what is the person's: made for tools to work on. */
  readonly open: readonly string[]
}

/** Why a call on the app's own data is asked about whatever is set: who writes there makes rules, who reads there has keys. */
export function reasonOfOwnData({ reads, writes, deletes, executes }: JudgedEffects, own: OwnData): string | undefined {
  const verbs = { deletes, writes, reads }
  for (const verb of ['deletes', 'writes', 'reads'] as const) {
    const touched = [...verbs[verb], ...executes.flatMap((command) => command[verb])].find((path) => isOwn(path, own))
    if (touched) return `${verb} ${touched.display}, where this app keeps its own data`
  }
  return undefined
}

const isOwn = ({ real }: PathEffect, { folder, open }: OwnData): boolean =>
  isBelow(real, folder) && !open.some((each) => isBelow(real, each))

/** Whatever the case: on some disks that makes no other name. */
function isBelow(path: string, folder: string): boolean {
  const [one, other] = [path.toLowerCase(), folder.toLowerCase()]
  return one === other || one.startsWith(`${other}/`) || one.startsWith(`${other}\\`)
}
