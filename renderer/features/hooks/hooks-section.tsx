import { useState } from 'react'
import type { DryRun, HookInfo, HookToggle } from '../../../shared/hooks'
import type { AppBridge } from '../../bridge'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp, useBridge } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCurrentSessionId, selectCwd, selectHomeDir } from '../../store/selectors'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { shortPath } from '../../words/short-path'
import { FileText } from '../trust/file-text'
import { DryRunView } from './dry-run-view'
import { NewHook } from './new-hook'
import styles from './hooks.module.css'
import { TrustButton } from './trust-button'
import { useListed } from './use-listed'

const selectEnabled = (state: AppState) => state.main.hooksEnabled
const selectDocuments = (state: AppState) => state.main.documentsHooksEnabled
const selectToggles = (state: AppState) => state.main.hookToggles

const listHooks = (bridge: AppBridge, place: { readonly sessionId?: string }) => bridge.call('hooks.list', place)

/** The hooks of the person and of the open project: what they are, whether they run, and what they do when they are tried. */
export function HooksSection() {
  const { updateSettings } = useActions()
  const enabled = useApp(selectEnabled)
  const documents = useApp(selectDocuments)
  const { listed, reload } = useListed(listHooks)
  return (
    <>
      <Switch label="Run hooks" checked={enabled} onChange={(hooksEnabled) => void updateSettings({ hooksEnabled })} />
      <Switch
        nested
        label="Also those of Cline"
        hint="In the folder Cline/Hooks of your documents."
        checked={documents}
        disabled={!enabled}
        onChange={(documentsHooksEnabled) => void updateSettings({ documentsHooksEnabled })}
      />
      {listed.kind === 'failed' && <p className={styles.problem}>{listed.message}</p>}
      {listed.kind === 'ready' && listed.items.length === 0 && (
        <p className={styles.empty}>
          There are no hooks. Yours are executable files in the folder hooks of this app’s data, those of a project in .clinerules/hooks,
          named by their moment: TaskStart, PreToolUse and so on.
        </p>
      )}
      {listed.kind === 'ready' && listed.items.length > 0 && (
        <ul className={styles.list} aria-label="Hooks">
          {listed.items.map((hook) => (
            <HookRow key={hook.path} hook={hook} />
          ))}
        </ul>
      )}
      <NewHook onCreated={reload} />
      <TrustButton />
    </>
  )
}

const sourceWords: Readonly<Record<HookInfo['source'], string>> = { global: 'Yours', documents: 'Cline’s folder', project: 'Project' }
const toggles: readonly { readonly value: HookToggle; readonly label: string }[] = [
  { value: 'on', label: 'On' },
  { value: 'required', label: 'On, and must succeed' },
  { value: 'off', label: 'Off' },
]

function HookRow({ hook }: { readonly hook: HookInfo }) {
  const { updateSettings } = useActions()
  const chosen = useApp(selectToggles)
  const [isOpen, setOpen] = useState(false)
  const { name, source, path, toggle, text } = hook
  const place = shortPath(path, useApp(selectCwd), useApp(selectHomeDir))
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <p className={styles.name}>
          {name} <Badge>{sourceWords[source]}</Badge>
        </p>
        <div className={styles.toggle}>
          <Select
            label={`${name} of ${place}`}
            hideLabel
            value={toggle}
            options={toggles}
            onChange={(next) => void updateSettings({ hookToggles: { ...chosen, [path]: next } })}
          />
        </div>
      </div>
      <div className={styles.head}>
        <p className={styles.place}>
          <VisibleText text={place} />
        </p>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide script' : 'Show script'} of ${place}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide script' : 'Show script'}
        </Button>
        <TryOut hook={hook} place={place} />
      </div>
      {isOpen && <FileText text={text} label={`Content of ${place}`} />}
    </li>
  )
}

type Tried = DryRun | { readonly failure: string }

/** Runs the script with an input as it might come, and shows what it made of it. */
function TryOut({ hook: { name, path, problem }, place }: { readonly hook: HookInfo; readonly place: string }) {
  const bridge = useBridge()
  const sessionId = useApp(selectCurrentSessionId)
  const [tried, setTried] = useState<Tried>()
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    const answer = await bridge.call('hook.tryOut', { name, path, ...(sessionId === undefined ? {} : { sessionId }) })
    setTried(answer.ok ? answer.value : { failure: answer.error.message })
    setRunning(false)
  }
  return (
    <>
      <Button
        size="small"
        disabled={isRunning || problem !== undefined}
        aria-label={`${isRunning ? 'Running…' : 'Try it'}: ${name} of ${place}`}
        onClick={() => void run()}
      >
        {isRunning ? 'Running…' : 'Try it'}
      </Button>
      {problem !== undefined && (
        <p className={styles.problem}>
          <VisibleText text={problem.replaceAll(path, () => place)} />
        </p>
      )}
      {tried && ('failure' in tried ? <p className={styles.problem}>{tried.failure}</p> : <DryRunView run={tried} />)}
    </>
  )
}
