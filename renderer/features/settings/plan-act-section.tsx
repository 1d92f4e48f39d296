import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import styles from './settings-view.module.css'

const selectMode = (state: AppState) => state.main.mode
const selectStrict = (state: AppState) => state.main.strictPlanModeEnabled

/** How new tasks start, and how strictly planning keeps its hands still. */
export function PlanActSection() {
  const mode = useApp(selectMode)
  const strict = useApp(selectStrict)
  const { updateSettings } = useActions()
  return (
    <div className={styles.fields}>
      <Select
        label="New tasks start in"
        value={mode}
        options={[
          { value: 'act', label: 'Act: does the work, asks where you said so' },
          { value: 'plan', label: 'Plan: reads and thinks, changes nothing' },
        ]}
        onChange={(value) => void updateSettings({ mode: value })}
      />
      <Switch
        label="Strict planning"
        hint="On: while planning, nothing is changed, and a command that might change something is refused. Off: you are asked each time instead."
        checked={strict}
        onChange={(on) => void updateSettings({ strictPlanModeEnabled: on })}
      />
    </div>
  )
}
