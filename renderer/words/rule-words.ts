import type { Rule, RuleChoice } from '../../shared/rules'
import { lastPart, tilde } from './short-path'

/** Where a rule holds that is made at the click, as its button says it. */
export const scopeWords: Readonly<Record<RuleChoice['scope'], string>> = {
  task: 'for this task',
  project: 'in this project',
  always: 'always',
}

/** What a rule is about, without its decision: "npm test with any arguments". */
export function subjectWords({ subject }: Rule, homeDir: string): string {
  switch (subject.kind) {
    case 'command':
      return `exactly “${subject.command}” in ${tilde(subject.cwd, homeDir)}`
    case 'program':
      return `“${subject.words.join(' ')}” with any arguments`
    default:
      return `${subject.access === 'write' ? 'writing and deleting' : 'reading'} in ${tilde(subject.path, homeDir)}`
  }
}

export const decisionWords: Readonly<Record<Rule['decision'], string>> = { allow: 'Allow', ask: 'Always ask', deny: 'Never allow' }

/** Where a rule holds, for the page that lists all of them. */
export function ruleScopeWords({ scope }: Rule, currentTaskId: string | undefined, homeDir: string): string {
  if (scope.kind === 'always') return 'in every project'
  if (scope.kind === 'project') return `in the project ${lastPart(scope.folder)} (${tilde(scope.folder, homeDir)})`
  return scope.taskId === currentTaskId ? 'for this task' : 'for another task'
}

/** Until when a rule may hold that is made at the click. */
export type RuleEnd = 'revoked' | 'hour' | 'today'

const HOUR_MS = 3_600_000

/** Milliseconds since the epoch at which a rule ends that is made now; `undefined` for one that holds until it is revoked. */
export function endOfRule(end: RuleEnd, now: number): number | undefined {
  if (end === 'revoked') return undefined
  return end === 'hour' ? now + HOUR_MS : new Date(now).setHours(24, 0, 0, 0)
}

export const endWords: Readonly<Record<RuleEnd, string>> = {
  revoked: 'Until I revoke it',
  hour: 'For one hour',
  today: 'Until the end of today',
}
