import { ok } from '../../../shared/result'
import type { SubagentSettings } from '../../../shared/subagents'
import type { AppBridge } from '../../bridge'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectCwd, selectHomeDir } from '../../store/selectors'
import { Switch } from '../../ui/switch'
import { shortPath } from '../../words/short-path'
import listStyles from '../hooks/hooks.module.css'
import { useListed } from '../hooks/use-listed'
import { NumberField } from './number-field'
import styles from './settings-view.module.css'

const selectEnabled = (state: AppState) => state.main.subagentsEnabled
const selectLimits = (state: AppState) => state.main.subagentSettings

/** Whether the model may start subagents, and how far each may go. */
export function SubagentsSection() {
  const isEnabled = useApp(selectEnabled)
  const limits = useApp(selectLimits)
  const { updateSettings } = useActions()
  const limit = (change: Partial<SubagentSettings>) => void updateSettings({ subagentSettings: { ...limits, ...change } })
  return (
    <div className={styles.fields}>
      <Switch
        label="Let the model start subagents"
        checked={isEnabled}
        onChange={(subagentsEnabled) => void updateSettings({ subagentsEnabled })}
      />
      <NumberField
        label="Requests of one subagent at most"
        value={limits.maxTurns}
        min={1}
        onCommit={(maxTurns) => maxTurns !== undefined && limit({ maxTurns })}
      />
      <NumberField
        label="Tokens of one subagent at most"
        value={limits.maxTokens}
        min={1_000}
        onCommit={(maxTokens) => maxTokens !== undefined && limit({ maxTokens })}
      />
      <NumberField
        label="Dollars of one subagent at most"
        value={limits.maxCost}
        min={0}
        whole={false}
        hint="Counts where prices are known."
        onCommit={(maxCost) => maxCost !== undefined && limit({ maxCost })}
      />
      <NumberField
        label="Minutes of one subagent at most"
        value={limits.maxMinutes}
        min={1}
        hint="The time in which it waits for you is not counted."
        onCommit={(maxMinutes) => maxMinutes !== undefined && limit({ maxMinutes })}
      />
      <Agents />
    </div>
  )
}

/** One list of all of them. */
async function listAgents(bridge: AppBridge) {
  const answer = await bridge.call('agents.list', null)
  return answer.ok ? ok([answer.value]) : answer
}

/** The agents that are described in files. What is wrong with a file is said above the window's content. */
function Agents() {
  const { listed } = useListed(listAgents)
  const cwd = useApp(selectCwd)
  const home = useApp(selectHomeDir)
  if (listed.kind === 'failed') return <p className={listStyles.problem}>{listed.message}</p>
  const [found] = listed.kind === 'ready' ? listed.items : []
  if (!found) return null
  if (found.agents.length === 0)
    return (
      <p className={listStyles.empty}>
        There are no agents of your own. They are files NAME.yaml in <VisibleText text={shortPath(found.folder, undefined, home)} />; once
        there is one, these take the place of the general subagents.
      </p>
    )
  return (
    <>
      <p className={listStyles.empty}>Agents of your own, which take the place of the general subagents:</p>
      <ul className={listStyles.list} aria-label="Agents of your own">
        {found.agents.map(({ name, description, path }) => (
          <li key={path} className={listStyles.row}>
            <div className={listStyles.head}>
              <p className={listStyles.name}>
                <VisibleText text={name} />
              </p>
            </div>
            <p className={listStyles.note}>
              <VisibleText text={description} />
            </p>
            <p className={listStyles.note}>
              <VisibleText text={shortPath(path, cwd, home)} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
