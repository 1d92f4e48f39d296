import type { ScriptState } from '../../shared/effects'
import { MAX_SCRIPT_TEXT, NONE, ScriptReader, UNREADABLE } from '../workspace/called-scripts'
import type { ProgramJudgement } from './command-judgement'

/**
 * What decides in the project's own files what this program runs: a script of package.json with those it calls, a Makefile, the
 * file itself. One level of files: what a script file calls in its turn is not followed.
 */
export async function scriptsOf({ isHarmless, words, folders }: ProgramJudgement): Promise<readonly ScriptState[]> {
  if (isHarmless || words.length === 0) return []
  const reader = new ScriptReader()
  for (const folder of folders) await reader.readCall(words, folder, 0)
  return reader.states
}

/** True when everything is as it was when the rule was made. By content: another time of the file changes nothing. */
export const areBound = (now: readonly ScriptState[], bound: readonly ScriptState[]): boolean => now.every((state) => isBound(state, bound))

const isBound = (state: ScriptState, bound: readonly ScriptState[]): boolean =>
  state.hash !== UNREADABLE && bound.some((each) => isSameScript(each, state) && each.hash === state.hash)

const isSameScript = (one: ScriptState, other: ScriptState): boolean => one.name === other.name && one.part === other.part

/** The first thing that is not as it was, in words for a person. */
export function describeChange(now: readonly ScriptState[], bound: readonly ScriptState[]): string {
  const changed = now.find((state) => !isBound(state, bound))
  if (!changed) return ''
  const before = bound.find((state) => isSameScript(state, changed))
  const what = changed.part === undefined ? changed.name : `the script ${changed.part} of ${changed.name}`
  if (!before) return `it was not made for ${what}`
  if (changed.hash === UNREADABLE) return `${what} cannot be looked at`
  if (changed.hash === NONE) return `${what} is no longer there`
  if (before.hash === NONE) return `${what} was not there then${changed.text === undefined ? '' : `, and is ${quote(changed.text)}`}`
  if (before.text === undefined || changed.text === undefined) return `${what} has changed`
  return `${what} was ${quote(before.text)} and is now ${quote(changed.text)}`
}

const quote = (text: string): string => `"${text.length > MAX_SCRIPT_TEXT ? `${text.slice(0, MAX_SCRIPT_TEXT)}…` : text}"`
