import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectModelId, selectUsage } from '../../store/selectors'
import { UsageTable } from '../task-header/usage-table'
import styles from './side-panel.module.css'

const selectHasStarted = (state: AppState) => state.main.usage.contextTokens > 0 || state.main.usage.tokensIn > 0

/** What the model has been given, in tokens. */
export function ContextTab() {
  const usage = useApp(selectUsage)
  const model = useApp(selectModelId)
  const hasStarted = useApp(selectHasStarted)
  if (!hasStarted)
    return <p className={styles.empty}>Nothing was sent yet. After the first request the tokens that the model was given stand here.</p>
  return (
    <>
      <UsageTable usage={usage} />
      <p className={styles.note}>
        {usage.contextWindow === undefined
          ? `The size of the context of ${model ?? 'this model'} is unknown. It can be set in the settings.`
          : `Counted by the provider for the last request to ${model ?? 'the model'}.`}
      </p>
    </>
  )
}
