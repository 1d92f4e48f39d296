import { useState } from 'react'
import type { LocalServer } from '../../../shared/extension-state'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { Spinner } from '../../ui/spinner'
import { choiceOf } from '../settings/provider-choices'
import type { ServerSearch } from './use-local-servers'
import styles from './welcome.module.css'

interface LocalServerStepProps {
  readonly search: ServerSearch
  readonly onLookAgain: () => void
  readonly onBack: () => void
}

/** Model servers that answer on this computer now. */
export function LocalServerStep({ search, onLookAgain, onBack }: LocalServerStepProps) {
  return (
    <div className={styles.step}>
      <div role="status">
        {search.kind === 'looking' && (
          <p className={styles.muted}>
            <Spinner /> Looking for a server on its usual port
          </p>
        )}
        {search.kind === 'failed' && <p className={styles.problem}>{search.message}</p>}
        {search.kind === 'found' && <p className={styles.muted}>{foundWords(search.servers.length)}</p>}
      </div>
      {search.kind === 'found' && (
        <ul className={styles.offers}>
          {search.servers.map((server) => (
            <ServerOffer key={server.baseUrl} server={server} />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button aria-disabled={search.kind === 'looking'} onClick={onLookAgain}>
          Look again
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to the choices
        </Button>
      </div>
    </div>
  )
}

function foundWords(count: number): string {
  if (count === 0) return 'No server answered. Start Ollama (port 11434) or LM Studio (port 1234) and look again.'
  return count === 1 ? 'One server answered.' : `${count} servers answered.`
}

function ServerOffer({ server }: { readonly server: LocalServer }) {
  const { updateSettings } = useActions()
  const [model, setModel] = useState(server.models[0] ?? '')
  const choice = choiceOf(server.provider)
  const use = () =>
    void updateSettings({
      apiConfiguration: {
        actModeApiProvider: server.provider,
        actModeApiModelId: model,
        ...(choice?.addressKey ? { [choice.addressKey]: server.baseUrl } : {}),
      },
      welcomeViewCompleted: true,
    })
  return (
    <li className={styles.server}>
      <div className={styles.offerWords}>
        <h2>{choice?.label ?? server.provider}</h2>
        <p className={styles.address}>{server.baseUrl}</p>
      </div>
      {server.models.length === 0 ? (
        <p className={styles.muted}>It has no model yet. Load one in it and look again.</p>
      ) : (
        <div className={styles.serverModel}>
          <Select
            label={`Model of ${choice?.label ?? server.provider}`}
            value={model}
            options={server.models.map((id) => ({ value: id, label: id }))}
            onChange={setModel}
          />
          <Button variant="primary" onClick={use}>
            Use this server
          </Button>
        </div>
      )}
    </li>
  )
}
