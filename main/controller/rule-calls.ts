import type { Handlers } from '../../shared/ipc'
import type { RuleStore } from '../storage/rule-store'

export interface RuleParts {
  readonly rules: RuleStore
}

/** The page of rules. Rules that allow are made only with an answer. */
export function ruleCalls({ rules }: RuleParts): Pick<Handlers, 'rule.revoke' | 'rule.add'> {
  return {
    'rule.revoke': ({ id }) => ({ accepted: rules.revoke(id) }),
    'rule.add': ({ decision, words }) => {
      rules.add({ decision, subject: { kind: 'program', words }, scope: { kind: 'always' } })
      return null
    },
  }
}
