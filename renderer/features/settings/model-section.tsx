import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
import { ModeModel } from './mode-model'
import styles from './settings-view.module.css'

const selectSeparate = (state: AppState) => state.main.planActSeparateModelsSetting
const selectConfiguration = (state: AppState) => state.main.apiConfiguration

/** Who is asked: one model for both modes, or one for each. */
export function ModelSection() {
  const separate = useApp(selectSeparate)
  const configuration = useApp(selectConfiguration)
  const { updateSettings } = useActions()
  const setSeparate = (on: boolean) => {
    const { actModeApiProvider, actModeApiModelId, planModeApiProvider } = configuration
    // A mode of its own starts from what served both until now.
    const copied = on && !planModeApiProvider && actModeApiProvider
    const apiConfiguration = copied
      ? { apiConfiguration: { planModeApiProvider: actModeApiProvider, planModeApiModelId: actModeApiModelId ?? null } }
      : {}
    void updateSettings({ planActSeparateModelsSetting: on, ...apiConfiguration })
  }
  return (
    <>
      {separate ? (
        <>
          <fieldset className={styles.mode}>
            <legend>Plan</legend>
            <ModeModel mode="plan" />
          </fieldset>
          <fieldset className={styles.mode}>
            <legend>Act</legend>
            <ModeModel mode="act" />
          </fieldset>
        </>
      ) : (
        <ModeModel mode="act" />
      )}
      <Switch label="Use different models for Plan and Act" checked={separate} onChange={setSeparate} />
    </>
  )
}
