import type { JudgedEffects } from './policy'
import { isProtected } from './protected-paths'

/** Real paths outside of the project that a call would touch, and the protected ones that it would change: a question must have named them. */
export function gravePaths(effects: JudgedEffects): readonly string[] {
  const all = [effects, ...effects.executes]
  const outside = all.flatMap(({ reads, writes, deletes }) => [...reads, ...writes, ...deletes]).filter(({ inside }) => !inside)
  const guarded = all.flatMap(({ writes, deletes }) => [...writes, ...deletes]).filter(({ real }) => isProtected(real))
  return [...new Set([...outside, ...guarded].map(({ real }) => real))]
}
