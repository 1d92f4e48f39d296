import { useId, useState } from 'react'
import type { McpElicitation, McpField, McpFormValue } from '../../../shared/mcp'
import { MarkedText } from '../approval/marked-text'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { TextField } from '../../ui/text-field'
import styles from './mcp.module.css'

const selectForm = (state: AppState) => state.main.mcpForms[0]

/** What an MCP server wants to know. The model neither sees the form nor fills it. */
export function McpFormDialog() {
  const form = useApp(selectForm)
  return form ? <OpenForm key={form.id} form={form} /> : null
}

type Values = Readonly<Record<string, McpFormValue>>

function OpenForm({ form: { id, server, message, fields } }: { readonly form: McpElicitation }) {
  const { askMcp } = useActions()
  const [values, setValues] = useState<Values>(() => startOf(fields))
  const [problem, setProblem] = useState<string>()
  const answer = async (action: 'accept' | 'decline' | 'cancel') => {
    const given = await askMcp('mcp.answerForm', { id, action, content: action === 'accept' ? filled(fields, values) : {} })
    setProblem(given?.problem)
  }
  const submit = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    void answer('accept')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void answer('cancel')}
      title={`The MCP server ${server} asks`}
      description="What you write goes to this server. Give it no password and no key."
    >
      <form className={styles.form} aria-label={`Form of ${server}`} onSubmit={submit}>
        <p className={styles.problem}>
          <MarkedText text={message} />
        </p>
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {problem !== undefined && (
          <p role="alert" className={styles.failure}>
            {problem}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary">
            Send
          </Button>
          <Button onClick={() => void answer('decline')}>Decline</Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FormFieldProps {
  readonly field: McpField
  readonly value: McpFormValue | undefined
  readonly onChange: (value: McpFormValue) => void
}

function FormField({ field, value, onChange }: FormFieldProps) {
  const id = useId()
  const { kind, description, choices = [] } = field
  const label = field.required ? `${field.label} (required)` : field.label
  const hint = description === '' ? {} : { hint: description }
  switch (kind) {
    case 'boolean':
      return <Switch label={label} checked={value === true} onChange={onChange} {...hint} />
    case 'choice':
      return (
        <Select
          label={label}
          value={String(value ?? '')}
          options={[{ value: '', label: field.required ? 'Choose one' : 'No answer' }, ...choices]}
          onChange={onChange}
          {...hint}
        />
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <fieldset className={styles.choices} aria-describedby={description === '' ? undefined : `${id}-hint`}>
          <legend>{label}</legend>
          {description !== '' && (
            <p id={`${id}-hint`} className={styles.hint}>
              {description}
            </p>
          )}
          {choices.map((choice) => (
            <Switch
              key={choice.value}
              label={choice.label}
              checked={chosen.includes(choice.value)}
              onChange={(checked) => onChange(checked ? [...chosen, choice.value] : chosen.filter((each) => each !== choice.value))}
            />
          ))}
        </fieldset>
      )
    }
    default:
      return (
        <TextField
          label={label}
          value={String(value ?? '')}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          onChange={onChange}
          {...hint}
        />
      )
  }
}

const startOf = (fields: readonly McpField[]): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, default: start = kind === 'boolean' ? false : undefined }) =>
      start === undefined ? [] : [[name, start]],
    ),
  )

/** Numbers as numbers, and what is none as it was written: main says so. What was left empty is left out. */
function filled(fields: readonly McpField[], values: Values): Record<string, McpFormValue> {
  const entries = fields.flatMap(({ name, kind }): [string, McpFormValue][] => {
    const value = values[name]
    if (value === undefined || value === '') return []
    const number = kind === 'number' || kind === 'integer' ? Number(value) : NaN
    return [[name, Number.isFinite(number) ? number : value]]
  })
  return Object.fromEntries(entries)
}
