import type { ProviderId } from '../../../shared/models'
import { type ApiConfiguration, type Mode, ReasoningEffort } from '../../../shared/settings'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Select } from '../../ui/select'
import { CustomModelFields } from './custom-model-fields'
import { KeyForm } from './key-form'
import { CommittedField } from './committed-field'
import { ModelField } from './model-field'
import { NumberField } from './number-field'
import { ProviderCheck } from './provider-check'
import { type ProviderChoice, addressProblem, choiceOf, modeKeys, providerChoices } from './provider-choices'
import styles from './settings-view.module.css'
import { useChecking } from './use-checking'

const selectConfiguration = (state: AppState) => state.main.apiConfiguration
const selectProviders = (state: AppState) => state.main.providers

/** Provider, key, address and model of one mode. */
export function ModeModel({ mode }: { readonly mode: Mode }) {
  const configuration = useApp(selectConfiguration)
  const { updateSettings } = useActions()
  const keys = modeKeys[mode]
  const providerId = configuration[keys.provider]
  const choice = providerId && choiceOf(providerId)
  const save = (apiConfiguration: Record<string, unknown>) => void updateSettings({ apiConfiguration })
  return (
    <div className={styles.fields}>
      <Select<ProviderId | 'none'>
        label="Provider"
        value={providerId ?? 'none'}
        options={[
          ...(providerId ? [] : [{ value: 'none' as const, label: 'Choose a provider' }]),
          ...providerChoices.map(({ id, label }) => ({ value: id, label })),
        ]}
        // Another provider knows other models: the old id would be an error there.
        onChange={(id) => id !== 'none' && save({ [keys.provider]: id, [keys.model]: null })}
      />
      {choice && <ProviderFields key={choice.id} mode={mode} choice={choice} save={save} />}
    </div>
  )
}

interface ProviderFieldsProps {
  readonly mode: Mode
  readonly choice: ProviderChoice
  readonly save: (change: Record<string, unknown>) => void
}

function ProviderFields({ mode, choice, save }: ProviderFieldsProps) {
  const configuration = useApp(selectConfiguration)
  const status = useApp(selectProviders).find((candidate) => candidate.id === choice.id)
  const keys = modeKeys[mode]
  const checking = useChecking(choice.id)
  return (
    <>
      {choice.addressKey && <AddressField addressKey={choice.addressKey} example={choice.addressExample} onChanged={checking.forget} />}
      {choice.id === 'cline' && <p className={styles.hint}>It uses the Cline account below: sign in there first.</p>}
      {choice.takesKey && <KeyForm provider={choice.id} onChanged={checking.forget} />}
      <ModelField
        value={configuration[keys.model]}
        fallback={status?.defaultModelId}
        models={status?.models ?? []}
        onCommit={(id) => save({ [keys.model]: id === '' ? null : id })}
      />
      {choice.id === 'openai' && <CustomModelFields />}
      {choice.id !== 'demo' && (
        <>
          <ProviderCheck checking={checking} />
          <ReasoningFields mode={mode} configuration={configuration} save={save} />
        </>
      )}
    </>
  )
}

interface AddressFieldProps {
  readonly addressKey: keyof ApiConfiguration
  readonly example: string | undefined
  readonly onChanged: () => void
}

function AddressField({ addressKey, example, onChanged }: AddressFieldProps) {
  const value = useApp(selectConfiguration)[addressKey]
  const { updateSettings } = useActions()
  return (
    <CommittedField
      label="Base address"
      mono
      inputMode="url"
      value={typeof value === 'string' ? value : ''}
      placeholder={example ?? ''}
      hint="Empty means the provider's own."
      check={addressProblem}
      onCommit={(text) => {
        onChanged()
        void updateSettings({ apiConfiguration: { [addressKey]: text === '' ? null : text } })
      }}
    />
  )
}

interface ReasoningFieldsProps {
  readonly mode: Mode
  readonly configuration: ApiConfiguration
  readonly save: (change: Record<string, unknown>) => void
}

const efforts = { none: 'None', low: 'Low', medium: 'Medium', high: 'High', xhigh: 'Very high' } as const

function ReasoningFields({ mode, configuration, save }: ReasoningFieldsProps) {
  const keys = modeKeys[mode]
  return (
    <div className={styles.pair}>
      <Select<ReasoningEffort | 'unset'>
        label="Reasoning effort"
        value={configuration[keys.effort] ?? 'unset'}
        options={[
          { value: 'unset', label: 'As the model has it' },
          ...ReasoningEffort.options.map((value) => ({ value, label: efforts[value] })),
        ]}
        onChange={(effort) => save({ [keys.effort]: effort === 'unset' ? null : effort })}
      />
      <NumberField
        label="Thinking budget in tokens"
        value={configuration[keys.budget]}
        min={0}
        optional
        placeholder="None"
        onCommit={(budget) => save({ [keys.budget]: budget ?? null })}
      />
    </div>
  )
}
