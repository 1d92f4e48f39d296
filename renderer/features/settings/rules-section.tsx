import { useRef, useState } from 'react'
import type { Rule } from '../../../shared/rules'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectHomeDir } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { momentOf } from '../../words/age'
import { decisionWords, ruleScopeWords, subjectWords } from '../../words/rule-words'
import { useKeptFocus } from '../composer/use-kept-focus'
import styles from './rules-section.module.css'
import { focusRules } from './section-ids'

const selectRules = (state: AppState) => state.main.rules
const selectTaskId = (state: AppState) => state.main.currentTaskItem?.id
/** The order in which they count. */
const weights: readonly Rule['decision'][] = ['deny', 'ask', 'allow']

/** The rules that a person made: what they say, and how each is revoked; and such that make things stricter, written down here. */
export function RulesSection() {
  const rules = useApp(selectRules)
  const sorted = rules.toSorted((a, b) => weights.indexOf(a.decision) - weights.indexOf(b.decision) || b.madeAt - a.madeAt)
  return (
    <>
      {sorted.length === 0 ? (
        <p className={styles.empty}>There are no rules yet. They are made with “Always…” beside a question, or below.</p>
      ) : (
        <ul className={styles.rules} aria-label="Rules">
          {sorted.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      <NewRule />
    </>
  )
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const home = useApp(selectHomeDir)
  const taskId = useApp(selectTaskId)
  const what = subjectWords(rule, home)
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row, focusRules)
  return (
    <li ref={row} className={styles.rule}>
      <div className={styles.words}>
        <p className={styles.what}>
          <Badge tone={rule.decision === 'deny' ? 'danger' : 'neutral'}>{decisionWords[rule.decision]}</Badge>
          <span className={styles.subject}>
            <VisibleText text={what} />
          </span>
        </p>
        <p className={styles.about}>
          {[
            capitalised(ruleScopeWords(rule, taskId, home)),
            rule.until === undefined ? 'until it is revoked' : `until ${momentOf(rule.until)}`,
            `made ${momentOf(rule.madeAt)}`,
          ].join(', ')}
        </p>
      </div>
      <RevokeButton id={rule.id} what={`${decisionWords[rule.decision].toLowerCase()} ${what}`} />
    </li>
  )
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ASK_AGAIN = 'Press again to revoke'

/** Takes a second press: what a rule kept away, or let through, changes at once. */
function RevokeButton({ id, what }: { readonly id: string; readonly what: string }) {
  const { revokeRule } = useActions()
  const [isAsked, setAsked] = useState(false)
  const words = isAsked ? ASK_AGAIN : 'Revoke'
  return (
    <Button
      size="small"
      variant={isAsked ? 'danger' : 'secondary'}
      aria-label={`${words}: ${what}`}
      onClick={() => {
        if (isAsked) void revokeRule(id)
        setAsked(!isAsked)
      }}
      onBlur={() => setAsked(false)}
    >
      {/* As wide as the longer words: a button that grew under the pointer would move its row. */}
      <span className={styles.revoke} data-longest={ASK_AGAIN}>
        {words}
      </span>
    </Button>
  )
}

const stricter = [
  { value: 'ask', label: decisionWords.ask },
  { value: 'deny', label: decisionWords.deny },
] as const
const NO_PROGRAM = 'Write the program, and its sub-command if only that is meant, as in git push.'

function NewRule() {
  const { addRule, toast } = useActions()
  const [decision, setDecision] = useState<'ask' | 'deny'>('ask')
  const [program, setProgram] = useState('')
  const [error, setError] = useState<string>()
  const add = async () => {
    const words = program.split(/\s+/).filter(Boolean)
    setError(words.length === 0 ? NO_PROGRAM : undefined)
    // An answer is null; only a refusal, which was told already, is undefined.
    if (words.length === 0 || (await addRule(decision, words)) === undefined) return
    setProgram('')
    toast('info', `The rule holds from now on: ${decisionWords[decision].toLowerCase()} “${words.join(' ')}”.`)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
      aria-label="New rule"
    >
      <Select label="New rule" value={decision} options={stricter} onChange={setDecision} />
      <TextField
        label="Program"
        mono
        placeholder="git push"
        value={program}
        error={error}
        onChange={(text) => {
          setProgram(text)
          setError(undefined)
        }}
      />
      <Button type="submit">Add rule</Button>
    </form>
  )
}
