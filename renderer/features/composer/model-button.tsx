import { useActions, useApp } from '../../store/app-context'
import { selectModelId } from '../../store/selectors'
import { Tooltip } from '../../ui/tooltip'
import styles from './chips-row.module.css'

/** The model that is asked; opens the settings. */
export function ModelButton() {
  const modelId = useApp(selectModelId)
  const { showView } = useActions()
  return (
    <Tooltip text={modelId ? `Model: ${modelId}` : 'No model is chosen yet'} side="top">
      <button type="button" className={styles.quiet} onClick={() => showView('settings')}>
        <span className={styles.words}>{modelId ?? 'Choose a model'}</span>
      </button>
    </Tooltip>
  )
}
