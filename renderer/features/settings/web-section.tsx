import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
import { CommittedField } from './committed-field'
import { KeyForm } from './key-form'
import { addressProblem } from './provider-choices'
import styles from './settings-view.module.css'

const selectManaged = (state: AppState) => state.main.clineWebToolsEnabled
const selectLocal = (state: AppState) => state.main.localWebFetchEnabled
const selectEndpoint = (state: AppState) => state.main.webSearchEndpoint

/** Who fetches pages and searches the web, if anybody does. */
export function WebSection() {
  const managed = useApp(selectManaged)
  const local = useApp(selectLocal)
  const endpoint = useApp(selectEndpoint)
  const { updateSettings } = useActions()
  return (
    <div className={styles.fields}>
      <Switch
        label="Web tools of the Cline account"
        hint="With the provider Cline, pages are fetched and searches made by its servers."
        checked={managed}
        onChange={(on) => void updateSettings({ clineWebToolsEnabled: on })}
      />
      <Switch
        label="Fetch pages from this computer"
        hint="For every provider. Only public pages are reached, without cookies; the model in use reads them."
        checked={local}
        onChange={(on) => void updateSettings({ localWebFetchEnabled: on })}
      />
      <CommittedField
        label="Search service"
        mono
        inputMode="url"
        value={endpoint}
        placeholder="https://api.search.brave.com"
        hint="The address of Brave, Tavily or a SearXNG server. Without one there is no search of your own. A key is for one address: another wants its own."
        check={endpointProblem}
        onCommit={(address) => void updateSettings({ webSearchEndpoint: address })}
      />
      {endpoint !== '' && endpointProblem(endpoint) === undefined && (
        <KeyForm key={new URL(endpoint).origin} provider="webSearchEndpoint" address={endpoint} />
      )}
    </div>
  )
}

function endpointProblem(text: string): string | undefined {
  const problem = addressProblem(text)
  if (problem !== undefined || text === '') return problem
  const { username, password } = new URL(text)
  return username === '' && password === ''
    ? undefined
    : 'Leave the user name and the password out of the address: its key is entered below.'
}
