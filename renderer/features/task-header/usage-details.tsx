import { useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { selectUsage } from '../../store/selectors'
import { Popover } from '../../ui/popover'
import { ProgressRing } from '../../ui/progress-ring'
import { costOf, shortCount } from '../../../shared/amounts'
import { UsageTable, contextWords } from './usage-table'
import styles from './task-header.module.css'

const selectHasStarted = (state: AppState) => state.main.usage.tokensIn + state.main.usage.tokensOut > 0

/** The context as a ring and the cost beside it; all numbers one key or click away. */
export function UsageDetails() {
  const usage = useApp(selectUsage)
  const hasStarted = useApp(selectHasStarted)
  if (!hasStarted) return null
  const { contextTokens, contextWindow, cost } = usage
  const words = `${contextWords(usage)}. Cost: ${costOf(cost)}`
  return (
    <Popover
      label="Tokens and cost"
      align="end"
      side="bottom"
      trigger={
        <button type="button" className={styles.usage} aria-label={`Tokens and cost. ${words}`} title={words}>
          {contextWindow !== undefined && <ProgressRing value={contextTokens} max={contextWindow} label={contextWords(usage)} />}
          <span className={styles.tokens}>{contextWindow === undefined ? `${shortCount(contextTokens)} tokens,` : ''}</span>
          <span>{costOf(cost)}</span>
        </button>
      }
    >
      <UsageTable usage={usage} />
    </Popover>
  )
}
