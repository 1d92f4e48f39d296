import { useId } from 'react'
import type { ModelChoice, ModelInfo } from '../../../shared/models'
import { CommittedField } from './committed-field'
import styles from './settings-view.module.css'

interface ModelFieldProps {
  readonly label?: string
  readonly value: string | undefined
  readonly fallback: string | undefined
  readonly models: readonly ModelChoice[]
  readonly onCommit: (modelId: string) => void
}

/** A model by its id: picked from what the provider offers, or typed. */
export function ModelField({ label = 'Model', value, fallback, models, onCommit }: ModelFieldProps) {
  const id = useId()
  const chosen = value ?? fallback
  const info = models.find((model) => model.id === chosen)?.info
  return (
    <div>
      <CommittedField
        label={label}
        mono
        value={value ?? ''}
        placeholder={fallback ?? 'The id of a model'}
        list={`${id}-models`}
        onCommit={onCommit}
        {...(info ? { hint: describeModel(info) } : {})}
      />
      <datalist id={`${id}-models`} className={styles.suggestions}>
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.info.name ?? model.id}
          </option>
        ))}
      </datalist>
    </div>
  )
}

/** What a model can take and what it costs, in one line. */
export function describeModel({ contextWindow, inputPrice, outputPrice, supportsImages }: ModelInfo): string {
  const parts = [
    contextWindow ? `${contextWindow.toLocaleString('en')} tokens of context` : 'unknown context size',
    inputPrice === undefined || outputPrice === undefined
      ? 'unknown price'
      : `$${inputPrice.toFixed(2)} in and $${outputPrice.toFixed(2)} out per million tokens`,
    supportsImages ? 'takes pictures' : 'no pictures',
  ]
  return parts.join(' · ')
}
