import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SecretName } from '../../../shared/account'
import type { ProviderStatus } from '../../../shared/models'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { useAnnounce } from '../../ui/announcer'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import styles from './key-form.module.css'
import { keyPlace, placeOf } from './provider-choices'

interface KeyFormProps {
  readonly provider: SecretName
  /** Of the search service that the key is for; of no provider. */
  readonly address?: string
  /** The word on the button. */
  readonly saveLabel?: string
  /** Asked before the key leaves the window: `false` when something else must be put right first. */
  readonly mayBeSaved?: () => boolean
  /** Called once the key is stored. With it the key is what the page is about. */
  readonly onSaved?: () => void
  /** Called once another key or none is stored. */
  readonly onChanged?: () => void
  /** The key's field, for a field before it that hands on to it. */
  readonly fieldRef?: RefObject<HTMLInputElement | null>
}

type KeyStatus = Pick<ProviderStatus, 'hasKey' | 'keyHint' | 'keyBackend'>

/** What is known of the key, whoever it is for. */
function useKeyStatus(name: SecretName): KeyStatus | undefined {
  const providers = useApp(selectProviders)
  const searchKey = useApp(selectSearchKey)
  if (name !== 'webSearchEndpoint') return providers.find(({ id }) => id === name)
  return searchKey && { hasKey: true, keyHint: searchKey.hint, keyBackend: searchKey.backend }
}

const selectProviders = (state: AppState) => state.main.providers
const selectSearchKey = (state: AppState) => state.main.webSearchKey

/** Takes a key and says where it is kept. Where there is no keychain the person decides. The key leaves the window at once. */
export function KeyForm({ provider, address, saveLabel = 'Save key', mayBeSaved, onSaved, onChanged, fieldRef }: KeyFormProps) {
  const [key, setKey] = useState('')
  const [asksPlace, setAsksPlace] = useState(false)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const status = useKeyStatus(provider)
  const bridge = useBridge()
  const actions = useActions()
  const announce = useAnnounce()
  const ownField = useRef<HTMLInputElement>(null)
  const field = fieldRef ?? ownField

  const whose = { provider, ...(address === undefined ? {} : { address }) }
  const save = async (keep?: 'file' | 'memory') => {
    if (key.trim() === '') {
      setError('Paste the key first. It is on the provider’s site, under API keys.')
      return
    }
    setError(undefined)
    if (mayBeSaved?.() === false) return
    setSaving(true)
    const result = await bridge.call('secret.set', { ...whose, key: key.trim(), ...(keep ? { keep } : {}) })
    setSaving(false)
    if (!result.ok) {
      setError(result.error.message)
      return
    }
    setAsksPlace(result.value.outcome === 'needs_consent')
    if (result.value.outcome === 'needs_consent') return
    setKey('')
    field.current?.focus()
    onChanged?.()
    announce(`Key saved. It is kept ${placeOf(result.value.backend)}.`)
    onSaved?.()
  }
  const remove = async () => {
    field.current?.focus()
    const result = await bridge.call('secret.delete', whose)
    if (result.ok) onChanged?.()
    else actions.toast('error', result.error.message, result.error.detail)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.row}>
        <TextField
          ref={field}
          label="API key"
          type="password"
          mono
          value={key}
          error={error}
          placeholder={status?.hasKey ? 'Paste a new key to replace it' : 'Paste the key'}
          hint={hintFor(status, address)}
          onChange={setKey}
        />
      </div>
      {asksPlace ? (
        <PlaceQuestion isSaving={isSaving} onKeep={(keep) => void save(keep)} />
      ) : (
        <div className={styles.buttons}>
          <Button type="submit" variant={onSaved && !status?.hasKey ? 'primary' : 'secondary'} disabled={isSaving}>
            {saveLabel}
          </Button>
          {status?.hasKey && (
            <Button variant="ghost" onClick={() => void remove()}>
              Forget key
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

function hintFor(status: KeyStatus | undefined, address: string | undefined): string {
  const receiver = address === undefined ? 'this provider' : new URL(address).origin
  if (!status?.hasKey) return `It goes into the keychain of this system where there is one, and is sent to ${receiver} only.`
  return address === undefined ? keyPlace(status) : `${keyPlace(status)} It is sent to ${receiver} only.`
}

function PlaceQuestion({ isSaving, onKeep }: { readonly isSaving: boolean; readonly onKeep: (keep: 'file' | 'memory') => void }) {
  const question = useRef<HTMLFieldSetElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <fieldset ref={question} tabIndex={-1} className={styles.question} aria-label="Where to keep the key">
      <p role="alert">This system has no keychain that can be used. Where should the key be kept?</p>
      <div className={styles.buttons}>
        <Button disabled={isSaving} onClick={() => onKeep('file')}>
          In a file only you can read
        </Button>
        <Button disabled={isSaving} onClick={() => onKeep('memory')}>
          Only until you quit
        </Button>
      </div>
    </fieldset>
  )
}
