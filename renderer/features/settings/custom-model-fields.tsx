import type { CustomModelInfo } from '../../../shared/settings'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Switch } from '../../ui/switch'
import { NumberField } from './number-field'
import styles from './settings-view.module.css'

const selectInfo = (state: AppState) => state.main.apiConfiguration.openAiModelInfo
const unset: CustomModelInfo = {}

/** What a compatible endpoint cannot tell about its model: without it sizes and prices are unknown. */
export function CustomModelFields() {
  const info = useApp(selectInfo) ?? unset
  const { updateSettings } = useActions()
  const save = (change: Partial<Record<keyof CustomModelInfo, number | boolean | undefined>>) => {
    const next = Object.fromEntries(Object.entries({ ...info, ...change }).filter(([, value]) => value !== undefined))
    void updateSettings({ apiConfiguration: { openAiModelInfo: next } })
  }
  return (
    <details className={styles.details}>
      <summary>What this model takes and costs</summary>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <NumberField
            label="Context size in tokens"
            value={info.contextWindow}
            min={1}
            optional
            placeholder="Unknown"
            onCommit={(contextWindow) => save({ contextWindow })}
          />
          <NumberField
            label="Longest answer in tokens"
            value={info.maxTokens}
            min={1}
            optional
            placeholder="Unknown"
            onCommit={(maxTokens) => save({ maxTokens })}
          />
        </div>
        <div className={styles.pair}>
          <NumberField
            label="Input price, $ per million tokens"
            value={info.inputPrice}
            min={0}
            whole={false}
            optional
            placeholder="Unknown"
            onCommit={(inputPrice) => save({ inputPrice })}
          />
          <NumberField
            label="Output price, $ per million tokens"
            value={info.outputPrice}
            min={0}
            whole={false}
            optional
            placeholder="Unknown"
            onCommit={(outputPrice) => save({ outputPrice })}
          />
        </div>
        <Switch label="Takes pictures" checked={info.supportsImages ?? false} onChange={(supportsImages) => save({ supportsImages })} />
      </div>
    </details>
  )
}
