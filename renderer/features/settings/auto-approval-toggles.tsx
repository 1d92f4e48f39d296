import { autoApprovalActionNames } from '../../../shared/settings'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
import { approvalChange, approvalWords, isNested } from './auto-approval'
import styles from './settings-view.module.css'

const selectApprovals = (state: AppState) => state.main.autoApprovalSettings
const selectApprovesAll = (state: AppState) => state.main.yoloModeToggled || state.main.autoApproveAllToggled

/** What may run without asking, one switch for each kind of effect. */
export function AutoApprovalToggles() {
  const { actions, enableNotifications } = useApp(selectApprovals)
  const approvesAll = useApp(selectApprovesAll)
  const { updateSettings } = useActions()
  return (
    <div className={styles.toggles}>
      {approvesAll && <p className={styles.loud}>Everything runs without asking now. These switches count again once that is off.</p>}
      {autoApprovalActionNames.map((name) => (
        <Switch
          key={name}
          label={approvalWords[name].label}
          hint={approvalWords[name].hint}
          checked={actions[name]}
          nested={isNested(name)}
          onChange={(on) => void updateSettings({ autoApprovalSettings: { actions: approvalChange(name, on) } })}
        />
      ))}
      <Switch
        label="Notify me when something waits"
        checked={enableNotifications}
        onChange={(on) => void updateSettings({ autoApprovalSettings: { enableNotifications: on } })}
      />
    </div>
  )
}
