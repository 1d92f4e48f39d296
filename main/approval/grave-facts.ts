import type { JudgedEffects } from './policy'
import { isProtected } from './protected-paths'

/**
 * What a question must have been about: real paths outside of the project that a call would touch, the protected ones that it would
 * change, and the project's own scripts that it would run, as they are. An answer holds for no others.
 */
export function graveFacts(effects: JudgedEffects): readonly string[] {
  const all = [effects, ...effects.executes]
  const outside = all.flatMap(({ reads, writes, deletes }) => [...reads, ...writes, ...deletes]).filter(({ inside }) => !inside)
  const guarded = all.flatMap(({ writes, deletes }) => [...writes, ...deletes]).filter(({ real }) => isProtected(real))
  const scripts = effects.executes.flatMap(({ programs }) => programs.flatMap((program) => program.scripts ?? []))
  const run = scripts.map(({ name, part = '', hash }) => `${name} ${part} ${hash}`)
  return [...new Set([...[...outside, ...guarded].map(({ real }) => real), ...run])]
}
