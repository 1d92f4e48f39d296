import type { Effects, PathEffect } from '../../../shared/effects'
import { noEffects } from '../../../shared/effects'
import type { FilesPort, ResolvedPath, TaskConfig } from '../task-config'

export const pathEffect = ({ display, real, inside }: ResolvedPath): PathEffect => ({ display, real, inside })

export async function readEffects(path: string, config: TaskConfig): Promise<Effects> {
  const resolved = await config.services.files.resolve(path)
  // What this task's own commands printed and its subagents found is the model's already: it was cut and pointed to only for its length.
  const { jobs, subagents } = config.services
  return jobs.ownsLog(resolved.real) || subagents.ownsReport(resolved.real) ? noEffects : { ...noEffects, reads: [pathEffect(resolved)] }
}

/** The path as it leads now, or undefined when it leads elsewhere than what was approved. */
export async function sameAsApproved(files: FilesPort, approved: ResolvedPath): Promise<ResolvedPath | undefined> {
  const now = await files.resolve(approved.absolute)
  return now.real === approved.real ? now : undefined
}

/** A name on one line, whatever characters it holds: it can fake no second entry. */
export const onOneLine = (name: string): string => (/\p{Cc}/u.test(name) ? JSON.stringify(name) : name)

export const plural = (count: number, one: string, many: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Of a result that a card shows. */
const MAX_ON_CARD = 20_000

/** A result as far as it goes onto a card: the model gets all of it. */
export const forCard = (content: string): string => (content.length > MAX_ON_CARD ? `${content.slice(0, MAX_ON_CARD)}\n…` : content)
