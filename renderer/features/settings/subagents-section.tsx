import type { SubagentSettings } from '../../../shared/subagents'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
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
    </div>
  )
}
