import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ProviderId, ProviderStatus } from '../../../shared/models'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { KeyForm } from '../settings/key-form'
import { CheckOutcome } from '../settings/provider-check'
import { addressProblem, choiceOf, keyProviders } from '../settings/provider-choices'
import { type CheckResult, useChecking } from '../settings/use-checking'
import styles from './welcome.module.css'

const selectProviders = (state: AppState) => state.main.providers
const selectAddress = (state: AppState) => state.main.apiConfiguration.openAiBaseUrl

/** Provider, address, key, a check, and the model: in this order, on one page. */
export function KeyStep({ onBack }: { readonly onBack: () => void }) {
  const [provider, setProvider] = useState<ProviderId>('anthropic')
  const addressField = useRef<HTMLInputElement>(null)
  const checking = useChecking(provider)
  const address = useAddress(addressField, checking.forget)
  const status = useApp(selectProviders).find((candidate) => candidate.id === provider)
  const choice = choiceOf(provider)
  const keyField = useRef<HTMLInputElement>(null)
  const step = useRef<HTMLDivElement>(null)
  useFocusAfterChange(step, provider)
  const check = async () => {
    if (!choice?.addressNeeded || (await address.store())) await checking.check()
  }
  return (
    <div ref={step} className={styles.step}>
      <Select
        label="Provider"
        value={provider}
        options={keyProviders.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => {
          setProvider(id)
          checking.forget()
        }}
      />
      {choice?.addressNeeded && (
        <AddressField address={address} fieldRef={addressField} example={choice.addressExample} onDone={() => goOn(keyField)} />
      )}
      <KeyForm
        key={provider}
        provider={provider}
        saveLabel="Save and check"
        fieldRef={keyField}
        mayBeSaved={() => !choice?.addressNeeded || address.isUsable()}
        onSaved={() => void check()}
      />
      <CheckOutcome checking={checking} />
      {(checking.result || status?.hasKey) && (
        <ModelStep key={`model-${provider}`} provider={provider} status={status} result={checking.result} onCheck={() => void check()} />
      )}
      <Button variant="ghost" className={styles.skip} onClick={onBack}>
        Back to the choices
      </Button>
    </div>
  )
}

/** From the address to the key, or with a key there already to what the button does. */
function goOn({ current: field }: RefObject<HTMLInputElement | null>): void {
  if (field && field.value.trim() !== '') field.form?.requestSubmit()
  else field?.focus()
}

/** Another provider has other fields. The focus of one that went goes to the choice that made it go. */
function useFocusAfterChange(step: RefObject<HTMLElement | null>, provider: ProviderId): void {
  const before = useRef(provider)
  useLayoutEffect(() => {
    if (before.current === provider) return
    before.current = provider
    if (document.activeElement === document.body) step.current?.querySelector('select')?.focus()
  }, [step, provider])
}

interface AddressFieldProps {
  readonly address: ReturnType<typeof useAddress>
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly example: string | undefined
  readonly onDone: () => void
}

function AddressField({ address, fieldRef, example, onDone }: AddressFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (address.isUsable()) onDone()
  }
  return (
    // The room of an error is there before it: what stands below must not move under the pointer.
    <div className={styles.addressField}>
      <TextField
        ref={fieldRef}
        label="Base address"
        mono
        inputMode="url"
        value={address.text}
        error={address.error}
        placeholder={example}
        onChange={address.setText}
        onBlur={() => void address.store()}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** The address of a compatible server, stored when it is left, so that the check uses it. `onChanged`: another one will be stored. */
function useAddress(field: RefObject<HTMLInputElement | null>, onChanged: () => void) {
  const stored = useApp(selectAddress) ?? ''
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const { updateSettings } = useActions()
  const text = typed ?? stored
  const store = async (): Promise<boolean> => {
    const problem = addressProblem(text.trim())
    setError(problem)
    if (problem) return false
    if (text.trim() === stored) return true
    onChanged()
    await updateSettings({ apiConfiguration: { openAiBaseUrl: text.trim() === '' ? null : text.trim() } })
    return true
  }
  const isUsable = (): boolean => {
    const problem = addressProblem(text.trim())
    setError(problem)
    if (problem) field.current?.focus()
    return problem === undefined
  }
  const setText = (value: string) => {
    setTyped(value)
    // An error goes as soon as it is mended, and comes only when the field is left.
    if (error && addressProblem(value.trim()) === undefined) setError(undefined)
  }
  return { text, error, setText, store, isUsable }
}

interface ModelStepProps {
  readonly provider: ProviderId
  readonly status: ProviderStatus | undefined
  readonly result: CheckResult | undefined
  readonly onCheck: () => void
}

/** The last step: which model, and done. */
function ModelStep({ provider, status, result, onCheck }: ModelStepProps) {
  const [model, setModel] = useState('')
  const { updateSettings } = useActions()
  const models = result?.models.length ? result.models : (status?.models ?? [])
  const fallback = status?.defaultModelId ?? models[0]?.id
  const modelId = model.trim() || fallback
  const finish = () =>
    void updateSettings({ apiConfiguration: { actModeApiProvider: provider, actModeApiModelId: modelId }, welcomeViewCompleted: true })
  return (
    <>
      <ModelChoiceField models={models.map(({ id }) => id)} value={model} placeholder={fallback} onChange={setModel} />
      <div className={styles.buttons}>
        <Button variant="primary" disabled={!modelId} onClick={finish}>
          {result && !result.works ? 'Use it anyway' : 'Use this model'}
        </Button>
        <Button onClick={onCheck}>Check again</Button>
      </div>
    </>
  )
}

interface ModelChoiceFieldProps {
  readonly models: readonly string[]
  readonly value: string
  readonly placeholder: string | undefined
  readonly onChange: (model: string) => void
}

function ModelChoiceField({ models, value, placeholder, onChange }: ModelChoiceFieldProps) {
  return (
    <>
      <TextField
        label="Model"
        mono
        value={value}
        placeholder={placeholder ?? 'The id of a model'}
        hint={placeholder ? `Empty means ${placeholder}.` : 'Type the id of a model that this provider has.'}
        list="welcome-models"
        onChange={onChange}
      />
      <datalist id="welcome-models" className={styles.suggestions}>
        {models.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  )
}
