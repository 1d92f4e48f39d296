import type { Handlers } from '../../shared/ipc'
import type { RuleStore } from '../storage/rule-store'
import { CallError } from './call-error'

export interface RuleParts {
  readonly rules: RuleStore
}

/** The page of rules. Rules that allow are made only with an answer. */
export function ruleCalls({ rules }: RuleParts): Pick<Handlers, 'rule.revoke' | 'rule.add'> {
  return {
    'rule.revoke': ({ id }) => ({ accepted: rules.revoke(id) }),
    'rule.add': ({ decision, words }) => {
      if (words.length === 0 || words.includes('')) throw new CallError('bad_input', 'Name the program that the rule is about.')
      rules.add({ decision, subject: { kind: 'program', words }, scope: { kind: 'always' } })
      return null
    },
  }
}
