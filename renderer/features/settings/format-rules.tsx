import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FormatRule } from '../../../shared/settings'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { TextField } from '../../ui/text-field'
import { useKeptFocus } from '../composer/use-kept-focus'
import { CommittedField } from './committed-field'
import styles from './commands-section.module.css'

const selectRules = (state: AppState) => state.main.formatOnSave
const noBlank = (text: string): string | undefined => (text === '' ? 'Write something here, or remove the row.' : undefined)

/** The person's own formatters: which command runs after an edit of which files. */
export function FormatRules() {
  const rules = useApp(selectRules)
  const { updateSettings } = useActions()
  const save = (formatOnSave: readonly FormatRule[]) => updateSettings({ formatOnSave: [...formatOnSave] })
  const change = (at: number, rule: Partial<FormatRule>) => save(rules.map((each, index) => (index === at ? { ...each, ...rule } : each)))
  return (
    <section className={styles.part} aria-label="Format on save">
      <h3>Format on save</h3>
      <p className={styles.quiet}>
        After each edit by the agent the command of the first row whose pattern fits runs in the project, without asking. Your project
        decides what it does.
      </p>
      <ul className={styles.rows}>
        {rules.map((rule, index) => (
          // The order is what counts, and two rows may be the same.
          <RuleRow
            key={`${index}`}
            number={index + 1}
            rule={rule}
            onChange={(part) => void change(index, part)}
            onRemove={() => void save(rules.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <NewRow onAdd={(rule) => save([...rules, rule])} />
    </section>
  )
}

interface RuleRowProps {
  readonly number: number
  readonly rule: FormatRule
  readonly onChange: (part: Partial<FormatRule>) => void
  readonly onRemove: () => void
}

function RuleRow({ number, rule, onChange, onRemove }: RuleRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row, focusNewRow)
  return (
    <li ref={row} className={styles.row}>
      <CommittedField label={`Files of row ${number}`} mono value={rule.glob} check={noBlank} onCommit={(glob) => onChange({ glob })} />
      <CommittedField
        label={`Command of row ${number}`}
        mono
        value={rule.command}
        check={noBlank}
        onCommit={(command) => onChange({ command })}
      />
      <IconButton label={`Remove row ${number}`} icon={<X aria-hidden />} onClick={onRemove} />
    </li>
  )
}

const focusNewRow = (row: HTMLElement): void => row.closest('section')?.querySelector<HTMLElement>('form input')?.focus()

function NewRow({ onAdd }: { readonly onAdd: (rule: FormatRule) => Promise<unknown> }) {
  const [glob, setGlob] = useState('')
  const [command, setCommand] = useState('')
  const isReady = glob.trim() !== '' && command.trim() !== ''
  const add = async () => {
    if (!isReady || (await onAdd({ glob: glob.trim(), command: command.trim() })) === undefined) return
    setGlob('')
    setCommand('')
  }
  return (
    <form
      className={styles.row}
      aria-label="New row"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField label="Files" mono placeholder="src/**/*.ts" value={glob} onChange={setGlob} />
      <TextField label="Command" mono placeholder="npx prettier --write" value={command} onChange={setCommand} />
      <Button type="submit" disabled={!isReady}>
        Add
      </Button>
    </form>
  )
}
