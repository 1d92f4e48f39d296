import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
import { CommittedField } from './committed-field'
import { NumberField } from './number-field'
import styles from './settings-view.module.css'

const selectMain = (state: AppState) => state.main
const MS = 1_000

/** How far the agent goes by itself, and how much of anything it gets. */
export function LimitsSection() {
  const main = useApp(selectMain)
  const { updateSettings } = useActions()
  const { requestTimeoutMs } = main.apiConfiguration
  return (
    <div className={styles.fields}>
      <NumberField
        label="Mistakes in a row before it asks you"
        value={main.maxConsecutiveMistakes}
        min={1}
        onCommit={(count) => count !== undefined && void updateSettings({ maxConsecutiveMistakes: count })}
      />
      <NumberField
        label="Lines of a command's output that the model gets"
        value={main.terminalOutputLineLimit}
        min={10}
        hint="The whole output stays in the log."
        onCommit={(lines) => lines !== undefined && void updateSettings({ terminalOutputLineLimit: lines })}
      />
      <NumberField
        label="Seconds to wait for a model before trying again"
        value={requestTimeoutMs === undefined ? undefined : requestTimeoutMs / MS}
        min={1}
        optional
        placeholder="The default"
        onCommit={(seconds) => void updateSettings({ apiConfiguration: { requestTimeoutMs: seconds === undefined ? null : seconds * MS } })}
      />
      <CommittedField
        label="Language of the answers"
        value={main.preferredLanguage}
        check={(text) => (text === '' ? 'Name a language, as in English.' : undefined)}
        onCommit={(language) => void updateSettings({ preferredLanguage: language })}
      />
      <Switch
        label="Let the model call several tools at once"
        checked={main.enableParallelToolCalling}
        onChange={(on) => void updateSettings({ enableParallelToolCalling: on })}
      />
    </div>
  )
}
